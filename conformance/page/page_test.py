#!/usr/bin/env python3
# The page in a real Chromium: it opens from a file, shows every case, filters and searches, opens a case,
# a rule and the disputes by their fragment, fits a phone, and asks nobody for anything.
#
# What is expected is counted here from the records and the manifests, without the code that makes the page.
import json
import unittest

from page_browser import HOSTILE, PageTest, own_records

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
        self.refused("was made with another corpus", corpus="0" * 64)

    def test_filtered(self):
        self.refused("leaves cases out", filtered=True)

    def test_levels_that_do_not_follow(self):
        self.refused("its cases say 1", levels=own_records()[0]["levels"] | {"Safe": {"reached": True, "cases": 100, "lost": 0}})

    def test_a_case_that_is_not_there(self):
        self.refused("cases that do not exist", cases={"no/such": ["crash", ""]})


if __name__ == "__main__":
    unittest.main()
