#!/usr/bin/env python3
# The page on which all readers stand side by side: one HTML file without outside resources, made of the
# records of gguf-certify, the corpus or an export of it, and the rules as gguf-validate lists them.
#
# conformance/page/make calls it with what lies in this tree. A record that was made with another corpus is left out: the
# page says so, and the exit status is 77. Of an older release it still tells what the newer one mended.
import argparse
import base64
import hashlib
import json
import re
import sys
from pathlib import Path

import jinja2

import tables
from expectation import Judge, belongs
from trend import reader_of, trend, version_key
from verdicts import verdicts

HERE = Path(__file__).resolve().parent
SCRIPTS = ["dom.js", "matrix.js", "details.js", "main.js"]
WHOLE_BYTES = 512  # a file of at most this many is shown whole; of others the start and what is around the culprit
START_BYTES, AROUND_BYTES = 64, 96
LEFT_OUT = 77  # the exit status if a record is not shown


class Unfit(Exception):
    """A record that does not fit the corpus, or itself."""


def read_cases(corpus, manifest=None):
    """The cases of an export's manifest, or of those in the corpus' folders, in the order of their paths."""
    top = manifest or corpus / "manifest.json"
    paths = [top] if top.exists() else corpus.rglob("manifest.json")
    found = [case for path in paths for case in json.loads(path.read_text())["cases"]]
    return sorted(found, key=lambda case: case["file"].removesuffix(".gguf"))


def stretches(file, case):
    """[offset, base64] of the bytes shown of a file; none where it is so large that only its text is kept."""
    if not file.exists():
        return
    if case["size"] <= WHOLE_BYTES:
        spans = [(0, case["size"])]
    else:
        begin = case.get("begin", 0)
        around = (max(0, begin - AROUND_BYTES) & ~15, min(case["size"], begin + AROUND_BYTES))
        spans = [(0, START_BYTES), around] if around[0] > START_BYTES else [(0, max(START_BYTES, around[1]))]
    with open(file, "rb") as opened:
        for begin, end in spans:
            opened.seek(begin)
            yield [begin, base64.b64encode(opened.read(end - begin)).decode()]


def shown_case(corpus, case, judge):
    """A case of the manifest, what the page shows of it beside, and what a reader of containers should do."""
    expectation = judge.of(case)
    file = corpus / case["file"]
    shown = {name: value for name, value in case.items() if value != [] and name != "clause"}
    return shown | {
        "verdict": "".join(case["verdict"][profile][0] for profile in ("default", "spec", "ggml", "ggml-header")),
        "text": file.with_suffix(".txt").read_text(),
        "bytes": list(stretches(file, case)),
        "wanted": expectation.wanted,
        "levels": belongs(expectation, "agree"),
    }


def in_order(cases, rules):
    """Cases by rule, in the order of the rules; those in which nothing is found last, by area."""
    place = {rule["name"]: number for number, rule in enumerate(rules)}
    return sorted(cases, key=lambda case: (place.get(case.get("rule"), len(place)), area(case["id"]) if "rule" not in case else "",
                                           case["id"]))


def area(id):
    return id.removeprefix("regress/").split("/")[0]


def corpus_digest(corpus, cases):
    """As record.h says: over the ids of the cases and their texts, in the order of their paths."""
    digest = hashlib.sha256()
    for case in cases:
        text = (corpus / case["file"]).with_suffix(".txt").read_text()
        digest.update(f"{case['id']}\n{text}\n".encode())
    return digest.hexdigest()


def outcome_of(result):
    """The outcome as the page calls it: a dispute by what the reader did."""
    name, detail = result
    return f"disputed-{'took' if detail.startswith('accepted') else 'refused'}" if name == "disputed" else name


def detail_of(result, case):
    """What a record tells beside the outcome, and the case's rule does not."""
    detail = re.sub(r"^(accepted|refused)(: |$)", "", result[1]) if result[0] == "disputed" else result[1]
    return "" if detail.startswith(case.get("rule", "none") + ": ") and result[0] == "accepted-invalid" else detail


def not_compared(testee):
    """What of a reader's answers is not compared, in words."""
    if testee["judges"] == "model":
        return "values: it loads models and tells only whether it takes them"
    words = [member.replace("_", " ") for member in testee["omits"]]
    if testee["reads"] == "header":
        words.append("whether the tensors' data are there")
    if not testee["decodes"]:
        words.append("decoded values")
    return ", ".join(words)


def column(record, cases, rules, known):
    """A reader's column: its results in the order of the cases, and what of them costs a level."""
    testee, judge = record["testee"], Judge(rules, record["testee"], record["profile"])
    codes = {name: code for code, name in enumerate(known)}
    outcome_codes, wanted, costs, details, given = "", "", [], {}, []
    for number, case in enumerate(cases):
        if "large" in case["flags"] and not record["large"]:
            outcome_codes, wanted = outcome_codes + ".", wanted + "."
            costs.append("")
            continue
        result = record["cases"].get(case["id"], ["agree", ""])
        outcome, expectation = outcome_of(result), judge.of(case)
        outcome_codes += format(codes[outcome], "x")
        wanted += expectation.wanted[0]
        given.append((expectation.wanted, outcome))
        costs.append("".join(set(known[outcome].costs) & set(belongs(expectation, outcome))))
        if detail := detail_of(result, case):
            details[number] = detail
    return {
        "name": f"{testee['name']}@{testee['version']}", "testee": testee, "date": record["date"], "profile": record["profile"],
        "missing": not_compared(testee), "judges_only": {"metadata", "tensors"} <= set(testee["omits"]), "levels": record["levels"], "counts": record["counts"],
        "verdicts": verdicts(given), "outcomes": outcome_codes, "wanted": wanted, "details": details,
        "costs": {number: sorted(letters) for number, letters in enumerate(costs) if letters},
    }


def check(record, digest, ids):
    """Refuses what is no record of a reader, of a part, or of cases that are not there."""
    if record.get("ggufproof_record") != 1:
        raise Unfit("is no record of gguf-certify")
    if record["filtered"] or record["part"] != [1, 1]:
        raise Unfit("leaves cases out")
    if record["corpus"] == digest and not set(record["cases"]) <= ids:
        raise Unfit("lists cases that do not exist")


def check_figures(made, record):
    """Refuses a record whose levels or verdicts do not follow from its cases."""
    if made["verdicts"] != record["verdicts"]:
        raise Unfit(f"states the verdicts {record['verdicts']}; its cases say {made['verdicts']}")
    for level in tables.levels():
        lost = sum(level.letter in letters for letters in made["costs"].values())
        if lost != made["levels"][level.name]["lost"]:
            raise Unfit(f"states {made['levels'][level.name]['lost']} cases lost for {level.name}; its cases say {lost}")


def read_records(paths, digest, ids):
    for path in paths:
        try:
            record = json.loads(Path(path).read_text())
            check(record, digest, ids)
        except (Unfit, ValueError, KeyError) as fault:
            raise Unfit(f"{path}: {fault}") from fault
        yield record


def title(record):
    return f"{record['testee']['name']}@{record['testee']['version']}"


def columns_of(records, cases, rules, known):
    made = []
    for record in records:
        try:
            made.append(column(record, cases, rules, known))
            check_figures(made[-1], record)
        except (Unfit, KeyError) as fault:
            raise Unfit(f"{title(record)}: {fault}") from fault
    # Whoever reaches most levels first, then whoever has the fewest faults.
    faults = [name for name in made[0]["counts"] if name not in ("agree", "disputed", "unsupported")] if made else []
    return sorted(made, key=lambda one: (-sum(level["reached"] for level in one["levels"].values()),
                                         sum(one["counts"][name] for name in faults), one["name"]))


def stale(records, digest):
    """The records that have to be made again: of another corpus, and of no older release than one that is not."""
    newest = {}
    for record in records:
        if record["corpus"] == digest:
            newest[reader_of(record)] = max(version_key(record["testee"]["version"]), newest.get(reader_of(record), []))
    return [title(record) for record in records if record["corpus"] != digest
            and version_key(record["testee"]["version"]) > newest.get(reader_of(record), [])]


def by_family(cases, columns, known):
    """[family, cases, [right, given] of each reader], for the overview."""
    failures = {format(code, "x") for code, name in enumerate(known) if name not in tables.NOT_FAILURES}
    members = {}
    for number, case in enumerate(cases):
        members.setdefault(case.get("rule", "").split(".")[0], []).append(number)
    for family, numbers in members.items():
        tallies = []
        for one in columns:
            given = [one["outcomes"][number] for number in numbers if one["outcomes"][number] != "."]
            tallies.append((sum(code not in failures for code in given), len(given)))
        yield family, len(numbers), tallies


def make(corpus, cases, rules, record_paths):
    """The page's text, and the names of the records that it leaves out."""
    known, digest = tables.outcomes(), corpus_digest(corpus, cases)
    cases = in_order(cases, rules)
    records = list(read_records(record_paths, digest, {case["id"] for case in cases}))
    left_out = stale(records, digest)
    columns = columns_of([record for record in records if record["corpus"] == digest], cases, rules, known)
    judge = Judge(rules)
    data = {
        "outcomes": [outcome._asdict() | {"failure": outcome.name not in tables.NOT_FAILURES} for outcome in known.values()],
        "levels": [level._asdict() for level in tables.levels()],
        "rules": rules,
        "readers": columns,
        "cases": [shown_case(corpus, case, judge) for case in cases],
    }
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True, trim_blocks=True,
                                     lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    dates = sorted(one["date"] for one in columns)
    page = environment.get_template("page.html.j2").render(
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        style=(HERE / "page.css").read_text(), scripts=[(HERE / name).read_text() for name in SCRIPTS],
        suite=(corpus / "VERSION").read_text().strip(), digest=digest, dates=dates, readers=columns, levels=data["levels"],
        outcomes=data["outcomes"], families=list(by_family(cases, columns, known)), cases=cases, rules=rules,
        trend=list(trend(records, digest, cases)), left_out=left_out)
    return page, left_out


def main():
    parser = argparse.ArgumentParser(description="Makes the page on which all readers stand side by side.")
    parser.add_argument("--corpus", type=Path, required=True, help="the corpus, or an export of it")
    parser.add_argument("--manifest", type=Path, help="its manifest, if not CORPUS/manifest.json or those in its folders")
    parser.add_argument("--rules", type=Path, required=True, help="what gguf-validate --list-rules --format json says")
    parser.add_argument("--records", nargs="*", default=[], help="records of gguf-certify, one a reader")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    try:
        page, left_out = make(asked.corpus, read_cases(asked.corpus, asked.manifest), json.loads(asked.rules.read_text())["rules"], asked.records)
    except Unfit as fault:
        sys.exit(f"make_page: {fault}")
    asked.out.write_text(page)
    if left_out:
        print("make_page: left out, since they were made with another corpus:", ", ".join(left_out), file=sys.stderr)
        sys.exit(LEFT_OUT)


if __name__ == "__main__":
    main()
