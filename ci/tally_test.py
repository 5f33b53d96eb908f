#!/usr/bin/env python3
# The sums of a test run are right, above all for what is neither a pass nor a plain failure.
# The reports below are cut from what ctest 3.25 writes.
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import tally

PASSED = '<testcase name="A.Pass" status="run"><system-out>[       OK ] A.Pass (0 ms)</system-out></testcase>'
FAILED = """<testcase name="A.Fail" status="fail"><failure message=""/><system-out>a.cc:4: Failure
[  FAILED  ] A.Fail (0 ms)</system-out></testcase>"""
CRASHED = '<testcase name="A.Crash" status="fail"><failure message=""/><system-out>[ RUN      ] A.Crash</system-out></testcase>'
TIMED_OUT = '<testcase name="slow" status="fail"><failure message=""/><system-out></system-out></testcase>'
MISSING = """<testcase name="missing" status="notrun"><skipped message="Unable to find executable"/>
<system-out>Unable to find executable: nowhere</system-out></testcase>"""
SKIP_TEXT = "a.cc:3: Skipped\nno library\n[  SKIPPED ] A.Skip (0 ms)\n[  PASSED  ] 0 tests."
SKIPPED = f"""<testcase name="A.Skip" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
<system-out>{SKIP_TEXT}</system-out></testcase>"""
SKIPPED_UNSEEN = f'<testcase name="A.Skip" status="run"><system-out>{SKIP_TEXT}</system-out></testcase>'
DISABLED = '<testcase name="A.Off" status="disabled"><system-out>Disabled</system-out></testcase>'
MANY = """<testcase name="all" status="{}"><system-out>[       OK ] A.One/x (1 ms)
[  SKIPPED ] A.Two (0 ms)
{}[----------] 3 tests from A
[  SKIPPED ] A.Two
</system-out></testcase>"""
ALL_RAN = MANY.format("run", "[       OK ] A.Three (2 ms)\n")
ONE_FAILED = MANY.format("fail", "a.cc:5: Failure\n[  FAILED  ] A.Three, where GetParam() = 4 (2 ms)\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] A.Three, where GetParam() = 4\n")
ALL_BUT_ONE = MANY.format("fail", "[ RUN      ] A.Three\n")


def run(steps, **junits):
    """(exit code, output) of a tally over step lines and reports."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "log").write_text("what the step said\n")
        (directory / "steps.tsv").write_text(steps.replace("LOG", str(directory / "log")))
        for preset, text in junits.items():
            (directory / f"{preset}.xml").write_text(text)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            code = tally.main(directory)
        return code, output.getvalue()


def suite(*cases):
    return "<testsuite>" + "".join(cases) + "</testsuite>"


class Tally(unittest.TestCase):
    def closes(self, line, code, steps, **junits):
        got_code, output = run(steps, **junits)
        self.assertEqual(line, output.splitlines()[-1])
        self.assertEqual(code, got_code)
        return output

    def test_sums_over_steps_and_presets(self):
        self.closes("5 passed, 0 failed", 0, "pass\tcheck a\tLOG\npass\tcheck b\tLOG\n",
                    one=suite(PASSED, PASSED), two=suite(PASSED))

    def test_failures_come_with_their_output(self):
        output = self.closes("1 passed, 3 failed", 1, "", one=suite(PASSED, FAILED, CRASHED, TIMED_OUT))
        self.assertIn("---- FAILED one: A.Fail\na.cc:4: Failure\n", output)
        self.assertIn("\nFAILED one: A.Crash\nFAILED one: slow\n", output)

    def test_a_failed_step_fails_the_run_and_shows_its_log(self):
        output = self.closes("1 passed, 1 failed", 1, "fail\tbuild x\tLOG\n", one=suite(PASSED))
        self.assertIn("---- FAILED build x\nwhat the step said\n", output)

    def test_a_skip_is_no_pass_and_says_why(self):
        for skipped in (SKIPPED, SKIPPED_UNSEEN):
            output = self.closes("1 passed, 0 failed, 1 skipped", 0, "", one=suite(PASSED, skipped))
            self.assertIn("SKIPPED one: A.Skip: no library\n", output)
        self.closes("1 passed, 0 failed, 2 skipped", 0, "skip\tfetch\tLOG\n", one=suite(PASSED, DISABLED))

    def test_tests_of_one_process_count_each(self):
        self.closes("2 passed, 0 failed, 1 skipped", 0, "", one=suite(ALL_RAN))
        output = self.closes("2 passed, 1 failed, 1 skipped", 1, "", one=suite(PASSED, ONE_FAILED))
        self.assertIn("---- FAILED one: A.Three\n", output)
        self.assertIn("a.cc:5: Failure", output)

    def test_a_process_that_dies_between_its_tests_has_failed(self):
        output = self.closes("1 passed, 1 failed, 1 skipped", 1, "", one=suite(ALL_BUT_ONE))
        self.assertIn("FAILED one: all", output)

    def test_a_missing_program_is_a_failure(self):
        self.closes("1 passed, 1 failed", 1, "", one=suite(PASSED, MISSING))

    def test_nothing_run_is_a_failure(self):
        self.closes("0 passed, 1 failed", 1, "", one=suite())
        self.closes("0 passed, 1 failed", 1, "", one="<testsuite>")
        self.closes("0 passed, 0 failed", 1, "")
        self.closes("0 passed, 0 failed, 1 skipped", 1, "skip\tfetch\tLOG\n")


if __name__ == "__main__":
    unittest.main()
