# ggufproof, the GGUF validator, for Python: one file over libggufproof.so, by ctypes alone.
#
#     import ggufproof
#     report = ggufproof.validate_file("model.gguf")
#     for finding in report.findings:
#         print(finding.message)
#
# The library is looked for by its soname, as any is, or where the variable GGUFPROOF_LIBRARY says.
import ctypes
import dataclasses
import os
from ctypes import POINTER, byref, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

PROFILES = ("default", "spec", "ggml")
DATA = ("values", "bounds", "none")
SEVERITIES = ("off", "note", "warning", "error")
_OK, _BAD_ARGUMENT, _UNREADABLE, _NO_MEMORY = range(4)


class Unreadable(OSError):
    """The file cannot be read, or changed while it was."""


class _Sized(ctypes.Structure):
    """A structure that says its own size first, as every one of the C interface does."""

    def __init__(self, **fields):
        super().__init__(size=ctypes.sizeof(self), **fields)


class _Options(_Sized):
    _fields_ = [("size", c_size_t), ("profile", c_int32), ("data", c_int32), ("max_findings", c_uint64), ("jobs", c_uint64),
                ("name", c_char_p), ("severities", POINTER(c_char_p))]


class _Summary(_Sized):
    _fields_ = [("size", c_size_t), ("valid", c_int32), ("big_endian", c_int32), ("version", c_uint32), ("role", c_char_p),
                *((name, c_uint64) for name in ("bytes", "pairs", "tensors", "errors", "warnings", "notes", "findings"))]


class _Finding(_Sized):
    _fields_ = [("size", c_size_t), ("rule", c_char_p), ("severity", c_int32), ("begin", c_uint64), ("end", c_uint64),
                *((name, c_char_p) for name in ("at", "subject", "got", "wanted", "message", "clause", "remedy"))]


_library = ctypes.CDLL(os.environ.get("GGUFPROOF_LIBRARY", "libggufproof.so.0"))
for _name, _result, *_arguments in (
        ("version", c_char_p),
        ("validate_buffer", c_int32, c_void_p, c_size_t, POINTER(_Options), POINTER(c_void_p)),
        ("validate_file", c_int32, c_char_p, POINTER(_Options), POINTER(c_void_p)),
        ("report_error", c_char_p, c_void_p),
        ("report_summary", c_int32, c_void_p, POINTER(_Summary)),
        ("report_finding", c_int32, c_void_p, c_uint64, POINTER(_Finding)),
        ("report_free", None, c_void_p)):
    _function = getattr(_library, "ggufproof_" + _name)
    _function.restype, _function.argtypes = _result, _arguments


@dataclasses.dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a file; `begin` and `end` are the bytes concerned, half-open."""

    rule: str
    severity: str
    begin: int
    end: int
    at: str
    subject: str
    got: str
    wanted: str
    message: str
    clause: str
    remedy: str


@dataclasses.dataclass(frozen=True)
class Report:
    """What was found in a file. `errors`, `warnings` and `notes` count all findings, `findings` has those that were kept."""

    valid: bool
    endian: str
    version: int
    role: str
    bytes: int
    pairs: int
    tensors: int
    errors: int
    warnings: int
    notes: int
    findings: tuple


def version():
    """The library's version, such as "0.1.0"."""
    return _library.ggufproof_version().decode()


def validate(data, /, **options):
    """Judges `data`, all bytes of a file: bytes, a memoryview, an mmap, a NumPy array; what is neither bytes nor writable is
    copied. See validate_file for the options."""
    view = memoryview(data).cast("B")
    if view.readonly or not view.nbytes:  # ctypes gives no address of what cannot be written to, but takes bytes
        return _run(_library.ggufproof_validate_buffer, (data if type(data) is bytes else view.tobytes(), view.nbytes), None, **options)
    shared = (ctypes.c_char * view.nbytes).from_buffer(view)
    return _run(_library.ggufproof_validate_buffer, (ctypes.addressof(shared), view.nbytes), None, **options)


def validate_file(path, /, **options):
    """Judges a file by its path. Options: profile ("default", "spec", "ggml"), data ("values", "bounds", "none"),
    max_findings, jobs, name (the file's name, to judge it), severities (a list such as ["template.*=error"]).
    Returns a Report; raises Unreadable where the file cannot be read and ValueError for a wrong option."""
    return _run(_library.ggufproof_validate_file, (os.fsencode(path),), path, **options)


def _index(names, given, what):
    if given not in names:
        raise ValueError(f"{given!r} is no {what}: there are {', '.join(names)}")
    return names.index(given)


def _run(judge, subject, path, /, *, profile="default", data="values", max_findings=0, jobs=0, name=None, severities=()):
    texts = (c_char_p * (len(severities) + 1))(*(os.fsencode(text) for text in severities), None)
    options = _Options(profile=_index(PROFILES, profile, "profile"), data=_index(DATA, data, "depth of data"),
                       max_findings=max_findings, jobs=jobs, name=None if name is None else os.fsencode(name), severities=texts)
    report = c_void_p()
    status = judge(*subject, byref(options), byref(report))
    try:
        if status != _OK:
            _fail(status, _library.ggufproof_report_error(report).decode(), path)
        return _copy(report)
    finally:
        _library.ggufproof_report_free(report)


def _fail(status, why, path):
    if status == _NO_MEMORY:
        raise MemoryError(why)
    if status == _BAD_ARGUMENT:
        raise ValueError(why)
    if status == _UNREADABLE:
        raise Unreadable(f"{path}: {why}")
    raise RuntimeError(why)


def _text(value):
    return value.decode() if isinstance(value, bytes) else value


def _members(structure):
    return {name: _text(getattr(structure, name)) for name, *_ in structure._fields_ if name != "size"}


def _copy(report):
    summary, finding = _Summary(), _Finding()
    _library.ggufproof_report_summary(report, byref(summary))
    findings = []
    for i in range(summary.findings):
        _library.ggufproof_report_finding(report, i, byref(finding))
        members = _members(finding)
        findings.append(Finding(**{**members, "severity": SEVERITIES[members["severity"]]}))
    members = _members(summary)
    endian = "big" if members.pop("big_endian") else "little"
    return Report(**{**members, "valid": bool(members["valid"]), "endian": endian, "findings": tuple(findings)})
