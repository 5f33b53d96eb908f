#!/usr/bin/env python3
# The page in a real Chromium: it opens from a file, shows every case, filters and searches, opens a case,
# a rule and the disputes by their fragment, fits a phone, and asks nobody for anything.
#
# What is expected is counted here from the records and the manifests, without the code that makes the page.
import json
import subprocess
import unittest

from page_browser import BIN, CORPUS, HERE, HOSTILE, RESULTS, PageTest, all_cases, own_records, recorded
from trend import trend

SHOWN = "return document.querySelectorAll('#overview tr.case:not([hidden])').length"
FAULTS = {"refused-valid", "accepted-invalid", "wrong-value", "wrong-stage", "crash", "hang", "over-allocation"}


class Page(PageTest):
    def shown(self, fragment):
        self.open(fragment)
        shown = self.js(SHOWN)
        self.assertEqual(f"{shown} of {len(self.cases)} cases", self.js("return document.querySelector('.count').textContent"))
        return shown

    def with_outcome(self, outcomes, records):
        return len({id for one in records for id, result in one["cases"].items() if result[0] in outcomes})

    def test_every_case_has_a_row(self):
        self.open()
        self.assertEqual(len(self.cases), self.js(SHOWN))
        self.assertEqual(sorted(self.cases), sorted(self.js("return [...document.querySelectorAll('tr.case th')].map(e => e.textContent)")))
        self.assertEqual(len(self.cases) * len(self.records), self.js("return document.querySelectorAll('#overview td.cell').length"))

    def test_summary_needs_no_script(self):
        html = self.page.read_text()
        before = html[:html.index("<script")]
        self.assertEqual(len(self.records), before.count('<th scope="row"><span class="name">'))
        self.assertIn("2 lost", before)

    def test_verdicts(self):
        html = self.page.read_text()
        of = self.records[0]["verdicts"]
        self.open()
        rows = self.js("return [...document.querySelectorAll('.verdicts tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
        self.assertEqual(len(self.records), len(rows))
        row, = [row[1:] for row in rows if row[0].startswith("fair@0.10")]
        self.assertEqual([str(of["true_positives"]), "2", str(of["valid"]), "0", "0", "1.000", f"{of['recall']:.3f}"], row)
        row, = [row[1:] for row in rows if row[0].startswith(HOSTILE)]
        self.assertEqual(["0", "1", "2"], [row[1], row[3], row[4]], "missed, refused wrongly, died")
        alone = sum({"metadata", "tensors"} <= set(one["testee"]["omits"]) for one in self.records)
        self.assertEqual(alone, html.count("tells its verdict alone"))

    def test_releases(self):
        self.open("#releases")
        row = self.js("return [...document.querySelectorAll('.releases tbody tr')].map(r => r.innerText).filter(t => t.startsWith('fair'))")
        self.assertEqual(1, len(row))
        for words in ("0.9 to 0.10", "1 mended", "1 broke", "1 otherwise"):
            self.assertIn(words, row[0])
        html = self.page.read_text()
        for id, words in (("alignment/16", "refused-valid, now agree"), ("layout/offset-unaligned", "agree, now accepted-invalid"),
                          ("header/gzip", "crash, now accepted-invalid")):
            self.assertIn(f'<a class="id" href="#case/{id}">{id}</a>: {words}', html)
        self.assertEqual("What newer releases changed", self.js("return document.activeElement.textContent"))

    def test_releases_as_the_command_tells_them(self):
        paths = {(one["testee"]["name"], one["testee"]["version"]): path for path in RESULTS.glob("*.json")
                 for one in [json.loads(path.read_text())]}
        for change in trend(recorded(), self.records[0]["corpus"], list(self.cases.values())):
            two = [paths[change["reader"], change[which]] for which in ("older", "newer")]
            said = subprocess.run([BIN / "gguf-certify", "--corpus", CORPUS, "--compare", *two], stdout=subprocess.PIPE, text=True).stdout
            counts = ", ".join(f"{len(change[kind])} {kind}" for kind in ("mended", "broke", "otherwise"))
            self.assertTrue(said.splitlines()[0].endswith(f": {counts}, {change['as_before']} fail as before"), said[:200])

    def test_filter_by_outcome(self):
        self.assertEqual(self.with_outcome({"crash"}, self.records), self.shown("#cases?outcome=crash"))
        self.assertEqual(self.with_outcome(FAULTS, self.records), self.shown("#cases?outcome=failure"))

    def test_filter_by_reader(self):
        for one in self.records:
            name = f"{one['testee']['name']}@{one['testee']['version']}"
            with self.subTest(name):
                self.open()
                self.js("""const form = document.querySelector('.filters'); form.reader.value = arguments[0];
                           form.outcome.value = 'failure'; form.dispatchEvent(new Event('input'))""", name)
                self.assertEqual(self.with_outcome(FAULTS, [one]), self.js(SHOWN))
                self.js("const form = document.querySelector('.filters'); form.outcome.value = ''; form.costs.value = 'faithful';"
                        "form.dispatchEvent(new Event('input'))")
                self.assertEqual(one["levels"]["Faithful"]["lost"], self.js(SHOWN))

    def test_filter_by_class_and_family(self):
        for name in ("valid", "invalid", "disputed"):
            self.assertEqual(sum(case["class"] == name for case in self.cases.values()), self.shown("#cases?class=" + name))
        layout = sum(case.get("rule", "").startswith("layout.") for case in self.cases.values())
        self.assertEqual(layout, self.shown("#cases?family=layout"))

    def test_only_where_readers_differ(self):
        def answer(one, id):
            if "large" in self.cases[id]["flags"] and not one["large"]:
                return None
            outcome, detail = one["cases"].get(id, ["agree", ""])
            return (outcome, outcome == "disputed" and detail.startswith("accepted"))
        differing = sum(len({answer(one, id) for one in self.records} - {None}) > 1 for id in self.cases)
        self.assertEqual(differing, self.shown("#cases?differing=1"))

    def test_search(self):
        for word in ("CVE-2026-7482", "layout.gap", "multiple of 8", "github.com/ollama"):
            with self.subTest(word):
                self.open()
                box = self.browser.find_element("css selector", "input[type=search]")
                box.send_keys(word)
                found = [case for case in self.cases.values() if all(
                    part in "\n".join([case["id"], case.get("rule", ""), case["why"], *case["links"], *case["cve"]]).lower()
                    for part in word.lower().split())]
                self.assertGreater(len(found), 0)
                self.assertEqual(len(found), self.js(SHOWN))

    def test_a_search_for_nothing_says_so(self):
        self.assertEqual(0, self.shown("#cases?search=no-such-case-anywhere"))
        self.assertTrue(self.browser.find_element("xpath", "//p[.='No case fits.']").is_displayed())

    def test_a_case_by_its_fragment(self):
        self.open("#case/layout/gap-between")
        text = self.browser.find_element("id", "details").text
        for words in ("layout/gap-between", "8.4 The first tensor stands at offset 0", "expect  disputed layout.gap", "47 47 55 46",
                      "took it; authorities differ", "refused it; authorities differ", HOSTILE):
            self.assertIn(words, text)
        case = self.cases["layout/gap-between"]
        self.assertEqual(case["end"] - case["begin"], self.js("return document.querySelectorAll('.hex mark').length"))
        self.assertFalse(self.js("return document.querySelector('#overview').checkVisibility()"))

    def test_a_click_leads_to_the_case_and_back(self):
        self.open("#cases?search=header/gzip")
        self.browser.find_element("css selector", "tr.case:not([hidden]) a").click()
        self.assertEqual("header/gzip", self.js("return document.querySelector('#details h1 code').textContent"))
        self.browser.find_element("css selector", ".back").click()
        self.assertEqual(1, self.js(SHOWN))
        self.assertTrue(self.js("return document.querySelector('#overview').checkVisibility()"))

    def test_a_rule_and_the_lists(self):
        self.open("#rule/layout.gap")
        self.assertEqual(sum(case.get("rule") == "layout.gap" for case in self.cases.values()),
                         self.js("return document.querySelectorAll('#details tr.case').length"))
        self.assertIn("8.4 The first tensor", self.browser.find_element("id", "details").text)
        self.open("#disputes")
        self.assertEqual(sum(case["class"] == "disputed" for case in self.cases.values()),
                         self.js("return document.querySelectorAll('#details tr.case').length"))
        self.open("#case/no/such")
        self.assertIn("There is no case of this name", self.browser.find_element("id", "details").text)

    def test_fits_a_phone(self):
        for fragment in ("", "#cases", "#case/layout/gap-between", "#case/header/gzip", "#rule/layout.gap", "#rules", "#disputes"):
            with self.subTest(fragment):
                self.open(fragment, width=360, height=740)
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 360)

    def test_quiet_and_alone(self):
        self.browser.get_log("browser"), self.browser.get_log("performance")
        for fragment in ("", "#case/alignment/16", "#rules", "#disputes"):
            self.open(fragment)
        self.assertEqual([], self.browser.get_log("browser"))
        self.assertNotEqual("1", self.browser.title)
        events = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        asked = {event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"}
        self.assertEqual(set(), {url for url in asked if not url.startswith((self.page.as_uri(), "data:", "about:"))})
        self.assertIn(self.page.as_uri(), {url.split("#")[0] for url in asked})

    def test_size(self):
        self.assertLess(self.page.stat().st_size, 3_000_000)


class Unfit(PageTest):
    """Records that are not what they say."""

    @classmethod
    def setUpClass(cls):
        cls.own_folder()

    def refused(self, words, **members):
        code, said = self.make([own_records()[0] | members], self.folder / "unfit.html")
        self.assertEqual(1, code)
        self.assertIn(words, said)

    def test_of_another_corpus(self):
        first, older, other = own_records()
        page = self.folder / "stale.html"
        code, said = self.make([first | {"corpus": "0" * 64}, other], page)
        self.assertEqual(77, code)
        self.assertIn("left out, since they were made with another corpus: fair@0.10", said)
        self.assertIn("Not shown, since they were recorded with other cases: fair@0.10.", page.read_text())
        older["cases"] = {"header/gzip": ["crash", ""], "gone/since": ["hang", ""]}
        code, said = self.make([first, older | {"corpus": "0" * 64}, other], page)
        self.assertEqual((0, ""), (code, said), "an older release need not be recorded again")
        self.assertIn("1 others fail now", page.read_text())
        self.assertIn("1 otherwise", page.read_text())

    def test_filtered(self):
        self.refused("leaves cases out", filtered=True)

    def test_levels_that_do_not_follow(self):
        self.refused("its cases say 1", levels=own_records()[0]["levels"] | {"Safe": {"reached": True, "cases": 100, "lost": 0}})

    def test_verdicts_that_do_not_follow(self):
        self.refused("states the verdicts", verdicts=own_records()[0]["verdicts"] | {"recall": 1.0})

    def test_a_case_that_is_not_there(self):
        self.refused("cases that do not exist", cases={"no/such": ["crash", ""]})


class Published(PageTest):
    """The page that continuous integration makes of the recorded results, and nothing else."""

    @classmethod
    def make_page(cls):
        cls.records, cls.cases, cls.page = recorded(), all_cases(), cls.folder / "readers.html"
        done = subprocess.run([HERE / "make", cls.page], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        stale = len(list(RESULTS.glob("*.json"))) - len(cls.records)
        return done.returncode if done.returncode != 77 or not stale else 0, done.stdout

    def test_all_records_are_there(self):
        names = {f"{one['testee']['name']}@{one['testee']['version']}" for one in self.records}
        self.open()
        self.assertEqual(names, set(self.js("return data.readers.map(reader => reader.name)")))
        self.assertEqual(len(self.cases), self.js(SHOWN))
        self.assertEqual([], self.browser.get_log("browser"))

    def test_fits_a_phone(self):
        for fragment in ("", "#validators", "#releases", "#cases"):
            self.open(fragment, width=360, height=740)
            self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 360)


if __name__ == "__main__":
    unittest.main()
