# hayward: a scanner of model files of many formats, of whose rules those about GGUF's structure are asked. What it says it
# did not check is skipped; what it suspects of templates and texts is no matter of the format.
from pathlib import Path

import hayward

import protocol

STRUCTURE = ("MFV-GGUF-001", "MFV-GGUF-004", "MFV-GGUF-005", "MFV-LFS-001")


def fault_of(file):
    for finding in hayward.ModelFileScanner().scan_file(Path(file)):
        if "skipped_reason" in finding.metadata:
            raise protocol.Skipped(finding.message)
        if finding.rule_id in STRUCTURE:
            return f"{finding.rule_id}: {finding.message}"
    return None


protocol.serve_validator({"name": "hayward", "version": hayward.__version__, "language": "Python", "reads": "data"}, fault_of)
