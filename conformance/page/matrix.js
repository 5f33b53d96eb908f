// The matrix: readers across, cases down by rule; and its filters, which live in the page's fragment.
"use strict";

const familyOf = (one) => (one.rule ? one.rule.split(".")[0] : "none");
const groupOf = (one) => one.rule || "nothing is wrong: " + one.id.replace(/^regress\//, "").split("/")[0];

function cell(reader, number) {
  const outcome = outcomeAt(reader, number);
  const name = outcome ? outcome.name : "none";
  const symbol = outcome ? outcome.symbol : "\u00b7";
  const named = outcome && name !== "agree" ? [h("span", { class: "sr" }, " " + name)] : [];
  return h("td", { class: "cell " + name }, symbol, ...named);
}

function caseRow(one, number, extra) {
  return h("tr", { class: "case", "data-case": number },
    h("th", { scope: "row" }, caseLink(one.id)), extra(one).map((text) => h("td", { class: "verdict" }, text)),
    data.readers.map((reader) => cell(reader, number)));
}

// A table of cases, one body for each rule. `columns`: heads of what `extra` gives for each case.
function caseTable(numbers, about, columns = [], extra = () => []) {
  const sizes = `--readers: ${data.readers.length}; --extra: ${columns.length}`; // fixed, or thousands of cells are measured
  const table = h("table", { class: "matrix", style: sizes }, caption(about));
  const heads = data.readers.map((reader) => h("th", { scope: "col", class: "upright" }, h("span", { title: reader.name }, reader.name)));
  table.append(h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "first" }, "Case"),
    columns.map((column) => h("th", { scope: "col", class: "upright extra" }, h("span", {}, column))), heads)));
  const width = columns.length + data.readers.length;
  let group = null, body = null;
  for (const number of numbers) {
    const one = data.cases[number];
    if (groupOf(one) !== group) {
      group = groupOf(one);
      const title = one.rule ? [ruleLink(one.rule), h("span", { class: "what" }, ruleNamed.get(one.rule).summary)] : [group];
      body = h("tbody", {}, h("tr", { class: "group" },
        h("th", { scope: "rowgroup", colspan: width + 1 }, h("div", {}, title))));
      table.append(body);
    }
    body.append(caseRow(one, number, extra));
  }
  table.addEventListener("mouseover", tell);
  return table;
}

// What a reader said, as a hint on its cell: only when somebody points there, since there are thousands of cells.
function tell(event) {
  const pointed = event.target.closest("td.cell");
  if (!pointed || pointed.title) return;
  const row = pointed.parentNode, number = row.dataset.case;
  const reader = data.readers[pointed.cellIndex - (row.cells.length - data.readers.length)];
  const outcome = outcomeAt(reader, number);
  pointed.title = [reader.name, outcome ? outcome.name : "not given", reader.details[number]].filter(Boolean).join(": ");
}

const haystacks = data.cases.map((one) =>
  [one.id, one.rule, one.why, ...(one.links || []), ...(one.cve || [])].join("\n").toLowerCase());

function hasOutcome(reader, number, wanted) {
  const outcome = outcomeAt(reader, number);
  return outcome !== null && (wanted === "failure" ? outcome.failure : outcome.name === wanted);
}

function differs(number) {
  const given = data.readers.map((reader) => reader.outcomes[number]).filter((code) => code !== ".");
  return new Set(given).size > 1;
}

// Whether a case is shown. With a reader chosen, outcome and lost level are that reader's; else anyone's.
function isShown(number, filter) {
  const one = data.cases[number];
  const asked = data.readers.filter((reader) => !filter.reader || reader.name === filter.reader);
  const letter = (id) => data.levels.find((level) => level.id === id).letter;
  return filter.search.toLowerCase().split(/\s+/).every((word) => haystacks[number].includes(word))
    && (!filter.class || one.class === filter.class)
    && (!filter.family || familyOf(one) === filter.family)
    && (!filter.level || one.levels.includes(letter(filter.level)))
    && (!filter.outcome || asked.some((reader) => hasOutcome(reader, number, filter.outcome)))
    && (!filter.costs || asked.some((reader) => (reader.costs[number] || []).includes(letter(filter.costs))))
    && (!filter.differing || differs(number));
}

function options(pairs) {
  return pairs.map(([value, text]) => h("option", { value }, text));
}

function field(label, name, control) {
  control.id = "filter-" + name;
  control.name = name;
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}

function filterForm() {
  const outcomes = [["", "any"], ["failure", "any fault"], ...data.outcomes.map((outcome) => [outcome.name, `${outcome.symbol} ${outcome.name}`])];
  const families = [...new Set(data.cases.map(familyOf))].map((name) => [name, name === "none" ? "nothing is wrong" : name]);
  const levels = data.levels.map((level) => [level.id, level.name]);
  const select = (pairs) => h("select", {}, options(pairs));
  const differing = h("input", { type: "checkbox", value: "1" });
  return h("form", { class: "filters", role: "search", "aria-label": "Filter cases" },
    field("Search id, rule, reason, link, CVE", "search", h("input", { type: "search", autocomplete: "off", spellcheck: "false" })),
    field("Outcome", "outcome", select(outcomes)),
    field("Reader", "reader", select([["", "any"], ...data.readers.map((reader) => [reader.name, reader.name])])),
    field("File is", "class", select([["", "any"], ...["valid", "invalid", "disputed"].map((name) => [name, name])])),
    field("Belongs to level", "level", select([["", "any"], ...levels])),
    field("Costs level", "costs", select([["", "any"], ...levels])),
    field("Family", "family", select([["", "any"], ...families])),
    h("div", { class: "field check" }, Object.assign(differing, { id: "filter-differing", name: "differing" }),
      h("label", { for: "filter-differing" }, "Only where readers differ")),
    h("button", { type: "reset" }, "Clear"));
}

const FILTERS = ["search", "outcome", "reader", "class", "level", "costs", "family", "differing"];

// The section of the overview with all cases; `show(filter)` hides the rows that a filter leaves out.
class CaseSection {
  constructor(section) {
    this.form = filterForm();
    this.count = h("output", { class: "count", for: FILTERS.map((name) => "filter-" + name).join(" ") });
    this.none = h("p", { class: "notice", hidden: true }, "No case fits.");
    this.table = caseTable(data.cases.keys(), "Readers across, cases down by rule. A case's name leads to its bytes, clause and what each reader did.");
    section.append(this.form, h("p", {}, this.count), scrolling("All cases", this.table, "tall"), this.none);
    this.form.addEventListener("input", () => this.changed());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", () => setTimeout(() => this.changed()));
    this.show(this.filter());
  }

  filter() {
    const given = new FormData(this.form);
    return Object.fromEntries(FILTERS.map((name) => [name, given.get(name) || ""]));
  }

  // The fragment that shows what is shown now.
  address() {
    const said = new URLSearchParams(Object.entries(this.filter()).filter(([, value]) => value)).toString();
    return "#cases" + (said && "?" + said);
  }

  // A filter is an address, so that it can be handed on; typing makes no history.
  changed() {
    history.replaceState(null, "", this.address());
    this.show(this.filter());
  }

  set(parameters) {
    for (const name of FILTERS) {
      const control = this.form.elements[name], value = parameters.get(name) || "";
      if (control.type === "checkbox") control.checked = value === "1";
      else control.value = value;
    }
    this.show(this.filter());
  }

  show(filter) {
    let shown = 0;
    for (const body of this.table.tBodies) {
      let any = false;
      for (const row of body.rows) {
        if (!row.dataset.case) continue;
        row.hidden = !isShown(Number(row.dataset.case), filter);
        if (!row.hidden) any = true, ++shown;
      }
      body.hidden = !any;
    }
    const column = data.readers.findIndex((reader) => reader.name === filter.reader);
    this.table.querySelectorAll("thead th").forEach((head, at) => head.classList.toggle("chosen", column >= 0 && at === column + 1));
    this.none.hidden = shown > 0;
    this.count.textContent = `${shown} of ${data.cases.length} cases`;
  }

  // Numbers of the cases that are shown, in order.
  shown() {
    return [...this.table.querySelectorAll("tr.case:not([hidden])")].map((row) => Number(row.dataset.case));
  }
}
