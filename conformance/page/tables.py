# The tables of the project's C++ that the page needs, read from the .def files in which they stand once.
import re
from collections import namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

Outcome = namedtuple("Outcome", "name costs meaning symbol")
Level = namedtuple("Level", "id name promise letter")

# One character for each outcome: capitals are faults. A dispute's is by what the reader did: see DISPUTES.
SYMBOLS = {
    "agree": "\u2713", "unsupported": "\u2013", "refused-valid": "R", "accepted-invalid": "T", "wrong-value": "V",
    "wrong-stage": "S", "crash": "C", "hang": "H", "over-allocation": "M",
}
DISPUTES = {"disputed-took": "t", "disputed-refused": "r"}
NOT_FAILURES = {"agree", "unsupported", *DISPUTES}


def rows(path, macro):
    """The arguments of each MACRO(...) of a .def file, strings without their quotes."""
    text = re.sub(r"^\s*//.*", "", (ROOT / path).read_text(), flags=re.MULTILINE)
    for row in re.findall(rf'^{macro}\(((?:"(?:\\.|[^"\\])*"|[^")])*)\)', text, re.MULTILINE):
        yield [plain or quoted for quoted, plain in re.findall(r'"((?:\\.|[^"\\])*)"|([\w.]+)', row)]


def outcomes():
    """By name, in the order of outcomes.def; a dispute is two outcomes here, by what the reader did."""
    found = {}
    for _, name, costs, meaning in rows("conformance/outcomes.def", "OUTCOME"):
        if name != "disputed":
            found[name] = Outcome(name, costs, meaning, SYMBOLS[name])
            continue
        for did, symbol in DISPUTES.items():
            word = did.split("-")[1]
            found[did] = Outcome(did, costs, f"{word} it; authorities differ", symbol)
    return found


def levels():
    letters = {"robust": "r", "faithful": "f", "safe": "s", "strict": "t"}
    return [Level(id, name, promise, letters[id]) for id, name, promise in rows("conformance/levels.def", "LEVEL")]


def structural_rules():
    """{name: (id, scope)} of the rules that readers of containers answer for."""
    return {row[1]: (row[0], row[6]) for row in rows("spec/rules_structure.def", "RULE")}


def undecodable_rules():
    """Names of the rules whose breach leaves nothing that could be decoded."""
    ids = {row[0] for row in rows("conformance/undecodable.def", "UNDECODABLE")}
    return {name for name, (id, _) in structural_rules().items() if id in ids}
