// What a fragment leads to: one case, one rule, the list of rules, the list of disputes.
"use strict";

const PROFILES = ["default", "spec", "ggml", "ggml-header"];
const VERDICTS = { v: "valid", i: "invalid" };
const WANTED = { take: "take it", refuse: "refuse it", either: "take or refuse it: authorities differ" };

const fact = (name, ...value) => (value.flat().length ? h("div", {}, h("dt", {}, name), h("dd", {}, ...value)) : null);
const list = (items) => (items && items.length ? [h("ul", {}, items.map((item) => h("li", {}, item)))] : []);
const many = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// Whether a reader took a file, in words, by its outcome.
function did(reader, number) {
  const outcome = outcomeAt(reader, number);
  if (!outcome) return "was not given it";
  if (outcome.name !== "agree") return outcome.meaning;
  return reader.wanted[number] === "r" ? "refused it, rightly" : "took it, and read what it says";
}

function answers(number) {
  return h("table", { class: "answers" }, caption("What each reader did"),
    h("thead", {}, h("tr", {}, ["Reader", "Outcome"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, data.readers.map((reader) => h("tr", {}, h("th", { scope: "row" }, reader.name),
      h("td", {}, chip(outcomeAt(reader, number)), " ", did(reader, number),
        reader.details[number] ? h("div", { class: "said" }, reader.details[number]) : null)))));
}

function severities(rule) {
  return h("table", { class: "small" }, caption("Severity"),
    h("thead", {}, h("tr", {}, Object.keys(rule.severity).map((profile) => h("th", { scope: "col" }, profile)))),
    h("tbody", {}, h("tr", {}, Object.values(rule.severity).map((severity) => h("td", {}, severity)))));
}

function verdicts(one) {
  return h("table", { class: "small" }, caption("What is expected"),
    h("thead", {}, h("tr", {}, PROFILES.map((profile) => h("th", { scope: "col" }, profile)))),
    h("tbody", {}, h("tr", {}, [...one.verdict].map((letter) => h("td", {}, VERDICTS[letter])))));
}

const clauseOf = (rule) => [h("p", {}, h("strong", {}, rule.clause), " ", rule.clause_text), h("p", { class: "authority" }, "Says: " + rule.authority)];

const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

// A stretch of a file as lines of hexadecimal and text; the culprit's bytes are marked and underlined.
function hexLines(begin, bytes, one, width) {
  const lines = [], marked = (at) => one.begin !== undefined && at >= one.begin && at < one.end;
  for (let row = 0; row < bytes.length; row += width) {
    const line = h("div", {}, h("span", { class: "offset" }, (begin + row).toString(16).padStart(6, "0")), "  ");
    let text = "";
    for (let at = row; at < row + width; ++at) {
      const there = at < bytes.length, byte = there ? bytes[at].toString(16).padStart(2, "0") : "  ";
      if (begin + at === one.begin && one.begin === one.end) line.append(h("mark", { class: "gap" }, "|"));
      line.append(there && marked(begin + at) ? h("mark", {}, byte) : byte, at % 8 === 7 ? "  " : " ");
      if (there) text += bytes[at] > 31 && bytes[at] < 127 ? String.fromCharCode(bytes[at]) : ".";
    }
    line.append(text);
    lines.push(line);
  }
  if (one.begin === one.end && one.begin === begin + bytes.length && begin + bytes.length === one.size)
    lines.push(h("div", {}, h("mark", { class: "gap" }, "|"), " the file ends here"));
  return lines;
}

function hexDump(one) {
  const width = matchMedia("(max-width: 640px)").matches ? 8 : 16;
  const dump = h("pre", { class: "hex", tabindex: 0, role: "region", "aria-label": "Bytes of the file" });
  let end = 0;
  for (const [begin, text] of one.bytes) {
    const bytes = bytesOf(text);
    if (begin > end) dump.append(h("div", { class: "left-out" }, `... ${begin - end} bytes left out ...`));
    dump.append(...hexLines(begin, bytes, one, width));
    end = begin + bytes.length;
  }
  if (one.size > end) dump.append(h("div", { class: "left-out" }, `... ${one.size - end} more bytes`));
  return dump;
}

function culprit(one) {
  if (!one.rule) return [];
  const where = one.begin === one.end ? `no bytes, at offset ${one.begin}` : `bytes ${one.begin} to ${one.end - 1}`;
  return [h("code", {}, one.at), `, ${where}`];
}

function caseView(number, neighbours) {
  const one = data.cases[number], rule = ruleNamed.get(one.rule);
  const also = (one.also || []).map((found) => h("span", {}, ruleLink(found.rule), " at ", h("code", {}, found.at)));
  const reports = [...(one.cve || []).map((id) => outside("https://www.cve.org/CVERecord?id=" + id)), ...(one.links || []).map(outside)];
  const links = (ids) => (ids || []).map(caseLink);
  return h("article", { class: "one" },
    h("p", { class: "crumbs" }, h("a", { href: "#cases", class: "back" }, "\u2190 All cases"), neighbours),
    h("h1", { tabindex: -1 }, h("code", {}, one.id), " ", badge(one.class)),
    h("p", { class: "lead" }, one.why),
    h("div", { class: "columns" },
      h("div", {}, h("h2", {}, "Expectation"), scrolling("What is expected", verdicts(one)),
        h("p", {}, "A reader of containers that supports all of it should ", h("strong", {}, WANTED[one.wanted]),
          `. Counts for ${[...one.levels].map((letter) => levelName.get(letter)).join(", ")}.`),
        scrolling("What each reader did", answers(number)),
        h("dl", { class: "facts" }, fact("Rule", rule ? [ruleLink(one.rule), ": ", rule.summary] : ["none: nothing is wrong"]),
          fact("Culprit", culprit(one)), fact("Entails", list(also)), fact("Clause", rule ? clauseOf(rule) : []),
          fact("Nearest cases", list(links(one.near))), fact("Beside it", list(links(one.with))),
          fact("Made from", one.original ? [caseLink(one.original)] : []), fact("Reports", list(reports)),
          fact("Known of readers", list(one.readers)), fact("Judged under the name", one.name ? [h("code", {}, one.name)] : []),
          fact("Flags", (one.flags || []).join(", ") || []), fact("File", h("code", {}, one.file), ", ", many(one.size, "byte")),
          fact("SHA-256", h("code", {}, one.sha256)))),
      h("div", {}, h("h2", {}, "Text"), h("pre", { tabindex: 0, role: "region", "aria-label": "Text of the case" }, one.text),
        h("h2", {}, "Bytes"), hexDump(one))));
}

const missingView = (kind, name) => h("article", { class: "one" }, h("h1", { tabindex: -1 }, `There is no ${kind} of this name`),
  h("p", { class: "lead" }, h("code", {}, name)));

const numbersOf = (holds) => [...data.cases.keys()].filter((number) => holds(data.cases[number]));
const readersWrong = (numbers) => data.readers.filter((reader) =>
  numbers.some((number) => hasOutcome(reader, number, "failure"))).length;

function ruleView(rule) {
  const numbers = numbersOf((one) => one.rule === rule.name);
  return h("article", { class: "one" }, h("p", { class: "crumbs" }, h("a", { href: "#rules" }, "\u2190 All rules")),
    h("h1", { tabindex: -1 }, h("code", {}, rule.name)), h("p", { class: "lead" }, rule.summary),
    scrolling("Severity", severities(rule)),
    h("dl", { class: "facts" }, fact("Clause", clauseOf(rule)), fact("Remedy", rule.remedy)),
    h("h2", {}, many(numbers.length, "case")), scrolling("Cases of the rule", caseTable(numbers, "Cases in which it is found first")));
}

function rulesView() {
  const rows = data.rules.map((rule) => {
    const numbers = numbersOf((one) => one.rule === rule.name), wrong = readersWrong(numbers);
    return h("tr", {}, h("th", { scope: "row" }, ruleLink(rule.name)), h("td", {}, rule.summary), h("td", {}, rule.clause),
      Object.values(rule.severity).map((severity) => h("td", {}, severity)), h("td", { class: "number" }, String(numbers.length)),
      h("td", { class: "number" }, `${wrong} of ${data.readers.length}`));
  });
  const heads = ["Rule", "What is wrong", "Clause", ...Object.keys(data.rules[0].severity), "Cases", "Readers wrong"];
  return h("article", { class: "one" }, h("h1", { tabindex: -1 }, "Rules"),
    h("p", { class: "lead" }, "Each rule with its severity in each profile: the default, the document's (spec) and the reference reader's (ggml)."),
    scrolling("Rules", h("table", { class: "rules" }, caption(many(data.rules.length, "rule")),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, rows)), "tall"));
}

function disputesView() {
  const numbers = numbersOf((one) => one.class === "disputed");
  return h("article", { class: "one" }, h("h1", { tabindex: -1 }, "Disputes"),
    h("p", { class: "lead" }, "Files of which the format's document (spec) and the reference reader (ggml) say different things, and who sides with whom: t took it, r refused it. "
      + "A reader of containers does not answer for rules about models: where \u2713 stands, it took the file as it should."),
    scrolling("Disputes", caseTable(numbers, many(numbers.length, "disputed case"), ["spec says", "ggml says"],
      (one) => [VERDICTS[one.verdict[1]], VERDICTS[one.verdict[2]]]), "tall"));
}
