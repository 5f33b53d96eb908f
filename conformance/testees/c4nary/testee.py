# c4nary: an auditor of chat templates and metadata, of which only the parser and the rules about structure are asked. A
# finding of the severity FAIL is a refusal, as it is to its command line; weaker ones are not.
import c4nary
from c4nary.parser import parse_gguf
from c4nary.rules.structure import analyze_structure

import protocol


def fault_of(file):
    faults = [finding for finding in analyze_structure(parse_gguf(file)) if finding.severity == "FAIL"]
    return f"{faults[0].rule_id}: {faults[0].detail}" if faults else None


protocol.serve_validator({"name": "c4nary", "version": c4nary.__version__, "language": "Python", "reads": "data"}, fault_of)
