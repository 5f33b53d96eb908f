// The fragment says what is shown: #case/ID, #rule/NAME, #rules, #disputes; else the overview, #cases?FILTER or one of its other
// sections, #validators, #releases.
"use strict";

const overview = document.getElementById("overview"), details = document.getElementById("details");
const cases = new CaseSection(document.getElementById("cases-section"));
const tall = cases.table.parentNode;
const title = document.title;
let left = null; // where the overview was scrolled to when it was left, and under which fragment

function neighbours(number) {
  const numbers = cases.shown(), at = numbers.indexOf(number);
  const step = (to, text) => (numbers[to] === undefined ? null : h("a", { href: "#case/" + data.cases[numbers[to]].id }, text));
  return at < 0 ? [] : [step(at - 1, "Previous"), step(at + 1, "Next")];
}

function detailOf(fragment) {
  const [kind, ...rest] = fragment.split("/"), name = rest.join("/");
  const number = caseNumbered.get(name), rule = ruleNamed.get(name);
  if (kind === "case") return number === undefined ? missingView("case", name) : caseView(number, neighbours(number));
  if (kind === "rule") return rule ? ruleView(rule) : missingView("rule", name);
  if (fragment === "rules") return rulesView();
  if (fragment === "disputes") return disputesView();
  return null;
}

function showDetail(detail, fragment) {
  if (details.hidden) left = { page: scrollY, table: tall.scrollTop };
  details.replaceChildren(detail);
  details.querySelector(".back")?.setAttribute("href", cases.address());
  overview.hidden = true;
  details.hidden = false;
  document.title = `${fragment.replace(/^(case|rule)\//, "")} - ${title}`;
  scrollTo(0, 0);
  details.querySelector("h1").focus({ preventScroll: true });
}

function showOverview(fragment) {
  const back = details.hidden ? null : left;
  details.replaceChildren();
  details.hidden = true;
  overview.hidden = false;
  document.title = title;
  const [place, said] = fragment.split("?");
  if (place === "cases" && said !== undefined) cases.set(new URLSearchParams(said));
  if (back && place === "cases") {
    scrollTo(0, back.page);
    tall.scrollTop = back.table;
    return;
  }
  if (!fragment) return;
  const target = document.getElementById(place + "-heading") || document.getElementById("summary-heading");
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}

function route() {
  let fragment = location.hash.slice(1);
  try {
    fragment = decodeURI(fragment);
  } catch { /* shown as it stands */ }
  const detail = detailOf(fragment);
  if (detail) showDetail(detail, fragment);
  else showOverview(location.hash.slice(1));
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === location.hash) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // a fragment would lead away from what is shown
  document.getElementById("main").focus();
});
addEventListener("hashchange", route);
route();
