#!/usr/bin/env python3
# defects.md against the records: each line's case fails in the newest release that is recorded of its reader, and what kills a
# reader is listed only if its case was public before.
import json
import re
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "page"))
from trend import DEATHS, FAILURES, version_key  # noqa: E402


def sections(text):
    """(reader, version, cases) of each heading."""
    for part in text.split("\n## ")[1:]:
        title, _, rows = part.partition("\n")
        name, _, version = title.rpartition(" ")
        yield name, version, re.findall(r"^\| `([^`]+)` \| [^|]+ \| [^|]+ \|$", rows, re.MULTILINE), rows.count("\n| `")


class Defects(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.newest = {}
        for path in sorted((HERE / "results").glob("*.json")):
            record = json.loads(path.read_text())
            known = cls.newest.setdefault(record["testee"]["name"], record)
            if version_key(record["testee"]["version"]) > version_key(known["testee"]["version"]):
                cls.newest[record["testee"]["name"]] = record
        cls.cases = {case["id"]: case for path in (HERE.parent / "corpus").rglob("manifest.json")
                     for case in json.loads(path.read_text())["cases"]}
        cls.sections = list(sections((HERE / "defects.md").read_text()))

    def test_each_is_of_the_newest_release(self):
        self.assertTrue(self.sections)
        for name, version, _, _ in self.sections:
            self.assertIn(name, self.newest)
            self.assertEqual(self.newest[name]["testee"]["version"], version, f"{name}: read its record and say what it gets wrong now")

    def test_each_is_in_the_record(self):
        for name, version, cases, rows in self.sections:
            self.assertEqual(rows, len(cases), f"{name}: a line is not of three columns")
            self.assertEqual(len(cases), len(set(cases)), f"{name}: a case is there twice")
            for id in cases:
                outcome = self.newest[name]["cases"].get(id, ["agree"])[0]
                self.assertIn(outcome, FAILURES, f"{name} {version}: {id} is mended, or its case is gone: take the line out")

    def test_what_kills_was_public(self):
        for name, _, cases, _ in self.sections:
            for id in cases:
                if self.newest[name]["cases"].get(id, ["agree"])[0] in DEATHS:
                    self.assertTrue(id.startswith("regress/") and self.cases[id]["links"], f"{name}: {id} kills it, and has no link")


if __name__ == "__main__":
    unittest.main()
