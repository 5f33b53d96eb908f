#!/usr/bin/env python3
# validator/troubleshooting.md by its rows: gguf-validate names the rule for the case, and llama.cpp itself says the words.
#
# llama.cpp is the library that ci/fetch brings, opened by ctypes; each case has a process of its own, since some end it.
import ctypes
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "validator"))
from commands import BIN, FETCHED, SKIPPED  # noqa: E402

PAGE = ROOT / "validator/troubleshooting.md"
ROW = re.compile(r"\| `(?P<words>[^`]+)` \| .* \| (?:`(?P<rule>[^`]+)`|none; it is right) \| `(?P<case>[^`]+)` \|")
Log = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)


class Parameters(ctypes.Structure):
    """llama_model_params, passed by value: in memory, so that only the first bytes count and there may be more."""

    _fields_ = [("bytes", ctypes.c_uint8 * 1024)]


def library(pattern):
    return ctypes.CDLL(str(next((FETCHED / "lib").glob(pattern))), mode=ctypes.RTLD_GLOBAL)


def load(path):
    """Prints what llama.cpp says while it loads a model."""
    library("libggml-base.so")
    ggml, llama = library("libggml.*.so"), library("libllama.v*.so")
    log = Log(lambda level, text, data: print(text.decode(errors="replace"), end="", flush=True))
    llama.llama_log_set(log, None)
    ggml.ggml_backend_load_all_from_path(str(FETCHED / "lib").encode())
    llama.llama_model_default_params.restype = Parameters
    llama.llama_model_load_from_file.argtypes = [ctypes.c_char_p, Parameters]
    llama.llama_model_load_from_file.restype = ctypes.c_void_p
    print("LOADED" if llama.llama_model_load_from_file(path.encode(), llama.llama_model_default_params()) else "REFUSED")


class Troubleshooting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = [match.groupdict() for match in map(ROW.fullmatch, PAGE.read_text().splitlines()) if match]

    def test_every_row_is_read(self):
        self.assertEqual(len(self.rows), sum(line.startswith("| `") for line in PAGE.read_text().splitlines()))
        self.assertGreater(len(self.rows), 20)

    def test_the_rule_is_told(self):
        for row in self.rows:
            with self.subTest(**row):
                said = subprocess.run([BIN / "gguf-validate", ROOT / f"corpus/{row['case']}.gguf"], stdout=subprocess.PIPE, text=True, check=False)
                if row["rule"]:
                    self.assertIn(f"[{row['rule']}]", said.stdout)
                else:
                    self.assertEqual(0, said.returncode, said.stdout)

    def test_llama_says_so(self):
        for row in self.rows:
            with self.subTest(**row):
                said = subprocess.run([sys.executable, __file__, "--load", ROOT / f"corpus/{row['case']}.gguf"], stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True, check=True).stdout
                self.assertIn("REFUSED", said)
                self.assertIn(row["words"], said)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--load"]:
        load(sys.argv[2])
    elif not (FETCHED / "lib").is_dir():
        print("SKIPPED: ci/fetch has not brought llama.cpp")
        sys.exit(SKIPPED)
    else:
        unittest.main()
