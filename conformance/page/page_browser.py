# What the tests of the page share: the page made of records, and a real Chromium that has opened it.
#
# GGUFPROOF_BIN names the folder of the commands. Without Chromium, its driver or their Python packages
# the tests are skipped, with exit 77.
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORPUS, RESULTS = ROOT / "corpus", ROOT / "conformance" / "results"
BIN = Path(os.environ.get("GGUFPROOF_BIN", "build/release/bin"))
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]


def skip(why):
    print("SKIPPED:", why)
    sys.exit(SKIPPED)


try:
    import jinja2  # noqa: F401, which make_page.py needs
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
except ImportError as missing:
    skip(f"python3-{missing.name} is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
if not CHROMIUM or not DRIVER:
    skip("chromium or chromium-driver is not installed")

import make_page  # noqa: E402, needs jinja2


def all_cases():
    """The cases of the corpus, by id."""
    return {case["id"]: case for path in CORPUS.rglob("manifest.json") for case in json.loads(path.read_text())["cases"]}


@functools.lru_cache
def kinds():
    """invalid, valid or disputed for each case, by the word of gguf-certify to a reader that refuses all."""
    said = subprocess.run([BIN / "gguf-certify", "--reader", ": {file}; exit 1", "--timeout", "600", "--corpus", CORPUS, "--format", "json"],
                          stdout=subprocess.PIPE).stdout
    listed = {"refused-valid": "valid", "disputed": "disputed"}
    told = json.loads(said)["cases"]
    return {case["id"]: listed[told[case["id"]][0]] if case["id"] in told else "invalid"
            for case in all_cases().values() if "large" not in case["flags"]}


def verdicts(cases):
    """What a record says of its refusals, counted here once more."""
    given = [(kind, cases.get(id, ["agree"])[0]) for id, kind in kinds().items()]
    given = [(kind, outcome) for kind, outcome in given if outcome != "unsupported"]
    invalid, valid = ([outcome for of, outcome in given if of == kind] for kind in ("invalid", "valid"))
    found, wrong = invalid.count("agree") + invalid.count("wrong-stage"), valid.count("refused-valid")
    return {"invalid": len(invalid), "valid": len(valid), "true_positives": found, "false_positives": wrong,
            "true_negatives": valid.count("agree") + valid.count("wrong-value"), "false_negatives": invalid.count("accepted-invalid"),
            "precision": found / (found + wrong), "recall": found / len(invalid)}


def record(name, version, cases, lost):
    """A record as gguf-certify writes it, of a reader that does right but in `cases`; `lost`: how many cost each level."""
    levels = {level: {"reached": not lost.get(level), "cases": 100, "lost": lost.get(level, 0)}
              for level in ("Robust", "Faithful", "Safe", "Strict")}
    outcomes = ("agree", "disputed", "unsupported", "refused-valid", "accepted-invalid", "wrong-value", "wrong-stage", "crash",
                "hang", "over-allocation")
    counts = {outcome: sum(result[0] == outcome for result in cases.values()) for outcome in outcomes}
    testee = {"name": name, "version": version, "language": "C", "reads": "data", "judges": "container", "versions": [2, 3],
              "byte_orders": ["little"], "omits": ["sha256"], "decodes": []}
    return {"ggufproof_record": 1, "suite": "0.1.0", "corpus": make_page.corpus_digest(CORPUS, make_page.read_cases(CORPUS)),
            "date": "2026-01-02", "testee": testee, "profile": "both", "network": "none", "part": [1, 1], "large": False,
            "filtered": False, "levels": levels, "counts": counts, "verdicts": verdicts(cases),
            "cases": cases}


HOSTILE = '<img src=x onerror="document.title=1"></script><script>document.title=1</script>'


def own_records():
    """Two readers whose few faults are known, and what these cost; and an older release of the first."""
    fair = {"layout/gap-between": ["disputed", "refused: " + HOSTILE], "header/gzip": ["accepted-invalid", "file.not-gguf: no GGUF"],
            "layout/offset-unaligned": ["accepted-invalid", ""]}
    older = {"layout/gap-between": ["disputed", "accepted"], "header/gzip": ["crash", ""], "alignment/16": ["refused-valid", ""]}
    poor = {"layout/gap-between": ["disputed", "accepted"], "header/big-endian": ["unsupported", HOSTILE],
            "alignment/16": ["refused-valid", HOSTILE], "alignment/1024": ["crash", "signal 11"], "header/gzip": ["hang", ""]}
    return [record("fair", "0.10", fair, {"Safe": 1, "Strict": 2}),
            record("fair", "0.9", older, {"Robust": 1, "Faithful": 1, "Safe": 1, "Strict": 1}),
            record(HOSTILE, "1.0", poor, {"Robust": 2, "Faithful": 2, "Safe": 1, "Strict": 1})]


def recorded():
    """The recorded results that were made with this corpus."""
    digest = make_page.corpus_digest(CORPUS, make_page.read_cases(CORPUS))
    found = {path: json.loads(path.read_text()) for path in sorted(RESULTS.glob("*.json"))}
    for path, one in found.items():
        if one.get("corpus") != digest:
            print(f"LEFT OUT: {path.name} was made with another corpus")
    return [one for one in found.values() if one.get("corpus") == digest]


class PageTest(unittest.TestCase):
    """Tests of the page, opened once in a browser of this class."""

    @classmethod
    def setUpClass(cls):
        cls.own_folder()
        code, said = cls.make_page()
        if code:
            raise AssertionError(said)
        cls.browser = open_browser(cls.folder / "profile")
        cls.addClassCleanup(cls.browser.quit)

    @classmethod
    def make_page(cls):
        """Makes the page that is looked at."""
        cls.records, cls.cases, cls.page = own_records() + recorded(), all_cases(), cls.folder / "page.html"
        return cls.make(cls.records, cls.page)

    @classmethod
    def own_folder(cls):
        folder = tempfile.TemporaryDirectory(prefix="ggufproof-page-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    @classmethod
    def make(cls, records, out):
        """Makes a page as its users do; what the command says and its exit code."""
        paths = [cls.folder / f"record-{number}.json" for number in range(len(records))]
        for path, one in zip(paths, records):
            path.write_text(json.dumps(one))
        rules = cls.folder / "rules.json"
        rules.write_bytes(subprocess.run([BIN / "gguf-validate", "--list-rules", "--format", "json"], check=True,
                                         stdout=subprocess.PIPE).stdout)
        done = subprocess.run([sys.executable, HERE / "make_page.py", "--corpus", CORPUS, "--rules", rules, "--out", out, "--records",
                               *paths], stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stderr

    def open(self, fragment="", width=1280, height=900, scheme="light"):
        """Loads the page anew."""
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                     {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.browser.get("about:blank")
        self.browser.get(self.page.as_uri() + fragment)

    def js(self, code, *arguments):
        return self.browser.execute_script(code, *arguments)


def open_browser(profile):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(DRIVER))
    browser.set_page_load_timeout(300)
    browser.set_script_timeout(900)
    return browser
