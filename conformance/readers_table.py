#!/usr/bin/env python3
# Which known readers stumble over which traits of good files: writes spec/readers.def, for gguf-validate --readers, from
# the records of conformance/results/ and the traits and witnesses of spec/traits.def.
#
#   conformance/readers_table.py                 writes the table
#   conformance/readers_table.py --check         writes nothing; exit status 1 where the table is not fresh
#
# A reader is a testee that judges the structure of files and tells what it read. Validators tell no more than their verdict,
# and what the suite itself ships (minimal) is nobody's reader; llama.cpp's loader judges models and reads them by ggml.
import argparse
import json
import re
import sys
from collections import defaultdict, namedtuple
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "page"))
import tables  # noqa: E402

TABLE = tables.ROOT / "spec" / "readers.def"
OURS = {"minimal", "tutorial"}
DOES = {"refused-valid": "refuses", "wrong-value": "misreads", "crash": "crashes", "hang": "hangs",
        "over-allocation": "exhausts"}
HEAD = '''\
// Which known readers stumble over which traits of good files (spec/traits.def), worked out by conformance/readers_table.py
// from the records of conformance/results/. Not to be edited: a test compares it with them.
//
// columns: READER("reader@version")
//          TROUBLE("trait", what it does, "member that it misreads", "case that shows it", "reader@version, ...")
#ifndef READER
#define READER(name)
#endif
#ifndef TROUBLE
#define TROUBLE(trait, does, member, witness, readers)
#endif

'''

Trait = namedtuple("Trait", "name witnesses others")
Trouble = namedtuple("Trouble", "does member witness")


def traits():
    """All traits: those of rules, those of shapes, tensor types."""
    names = {row[0]: row[1] for path in sorted((tables.ROOT / "spec").glob("rules_*.def"))
             for row in tables.rows(path.relative_to(tables.ROOT), "RULE")}
    for rule, witnesses, others in tables.rows("spec/traits.def", "RULE_TRAIT"):
        yield Trait(names[rule], witnesses.split(), others.split())
    for _, name, _, witnesses, others in tables.rows("spec/traits.def", "SHAPE_TRAIT"):
        yield Trait(name, witnesses.split(), others.split())
    for _, _, name, _, _, status in tables.rows("spec/tensor_types.def", "TENSOR_TYPE"):
        if status != "retired" and name != "F32":
            name = name.lower().replace("_", "-")
            yield Trait(f"type.{name}", [f"types/{name}"], [])


def is_reader(testee):
    verdict_alone = {"metadata", "tensors"} <= set(testee["omits"])
    return testee["judges"] == "container" and not verdict_alone and testee["name"] not in OURS


def records(folder):
    """{reader@version: its results by case}, sorted."""
    found = [json.loads(path.read_text()) for path in folder.glob("*.json")]
    return {f'{record["testee"]["name"]}@{record["testee"]["version"]}': record["cases"]
            for record in sorted(found, key=lambda one: (one["testee"]["name"].lower(), one["testee"]["version"]))
            if is_reader(record["testee"])}


def trouble_with(case, results):
    """What a reader's record says that it does wrong with a valid or disputed case; None where there is nothing."""
    outcome, said = results.get(case, ["agree", ""])
    member = re.match(r"(?:accepted: )?([\w.\[\]]+): expected ", said)
    member = re.sub(r"\[\d+\]", "", member[1]) if member else ""
    if outcome == "disputed":  # what it takes and reads as it stands there is right, and so is a refusal, to one of the two
        does = "refuses" if said.startswith("refused") else "misreads" if member else None
    else:
        does = DOES.get(outcome)
    return does and Trouble(does, member if does == "misreads" else "", case)


def troubles_of(results, all_traits):
    """{trait: Trouble} of one reader: the first witness that it fails and that proves something."""
    failed = {}
    for trait in all_traits:
        troubles = [trouble_with(case, results) for case in trait.witnesses]
        failed[trait.name] = next(filter(None, troubles), None)
    for trait in all_traits:
        others = [failed[name] for name in trait.others]
        if failed[trait.name] and any(other and other.does == failed[trait.name].does for other in others):
            failed[trait.name] = None
    return {name: trouble for name, trouble in failed.items() if trouble}


def table(all_records, all_traits):
    """The text of spec/readers.def."""
    all_traits = list(all_traits)
    rows = defaultdict(list)
    for reader, results in all_records.items():
        for name, trouble in troubles_of(results, all_traits).items():
            rows[name, trouble].append(reader)
    lines = [f'READER("{reader}")\n' for reader in all_records] + ["\n"]
    for trait in all_traits:
        for name, trouble in sorted(row for row in rows if row[0] == trait.name):
            lines.append(f'TROUBLE("{name}", {trouble.does}, "{trouble.member}", "{trouble.witness}",\n'
                         f'        "{", ".join(rows[name, trouble])}")\n')
    return HEAD + "".join(lines) + "\n#undef READER\n#undef TROUBLE\n"


def main():
    parser = argparse.ArgumentParser(description="Writes spec/readers.def from the records of conformance/results/.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 where the table is not fresh")
    fresh = table(records(tables.ROOT / "conformance" / "results"), traits())
    if not parser.parse_args().check:
        TABLE.write_text(fresh)
    elif TABLE.read_text() != fresh:
        sys.exit("spec/readers.def is not what conformance/results/ says: run conformance/readers_table.py")


if __name__ == "__main__":
    main()
