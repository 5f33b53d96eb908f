// Elements without markup: whatever a record or a case says becomes text, never HTML.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

// h("td", {class: "x"}, "text", child): attributes that are null or false are left out.
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

// A link elsewhere, if it is one that a browser should follow.
function outside(url) {
  return /^https?:\/\//.test(url) ? h("a", { href: url, rel: "noreferrer" }, url.replace(/^https?:\/\/(www\.)?/, "")) : url;
}

// A name that may break after its slashes, dots and hyphens.
const breaking = (name) => name.split(/(?<=[/.-])/).flatMap((part) => [h("wbr"), part]).slice(1);
const caseLink = (id) => h("a", { href: "#case/" + id, class: "id" }, breaking(id));
const ruleLink = (name) => h("a", { href: "#rule/" + name, class: "id" }, breaking(name));

const caption = (text) => h("caption", {}, h("span", {}, text));

// A table in a region of its own that scrolls, also by keyboard.
const scrolling = (label, table, more = "") =>
  h("div", { class: "scroll " + more, role: "region", "aria-label": label, tabindex: 0 }, table);

function outcomeAt(reader, number) {
  const code = reader.outcomes[number];
  return code === "." ? null : data.outcomes[parseInt(code, 16)];
}

// The symbol of an outcome; its name is there for those who do not see it.
function chip(outcome) {
  const [name, symbol] = outcome ? [outcome.name, outcome.symbol] : ["not given", "\u00b7"];
  return [h("span", { class: "chip " + (outcome ? name : ""), "aria-hidden": "true" }, symbol), h("span", { class: "sr" }, name)];
}

const badge = (name) => h("span", { class: "badge " + name }, name);

const ruleNamed = new Map(data.rules.map((rule) => [rule.name, rule]));
const caseNumbered = new Map(data.cases.map((one, number) => [one.id, number]));
const levelName = new Map(data.levels.map((level) => [level.letter, level.name]));
