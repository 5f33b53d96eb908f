# modelvet of tetsuo-ai: a validator in C with a Python binding, which judges the bytes of a whole file.
import modelvet

import protocol


def fault_of(file):
    report = modelvet.verify_path(file, "gguf")
    return None if report.accepted else f"{report.violation_name} at byte {report.offset}"


protocol.serve_validator({"name": "modelvet", "version": modelvet.__version__, "language": "C", "reads": "data"}, fault_of)
