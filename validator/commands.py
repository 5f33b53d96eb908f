# What the tests of the commands share: running a command as a user does, and GGUF files put together
# byte by byte from the document, without any code of the project.
#
# GGUFPROOF_BIN names the folder of the commands, GGUFPROOF_FETCHED the one of ci/fetch.
import importlib
import os
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN = Path(os.environ.get("GGUFPROOF_BIN", "build/release/bin"))
FETCHED = Path(os.environ.get("GGUFPROOF_FETCHED", ".cache/fetched"))
SKIPPED = 77
# Root may read everything; without these two capabilities it is like anybody else.
NO_PRIVILEGE = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()


def import_fetched(*names):
    """Modules that ci/fetch brings, such as gguf: starts the script again under that Python, or skips it where there is none."""
    try:
        return [importlib.import_module(name) for name in names]
    except ImportError:
        python = FETCHED / "venv" / "bin" / "python"
        if python.exists() and Path(sys.prefix).resolve() != (FETCHED / "venv").resolve():
            os.execv(python, [str(python), *sys.argv])
        print("SKIPPED: ci/fetch has not brought the Python package " + " or ".join(names))
        sys.exit(SKIPPED)


class Run:
    """What a command did: code, out and err as bytes."""

    def __init__(self, command, *arguments, stdin=b"", env=None, cwd=None, wrapper=()):
        done = subprocess.run([*wrapper, str(BIN / command), *map(os.fspath, arguments)], input=stdin, cwd=cwd,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **(env or {})})
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr

    def lines(self):
        return self.out.decode().splitlines()


class CommandTest(unittest.TestCase):
    """A test case with a folder of its own, made anew for each test."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def has_no_raw_control(self, output):
        """Nothing that moves a cursor or cannot be shown: UTF-8 without C0 (but \n), DEL, C1 and bidirectional controls."""
        text = output.decode("utf-8")
        self.assertEqual([], [hex(ord(c)) for c in text if (c < " " and c != "\n") or "\x7f" <= c < "\xa0" or
                              "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069"])


def text(value):
    raw = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<Q", len(raw)) + raw


def header(tensors, pairs, version=3):
    return b"GGUF" + struct.pack("<IQQ", version, tensors, pairs)


def pair(key, code, value):
    return text(key) + struct.pack("<I", code) + value


def info(name, dimensions, code, offset):
    return (text(name) + struct.pack(f"<I{len(dimensions)}QIQ", len(dimensions), *dimensions, code, offset))


def padded(data, alignment=32):
    return data + bytes(-len(data) % alignment)


# An architecture of our own, of which no rule knows what keys and tensors a model of it needs: one note, no error.
NAMED = pair("general.architecture", 8, text("house"))
# 24 + 20 + 8 + 4 + 13 bytes, then 33 of the info: 102, so the data begin at 128.
GOOD = padded(header(1, 1) + NAMED + info("a", [8], 0, 0)) + bytes(32)
# The same whose offset, at bytes 94 to 102, is not a multiple of 32.
UNALIGNED = padded(header(1, 1) + NAMED + info("a", [8], 0, 8)) + bytes(64)


def main():
    """Runs the tests of a script; one that skipped, with none failed, makes the whole run count as skipped."""
    if not BIN.is_dir():
        sys.exit(f"no folder {BIN}: set GGUFPROOF_BIN to the folder of the commands")
    result = unittest.main(exit=False).result
    for case, reason in result.skipped:
        print(f"SKIPPED: {case}: {reason}")
    sys.exit(1 if not result.wasSuccessful() else SKIPPED if result.skipped else 0)
