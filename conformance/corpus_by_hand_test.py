#!/usr/bin/env python3
# What corpus/README.md tells its reader to do with a case's file shows what the manifest says of it: on standard input,
# under its name, beside other shards, beside its original.
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "validator"))
from commands import CommandTest, Run, main  # noqa: E402

CORPUS = ROOT / "corpus"
CASES = {case["id"]: case for path in sorted(CORPUS.glob("*/*/manifest.json"))
         for case in json.loads(path.read_text())["cases"]}
LONGEST = 1 << 20


class ByHand(CommandTest):
    def make(self, case, name):
        path = self.folder / case["id"].replace("/", "-") / name
        path.parent.mkdir(exist_ok=True)
        text = (CORPUS / case["file"]).with_suffix(".txt")
        made = Run("gguf-make", "case", text, "-o", path)
        self.assertEqual(0, made.code, made.err)
        return path

    def found(self, path, *arguments, stdin=None):
        """What gguf-validate finds in one of the files that it is given."""
        with open(stdin or os.devnull, "rb") as file:
            run = Run("gguf-validate", "--format", "json", "--jobs", "1", *arguments, stdin=file.read())
        self.assertIn(run.code, (0, 1), run.err)
        judged, = [one for one in json.loads(run.out)["files"] if one["path"] == str(path)]
        return judged

    def says_the_same(self, case, judged):
        told = {one["rule"] for one in [case, *case["also"]] if "rule" in one}
        grave = {one["rule"] for one in judged["findings"] if one["severity"] != "note"}
        self.assertLessEqual(grave, told, case["id"])
        self.assertEqual(case["verdict"]["default"], judged["verdict"], case["id"])

    def test_on_standard_input(self):
        for case in CASES.values():
            if "name" not in case and "original" not in case and case["size"] <= LONGEST:
                way = ["--roundtrip"] if "roundtrip" in case["flags"] else []
                self.says_the_same(case, self.found("-", "-", *way, stdin=self.make(case, "file")))

    def test_under_its_name_by_itself(self):
        alone = [case for case in CASES.values() if "name" in case and "with" not in case]
        self.assertGreater(len(alone), 30)
        for case in alone:
            path = self.make(case, case["name"])
            self.says_the_same(case, self.found(path, "--severity", "shard.missing=off", path))

    def test_beside_other_shards(self):
        sets = [case for case in CASES.values() if "with" in case]
        self.assertGreater(len(sets), 10)
        for case in sets:
            path = self.make(case, case["name"])
            for other in (CASES[id] for id in case["with"]):
                self.make(other, other["name"]).rename(path.parent / other["name"])
            first = "-00001-of-" in case["name"]
            self.says_the_same(case, self.found(path, *([path] if first else sorted(path.parent.iterdir()))))

    def test_beside_its_original(self):
        compared = [case for case in CASES.values() if "original" in case]
        self.assertGreater(len(compared), 3)
        for case in compared:
            original = self.make(CASES[case["original"]], "original.gguf")
            path = self.make(case, "model.gguf")
            self.says_the_same(case, self.found(path, "--against", original, path))


if __name__ == "__main__":
    main()
