#!/usr/bin/env python3
# gguf-certify --compare: two releases that were made to differ in a few cases, each way in which a case can change, a record of
# another corpus, and records that cannot be compared.
import hashlib
import json
import sys

from gguf_certify_test import FLOATS, ONE, TWO, VALID, Certify, certify, main

# Takes every file, but for what the test makes it do with some.
TAKER = """
import json, os, sys
for line in sys.stdin:
    ask = json.loads(line)
    if ask["command"] == "stop": break
    if ask["command"] == "start":
        print(json.dumps({{"protocol": 1, "name": {name!r}, "version": {version!r}, "language": "", "reads": "data",
                          "omits": ["version", "endian", "alignment", "data_offset", "metadata", "tensors"]}}), flush=True)
        continue
    what = {cases}.get(ask["id"])
    if what == "dies": os.abort()
    print(json.dumps({{"id": ask["id"], **({{"refused": "no"}} if what == "refuses" else {{"accepted": {{}}}})}}), flush=True)
"""


class Releases(Certify):
    """The older one refuses a valid file, dies of another and takes all that is invalid. The newer one has mended the first,
    refuses the second, refuses one invalid file, and dies of a third."""

    made = None

    def taker(self, version, cases):
        program = self.file("taker.py", TAKER.format(name="taker", version=version, cases=cases).encode())
        certify("--testee", f"{sys.executable} {program}", "--record", self.folder / "made.json")
        return (self.folder / "made.json").read_bytes()

    def setUp(self):
        super().setUp()
        if not Releases.made:
            Releases.made = (self.taker("1", {VALID: "refuses", TWO: "dies"}), self.taker("2", {TWO: "refuses", ONE: "refuses", FLOATS: "dies"}))
        self.older, self.newer = self.file("older.json", self.made[0]), self.file("newer.json", self.made[1])

    def changed(self, record, **members):
        """The record with other members, and a digest that fits."""
        changed = {**json.loads(record.read_text()), **members}
        del changed["sha256"]
        text = "{" + ",\n".join(f"{json.dumps(name)}:{json.dumps(value)}" for name, value in changed.items())
        digest = hashlib.sha256(text.encode()).hexdigest()
        return self.file("changed.json", f'{text},\n"sha256":"{digest}"}}\n'.encode())

    def compare(self, older, newer, status):
        run = certify("--compare", older, newer)
        self.assertEqual(status, run.code, run.err)
        return (run.out or run.err).decode()

    def test_mended_and_broke(self):
        said = self.compare(self.older, self.newer, 1).splitlines()
        failing = [row[0] for row in json.loads(self.newer.read_text())["cases"].values()].count("accepted-invalid")
        self.assertEqual(f"taker 1 -> taker 2: 2 mended, 1 broke, 1 otherwise, {failing} fail as before", said[0])
        self.assertTrue(said[1].startswith(f"broke {FLOATS}: agree -> crash (signal 6"), said[1])
        self.assertIn(f"mended {VALID}: refused-valid -> agree (no)", said)
        self.assertTrue(any(line.startswith(f"mended {ONE}: accepted-invalid -> agree (") for line in said))
        self.assertEqual(f"otherwise {TWO}: crash -> refused-valid (no)", said[-1])
        back = self.compare(self.newer, self.older, 1)
        self.assertIn("1 mended, 3 broke, 0 otherwise", back)
        self.assertIn(f"broke {TWO}: refused-valid -> crash", back, "to die is worse than to refuse")

    def test_nothing_broke(self):
        self.assertIn("0 mended, 0 broke, 0 otherwise", self.compare(self.older, self.older, 0))

    def test_an_older_corpus(self):
        """Whether a case that such a record does not list was there, nobody knows."""
        other = self.changed(self.older, corpus="0" * 64, cases={VALID: ["refused-valid", "no"], "gone/since": ["crash", ""]})
        said = self.compare(other, self.newer, 0)
        faults = [row for row in json.loads(self.newer.read_text())["cases"].values() if row[0] != "disputed"]
        self.assertIn("1 mended, 0 broke, 0 otherwise, 0 fail as before", said)
        self.assertIn(f"only cases that it lists are compared; {len(faults)} others fail now", said)
        self.assertIn("the newer was made with another corpus", self.compare(self.newer, other, 2))

    def test_what_cannot_be_compared(self):
        testee = json.loads(self.older.read_text())["testee"]
        for words, members in (("different testees, another and taker", {"testee": {**testee, "name": "another"}}),
                               ("by a filter", {"filtered": True}), ('profile is "spec" and "both"', {"profile": "spec"}),
                               ("part is [1,2] and [1,1]", {"part": [1, 2]})):
            self.assertIn(words, self.compare(self.changed(self.older, **members), self.newer, 2))
        damaged = self.file("damaged.json", self.older.read_bytes().replace(b"crash", b"hang "))
        self.assertIn("was changed after it was written", self.compare(damaged, self.newer, 2))
        self.assertIn("cannot be read", self.compare(self.folder / "none.json", self.newer, 2))


if __name__ == "__main__":
    main()
