#!/usr/bin/env python3
# The page about a file in a real Chromium: it asks nobody for anything, shows what the file is made of, and a finding
# leads to its bytes on the map. What is expected is worked out by hand from files put together byte by byte.
import json
import os
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from commands import FETCHED, NAMED, SKIPPED, UNALIGNED, CommandTest, Run, header, info, main, padded, pair, text  # noqa: E402

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
except ImportError as missing:
    print(f"SKIPPED: python3-{missing.name} is not installed")
    sys.exit(SKIPPED)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
if not CHROMIUM or not DRIVER:
    print("SKIPPED: chromium or chromium-driver is not installed")
    sys.exit(SKIPPED)
AXE = FETCHED / "axe" / "axe.min.js"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1200,900"]
HOSTILE = '<img src=x onerror="document.title=1"></script><script>document.title=1</script>'
# Header 24 bytes; the pair of NAMED ends at 69; two infos of 33 end at 135; the data begin at 160: 64 of a, 32 of b.
TWO = padded(header(2, 1) + NAMED + info("a", [16], 0, 0) + info("b", [16], 1, 64)) + bytes(96)
RECTS = """return [...document.querySelectorAll('.map > svg rect:not(.mark)')].map((rect) =>
  [rect.getAttribute('class'), Number(rect.dataset.begin), Number(rect.dataset.end)])"""
AXE_RUN = """const done = arguments[arguments.length - 1];
axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}).then((result) => done(result.violations.map((one) =>
  one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)))), (error) => done([String(error)]));"""


class Page(CommandTest):
    @classmethod
    def setUpClass(cls):
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.browser = webdriver.Chrome(options=options, service=Service(DRIVER))
        cls.addClassCleanup(cls.browser.quit)

    def open(self, *paths):
        page = self.folder / "page.html"
        run = Run("gguf-validate", "-q", "--output", f"html:{page}", *paths)
        self.assertTrue(page.exists(), run.err)
        self.browser.get(page.as_uri())

    def js(self, code, *arguments):
        return self.browser.execute_script(code, *arguments)

    def rows(self, label):
        return self.js("""const table = document.querySelector(`[aria-label="${arguments[0]}"]`);
            return [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))""", label)

    def window(self):
        """The bytes that the map shows."""
        words = self.js("return document.querySelector('.window').textContent").split()
        return int(words[1], 16), int(words[3], 16)

    def press(self, name):
        self.browser.find_element(By.CSS_SELECTOR, f"button[data-do={name}]").click()

    def test_the_file_in_words(self):
        path = self.file("two.gguf", TWO)
        self.open(path)
        self.assertEqual(str(path), self.js("return document.querySelector('h2').textContent"))
        self.assertEqual("valid", self.js("return document.querySelector('.verdict').textContent"))
        self.assertEqual([["F32", "1", "64", "64 bytes"], ["F16", "1", "32", "32 bytes"]], self.rows("Tensors by type"))
        self.assertEqual([["0xa0", "a", "F32", "[16]", "64"], ["0xe0", "b", "F16", "[16]", "32"]], self.rows("Tensors by size"))
        self.assertEqual([["0x18", '"general.architecture"', "string (8)", '"house"']], self.rows("Metadata"))

    def test_the_map_holds_every_byte_once(self):
        self.open(self.file("two.gguf", TWO))
        self.assertEqual([["header", 0, 24], ["pair", 24, 69], ["info", 69, 102], ["info", 102, 135], ["padding", 135, 160],
                          ["data", 160, 224], ["data", 224, 256]], self.js(RECTS))
        self.assertEqual((0, 256), self.window())
        width = self.js("return document.querySelector('.map > svg').getBoundingClientRect().width")
        drawn = self.js("return document.querySelector('rect.header').getBoundingClientRect().width")
        self.assertAlmostEqual(24 / 256, drawn / width, delta=0.02)

    def test_one_can_zoom_into_it(self):
        self.open(self.file("two.gguf", TWO))
        self.press("in")
        self.assertEqual((64, 192), self.window())
        self.press("right")
        self.assertEqual((96, 224), self.window())
        self.press("whole")
        picture = self.browser.find_element(By.CSS_SELECTOR, ".map > svg")
        picture.send_keys("++")
        self.assertEqual((96, 160), self.window())
        picture.send_keys("0")
        self.js("""const box = arguments[0].getBoundingClientRect();
            arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -1, clientX: box.left + 1, clientY: box.top + 1, cancelable: true}))""",
                picture)
        begin, end = self.window()
        self.assertTrue(begin < 3 and end < 190, (begin, end))
        self.press("whole")
        self.js("document.querySelectorAll('rect.data')[1].dispatchEvent(new MouseEvent('click'))")
        self.assertIn("tensor[1].data", self.js("return document.querySelector('.where').textContent"))

    def test_a_finding_leads_to_its_bytes(self):
        self.open(self.file("bad.gguf", UNALIGNED))
        self.assertEqual("invalid", self.js("return document.querySelector('.verdict').textContent"))
        row, = self.rows("Findings")
        self.assertEqual(["error", "0x5e", "tensor[0].offset"], row[:3])
        self.assertIn("found 8, wanted a multiple of 32 layout.offset-unaligned", row[3])
        self.browser.find_element(By.CSS_SELECTOR, "tr.error button.place").click()
        begin, end = self.window()
        self.assertTrue(60 <= begin <= 94 and 102 <= end <= 140, (begin, end))
        self.assertIn("tensor[0]", self.js("return document.querySelector('.where').textContent"))
        mark = self.js("const box = document.querySelector('rect.mark.error').getBoundingClientRect(); return [box.left, box.right]")
        picture = self.js("const box = document.querySelector('.map > svg').getBoundingClientRect(); return [box.left, box.right]")
        self.assertTrue(picture[0] < mark[0] < mark[1] < picture[1], (picture, mark))

    def test_nothing_breaks_out_and_nothing_is_asked_for(self):
        data = padded(header(1, 2) + NAMED + pair(HOSTILE, 8, text(HOSTILE)) + info(HOSTILE[:60], [8], 0, 8)) + bytes(64)
        path = os.path.join(os.fsencode(self.folder), HOSTILE.replace("/", "").encode()[:200] + b"\xff.gguf")
        with open(path, "wb") as file:
            file.write(data)
        self.open(path, self.file("good.gguf", TWO), self.folder / "absent.gguf")
        self.assertEqual("gguf-validate", self.browser.title)
        self.assertEqual([0, 1, 3], self.js("""return [document.querySelectorAll('img').length, document.scripts.length,
            document.querySelectorAll('article').length]"""))
        self.assertIn([json.dumps(HOSTILE)] * 2, [[row[1], row[3]] for row in self.rows("Metadata")])
        asked = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        asked = [one["params"]["request"]["url"] for one in asked if one["method"] == "Network.requestWillBeSent"]
        self.assertEqual(set(), {url for url in asked if not url.startswith("file://")})
        self.assertEqual([], self.browser.get_log("browser"))

    def test_no_file_however_damaged_is_without_its_bytes(self):
        for size in range(0, len(TWO), 7):
            self.open(self.file("cut.gguf", TWO[:size]))
            rects = self.js(RECTS)
            self.assertEqual([0, *[end for _, _, end in rects]], [*[begin for _, begin, _ in rects], size], rects)

    def test_accessible(self):
        if not AXE.exists():
            self.skipTest("ci/fetch has not brought axe-core")
        self.open(self.file("bad.gguf", UNALIGNED), self.file("good.gguf", TWO))
        for scheme in ("light", "dark"):
            self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            self.js(AXE.read_text())
            self.assertEqual([], self.browser.execute_async_script(AXE_RUN), scheme)


if __name__ == "__main__":
    main()
