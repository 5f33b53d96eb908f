// The byte map: each rect has the bytes that it stands for, and is laid anew for the window that is looked at.
'use strict';
const WIDTH = 1000;

function hex(n) { return '0x' + n.toString(16); }

class ByteMap {
  constructor(element) {
    this.element = element;
    this.size = Number(element.dataset.size);
    this.picture = element.querySelector('svg');
    this.rects = [...this.picture.querySelectorAll('rect')].map((node) => (
      {node, begin: Number(node.dataset.begin), end: Number(node.dataset.end), least: node.classList.contains('mark') ? 4 : 0.5}));
    this.listen();
    this.show(0, this.size);
  }

  // Looks at the bytes from begin to end: at least 8 of them, and within the file.
  show(begin, end) {
    const span = Math.min(Math.max(end - begin, 8), Math.max(this.size, 1));
    this.begin = Math.min(Math.max(begin, 0), Math.max(this.size - span, 0));
    this.span = span;
    for (const rect of this.rects) {
      const left = Math.max((rect.begin - this.begin) / span * WIDTH, -10), right = Math.min((rect.end - this.begin) / span * WIDTH, WIDTH + 10);
      rect.node.style.display = right < 0 || left > WIDTH ? 'none' : '';
      rect.node.setAttribute('x', left);
      rect.node.setAttribute('width', Math.max(right - left, rect.least));
    }
    this.element.querySelector('.window').textContent = `bytes ${hex(Math.round(this.begin))} to ${hex(Math.round(this.begin + span))} of ${this.size}`;
  }

  zoom(factor, at = this.begin + this.span / 2) {
    this.show(at - (at - this.begin) * factor, at + (this.begin + this.span - at) * factor);
  }

  choose(rect) {
    for (const old of this.picture.querySelectorAll('.chosen')) old.classList.remove('chosen');
    rect.node.classList.add('chosen');
    this.element.querySelector('.where').textContent = rect.node.querySelector('title').textContent;
  }

  // Shows these bytes with some of what stands around them.
  goTo(begin, end) {
    const around = Math.max(end - begin, 4);
    this.show(begin - around, end + around);
    const rect = this.rects.find((one) => one.least === 0.5 && one.begin <= begin && begin < Math.max(one.end, one.begin + 1));
    if (rect) this.choose(rect);
    this.element.scrollIntoView({block: 'center'});
    this.picture.focus({preventScroll: true});
  }

  byteAt(event) {
    const box = this.picture.getBoundingClientRect();
    return this.begin + (event.clientX - box.left) / box.width * this.span;
  }

  listen() {
    const move = (share) => this.show(this.begin + share * this.span, this.begin + (1 + share) * this.span);
    const actions = {in: () => this.zoom(0.5), out: () => this.zoom(2), whole: () => this.show(0, this.size), left: () => move(-0.25), right: () => move(0.25)};
    for (const button of this.element.querySelectorAll('button[data-do]')) button.addEventListener('click', actions[button.dataset.do]);
    const keys = {'+': 'in', '=': 'in', '-': 'out', '0': 'whole', ArrowLeft: 'left', ArrowRight: 'right'};
    this.picture.addEventListener('keydown', (event) => {
      if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      actions[keys[event.key]]();
    });
    this.picture.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.7 : 1 / 0.7, this.byteAt(event));
    }, {passive: false});
    let drag = null;
    this.picture.addEventListener('pointerdown', (event) => { drag = {x: event.clientX, begin: this.begin}; });
    addEventListener('pointerup', () => { drag = null; });
    this.picture.addEventListener('pointermove', (event) => {
      if (!drag) return;
      const begin = drag.begin - (event.clientX - drag.x) / this.picture.getBoundingClientRect().width * this.span;
      this.show(begin, begin + this.span);
    });
    for (const rect of this.rects) {
      rect.node.addEventListener('click', () => this.choose(rect));
      rect.node.addEventListener('dblclick', () => this.goTo(rect.begin, rect.end));
    }
  }
}

for (const file of document.querySelectorAll('article')) {
  const element = file.querySelector('.map');
  if (!element) continue;
  const map = new ByteMap(element);
  for (const place of file.querySelectorAll('button.place'))
    place.addEventListener('click', () => map.goTo(Number(place.dataset.begin), Number(place.dataset.end)));
}
