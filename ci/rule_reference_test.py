#!/usr/bin/env python3
# spec/rule-reference.md is what ci/rule-reference makes today, and has each rule of the tables once, read without our code.
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class RuleReference(unittest.TestCase):
    def test_fresh(self):
        subprocess.run([ROOT / "ci/rule-reference", "--check"], check=True)

    def test_each_rule_once(self):
        tables = "".join(path.read_text() for path in sorted((ROOT / "spec").glob("rules_*.def")))
        named = re.findall(r'^\w+\(\s*\w+,\s*"([a-z0-9.-]+)"', tables, re.MULTILINE)
        shown = re.findall(r"^### (\S+)$", (ROOT / "spec/rule-reference.md").read_text(), re.MULTILINE)
        self.assertGreater(len(named), 200)
        self.assertEqual(sorted(named), sorted(shown))

    def test_links_within_the_page(self):
        text = (ROOT / "spec/rule-reference.md").read_text()
        headings = re.findall(r"^### (.+)$", text, re.MULTILINE)
        anchors = [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]
        for link in set(re.findall(r"\]\(#([^)]+)\)", text)):
            self.assertEqual(1, anchors.count(link), link)


if __name__ == "__main__":
    unittest.main()
