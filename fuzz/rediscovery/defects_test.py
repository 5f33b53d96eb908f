#!/usr/bin/env python3
# The table of known defects against the corpus, the pins, and the records of conformance/results: what can be said of it without
# asking a reader.
import json
import re
import unittest

import table

RECORDS = table.ROOT / "conformance/results"


def record(release):
    """The cases that were recorded of a release, {id: [outcome, words]}; None where there is no record."""
    paths = list(RECORDS.glob(f"{release}.json" if "@" in release else f"{release}@*.json"))
    newest = max(paths, key=lambda path: [int(number) for number in re.findall(r"\d+", path.stem.rpartition("@")[2])], default=None)
    return None if newest is None else json.loads(newest.read_text())["cases"]


class Defects(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.defects = table.load()
        cls.cases = table.cases()

    def test_there_are_enough(self):
        self.assertGreaterEqual(len(self.defects), 15)
        self.assertGreaterEqual(len({defect["release"].partition("@")[0] for defect in self.defects}), 5)
        self.assertEqual(len({defect["id"] for defect in self.defects}), len(self.defects))

    def test_each_has_a_witness(self):
        for defect in self.defects:
            self.assertIn(defect["case"], self.cases, defect["id"])
            if defect["kind"] == "accepted-invalid":
                self.assertEqual(self.cases[defect["case"]]["class"], "invalid", defect["id"])

    def test_each_is_mended_or_public(self):
        for defect in self.defects:
            self.assertEqual("mended" in defect, "newer" in defect, defect["id"])
            self.assertTrue(defect["links"] or "mended" in defect, defect["id"])
            for link in defect["links"]:
                self.assertRegex(link, r"^https://\S+$")

    def test_each_release_has_pins_and_a_program(self):
        pinned = {folder.name for folder in (table.HERE / "releases").iterdir()}
        asked = {defect[member] for defect in self.defects for member in ("release", "newer") if member in defect}
        self.assertEqual(pinned, {release for release in asked if "@" in release})
        for release in asked:
            self.assertTrue((table.program(release) / "run").is_file(), release)

    def test_pins_are_of_their_version(self):
        for folder in (table.HERE / "releases").iterdir():
            version = folder.name.rpartition("@")[2]
            if not version.startswith("b"):  # releases of llama.cpp come in packages with numbers of their own
                self.assertTrue(any(version in path.read_text() for path in folder.iterdir()), folder.name)

    def test_records_say_the_same(self):
        seen = 0
        for defect in self.defects:
            old, newer = record(defect["release"]), record(defect["newer"]) if "newer" in defect else None
            if old is not None:
                seen += 1
                self.assertTrue(table.same(defect, *old.get(defect["case"], ["agree", ""])), defect["id"])
            if newer is not None:
                self.assertNotIn(newer.get(defect["case"], ["agree"])[0], {defect["kind"], *table.DEATHS}, defect["id"])
        self.assertGreater(seen, 10)


if __name__ == "__main__":
    unittest.main()
