#!/usr/bin/env python3
# The page as axe-core sees it, in light and dark, wide and on a phone: no fault of WCAG 2.2 A and AA, nor of its
# best practices. ci/fetch brings axe-core; without it the test is skipped.
import os
import unittest
from pathlib import Path

from page_browser import PageTest, skip

AXE = Path(os.environ.get("GGUFPROOF_FETCHED", ".cache/fetched")) / "axe" / "axe.min.js"
if not AXE.exists():
    skip("ci/fetch has not brought axe-core")
# Some rows of each kind: every cell of a thousand rows says nothing more and takes minutes.
ROWS = "#cases?search=header/version&outcome=failure"
VIEWS = ((ROWS, 1280, "light"), (ROWS, 360, "dark"), ("#case/layout/gap-between", 360, "light"), ("#case/header/gzip", 1280, "dark"),
         ("#rule/layout.gap", 1280, "light"), ("#rules", 360, "dark"))
RUN = """const done = arguments[arguments.length - 1];
axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
  .then((result) => done(result.violations.map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)))),
        (error) => done([String(error)]));"""


class Accessibility(PageTest):
    def test_no_fault(self):
        for fragment, width, scheme in VIEWS:
            with self.subTest(fragment, width=width, scheme=scheme):
                self.open(fragment, width=width, scheme=scheme)
                self.js(AXE.read_text())
                self.assertEqual([], self.browser.execute_async_script(RUN))

    def test_the_check_sees_faults(self):
        self.open("#case/header/gzip")
        self.js(AXE.read_text())
        self.js("document.querySelector('#details').append(document.createElement('img'))")
        self.assertIn("image-alt", str(self.browser.execute_async_script(RUN)))


if __name__ == "__main__":
    unittest.main()
