#!/usr/bin/env python3
# gguf-validate --readers as its users see it, and the table behind it. Which readers fail which case is read from the
# records here once more, without the code that makes the table.
import json
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "validator"), str(HERE)]
from commands import CommandTest, Run, main  # noqa: E402
from readers_table import Trait, Trouble, is_reader, table, troubles_of  # noqa: E402

CORPUS = HERE.parent / "corpus"
VALIDATORS = {"c4nary", "modelvet", "modelvet in llm-checker", "hayward", "safegguf"}
OTHERS = VALIDATORS | {"minimal", "tutorial", "llama.cpp"}


def recorded():
    """{reader@version: record} of other people's readers."""
    found = [json.loads(path.read_text()) for path in (HERE / "results").glob("*.json")]
    return {f'{one["testee"]["name"]}@{one["testee"]["version"]}': one["cases"]
            for one in found if one["testee"]["name"] not in OTHERS}


def failing(case, outcomes, said=""):
    """Readers whose record has one of these outcomes for a case, and begins what it says so."""
    return {reader for reader, cases in recorded().items()
            if cases.get(case, [""])[0] in outcomes and cases[case][1].startswith(said)}


class Table(unittest.TestCase):
    def test_is_what_the_records_say(self):
        run = subprocess.run([HERE / "readers_table.py", "--check"], capture_output=True)
        self.assertEqual((0, b""), (run.returncode, run.stderr))

    def test_readers_tell_what_they_read(self):
        testee = {"name": "a", "judges": "container", "omits": ["metadata"]}
        self.assertTrue(is_reader(testee))
        for change in ({"judges": "model"}, {"omits": ["tensors", "metadata", "order"]}, {"name": "minimal"}):
            self.assertFalse(is_reader(testee | change))

    def test_outcomes(self):
        results = {"a": ["refused-valid", "no"], "b": ["wrong-value", "tensors[12].size: expected 1, told 2"],
                   "c": ["disputed", "accepted"], "d": ["disputed", "refused: x: expected y"], "e": ["crash", "signal 11"],
                   "f": ["disputed", "accepted: version: expected 3, told 1"], "g": ["unsupported", "refused"],
                   "h": ["hang", ""], "i": ["over-allocation", ""]}
        wanted = {"a": ("refuses", ""), "b": ("misreads", "tensors.size"), "d": ("refuses", ""), "e": ("crashes", ""),
                  "f": ("misreads", "version"), "h": ("hangs", ""), "i": ("exhausts", "")}
        found = troubles_of(results, [Trait(case, [case], []) for case in "abcdefghij"])
        self.assertEqual({case: Trouble(*what, case) for case, what in wanted.items()}, found)

    def test_first_witness_counts(self):
        self.assertEqual({"t": Trouble("crashes", "", "two")},
                         troubles_of({"two": ["crash", ""], "three": ["refused-valid", ""]},
                                     [Trait("t", ["one", "two", "three"], [])]))

    def test_what_another_trait_explains_proves_nothing(self):
        both = [Trait("large", ["big"], ["type"]), Trait("type", ["i8"], [])]
        refused = ["refused-valid", ""]
        self.assertEqual({"type"}, set(troubles_of({"big": refused, "i8": refused}, both)))
        self.assertEqual({"large"}, set(troubles_of({"big": refused}, both)))
        self.assertEqual({"large", "type"}, set(troubles_of({"big": refused, "i8": ["wrong-value", ""]}, both)))

    def test_readers_that_do_the_same_share_a_row(self):
        text = table({"r@1": {"c": ["crash", ""]}, "r@2": {}, "s@1": {"c": ["crash", ""]}}, [Trait("t", ["c"], [])])
        self.assertIn('READER("r@1")\nREADER("r@2")\nREADER("s@1")\n\nTROUBLE("t", crashes, "", "c",\n        "r@1, s@1")\n', text)


class Command(CommandTest):
    def readers(self, case):
        run = Run("gguf-validate", "--readers", "--format", "json", CORPUS / f"{case}.gguf")
        self.assertEqual(Run("gguf-validate", CORPUS / f"{case}.gguf").code, run.code)
        self.assertEqual(b"", run.err)
        return json.loads(run.out)["files"][0]["readers"]

    def troubled(self, case, trait, does):
        return {reader for row in self.readers(case)["trouble"] if (row["trait"], row["does"]) == (trait, does)
                for reader in row["readers"]}

    def test_who_refuses_nested_arrays(self):
        refusing = failing("arrays/nested", {"disputed", "refused-valid"}, "refused") | failing("arrays/nested", {"refused-valid"})
        self.assertTrue(refusing)
        self.assertEqual(refusing, self.troubled("disputed/arrays/nested", "array.nested", "refuses"))
        row = next(row for row in self.readers("disputed/arrays/nested")["trouble"] if row["does"] == "refuses")
        self.assertEqual(("kv[1].value.element_type", "arrays/nested", ""), (row["at"], row["case"], row["member"]))
        self.assertIn("an array holds arrays", row["message"])

    def test_who_misreads_a_type(self):
        for case, trait in (("types/mxfp4", "type.mxfp4"), ("types/q1-0", "type.q1-0"), ("alignment/16", "alignment.not-32")):
            wanted = failing(case, {"wrong-value"})
            self.assertTrue(wanted)
            self.assertEqual(wanted, self.troubled(f"valid/{case}", trait, "misreads"))

    def test_a_type_is_told_in_other_files_too(self):
        self.assertEqual(failing("types/mxfp4", {"wrong-value"}),
                         self.troubled("valid/values/scale-large-mxfp4", "type.mxfp4", "misreads"))

    def test_a_plain_file_troubles_nobody(self):
        readers = self.readers("valid/layout/offset-aligned")
        self.assertEqual([], readers["trouble"])
        self.assertEqual(set(recorded()), set(readers["no_trouble"]))

    def test_errors_of_other_kinds_leave_it_open(self):
        readers = self.readers("invalid/layout/offset-unaligned")
        self.assertEqual({"trouble": [], "no_trouble": None}, readers)

    def test_text(self):
        path = CORPUS / "disputed/arrays/nested.gguf"
        lines = [line for line in Run("gguf-validate", "--readers", path).lines() if " readers: " in line or line[0] == " "]
        self.assertRegex(lines[0], r'nested.gguf: readers: an array holds arrays.* \[array.nested\] at kv\[1\].value')
        for reader in failing("arrays/nested", {"disputed"}, "refused"):
            self.assertTrue(any(line.startswith("  refused by ") and reader in line and "case arrays/nested)" in line
                                for line in lines), reader)
        self.assertIn("readers: no trouble is known of ", lines[-1])
        self.assertEqual(Run("gguf-validate", "-q", path).out, Run("gguf-validate", "-q", "--readers", path).out)
        plain = Run("gguf-validate", "--readers", CORPUS / "valid/layout/offset-aligned.gguf").lines()
        for reader in recorded():
            self.assertIn(reader, plain[-1])
        broken = Run("gguf-validate", "--readers", CORPUS / "invalid/layout/offset-unaligned.gguf")
        self.assertIn(b"readers: any may refuse it for its errors\n", broken.out)

    def test_texts_of_a_file_are_escaped(self):
        for case in ("disputed/tensors/name-duplicate", "disputed/strings/utf8-in-tensor-name", "disputed/metadata/key-control-character"):
            self.has_no_raw_control(Run("gguf-validate", "--readers", CORPUS / f"{case}.gguf").out)


if __name__ == "__main__":
    main()
