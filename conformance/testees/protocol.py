# The side of the testee in the protocol of ../protocol/README.md, for testees in Python: answers line by line, tells a
# refusal from a crash, and says values as a canonical dump does. What a reader or writer raises is its refusal; what no
# reader may do, running out of memory or stack, ends the testee, and so does a fault of the testee's own.
import contextlib
import hashlib
import json
import os
import struct
import sys

MOST_ANSWER = 64 << 20  # bytes of one answer


class Refused(Exception):
    """The reader or writer does not take it, for the reason given."""


class Skipped(Exception):
    """The testee cannot ask its reader or writer, for the reason given."""


@contextlib.contextmanager
def asking():
    """What is raised within comes from the reader or writer: a refusal, unless it ran out of memory or stack."""
    try:
        yield
    except (MemoryError, RecursionError, Refused, Skipped):
        raise
    except Exception as fault:
        raise Refused(f"{type(fault).__name__}: {fault}"[:1000])


def digest(data):
    return hashlib.sha256(data).hexdigest()


def text(value):
    """A text: str, surrogates from U+DC80 standing for bytes that are not UTF-8, or bytes."""
    if len(value) > MOST_ANSWER:
        raise Skipped("a text is longer than an answer may be")
    raw = value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return {"bytes": raw.hex()}


def f32(value):
    """The bits of a float. A signalling NaN of 32 bits does not pass through a Python float."""
    return struct.pack(">f", value).hex()


def f64(value):
    return struct.pack(">d", value).hex()


SCALARS = {"u64": str, "i64": str, "f32": f32, "f64": f64, "string": text}  # others are numbers in JSON as well


def scalar(type, value):
    return SCALARS[type](value) if type in SCALARS else value


def array(type, items):
    """An array; items as a dump has them."""
    return {"element_type": type, "count": str(len(items)), "elements": items}


def check_count(count):
    """An array of so many elements must fit in an answer: each takes two bytes at least."""
    if count > MOST_ANSWER // 2:
        raise Skipped("an array is longer than an answer may be")


def untyped(value):
    """What a reader that keeps no types tells of a value."""
    if isinstance(value, (str, bytes)):
        return text(value)
    if isinstance(value, (list, tuple)):
        check_count(len(value))
        return [untyped(item) for item in value]
    if isinstance(value, int) and abs(value) > 2**53:
        return {"integer": str(value)}
    if isinstance(value, float) and value - value != 0:
        return {"float": "nan" if value != value else "inf" if value > 0 else "-inf"}
    return value


def answer(message, read, write):
    try:
        if message["command"] == "read":
            return {"accepted": read(message["file"], message.get("decode", False))}
        write(message["file"], message["description"])
        return {"written": True}
    except Refused as reason:
        return {"refused": str(reason)}
    except Skipped as reason:
        return {"skipped": str(reason)}


def serve(start, read=None, write=None):
    """Answer until told to stop. start: who this is; read(file, decode): the dump of what the reader says;
    write(file, description). Both call the reader or writer within asking()."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints is no answer
    for line in sys.stdin:
        message = json.loads(line)
        if message["command"] == "stop":
            break
        reply = {"protocol": 1, **start} if message["command"] == "start" else \
            {"id": message["id"], **answer(message, read, write)}
        reply = json.dumps(reply)
        if len(reply) > MOST_ANSWER:
            reply = json.dumps({"id": message["id"], "skipped": "the dump is longer than an answer may be"})
        print(reply, file=out, flush=True)


DUMP = ["version", "endian", "alignment", "data_offset", "value_types", "metadata", "tensors"]


def serve_validator(start, fault_of):
    """For a program that judges files and tells nothing of what they say. fault_of(file): what is wrong with it, or None."""

    def read(file, decode):
        with asking():
            fault = fault_of(file)
        if fault is not None:
            raise Refused(fault)
        return {}

    serve({"omits": DUMP, **start}, read)
