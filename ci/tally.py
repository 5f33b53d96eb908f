#!/usr/bin/env python3
# ci/tally.py DIRECTORY: add up a test run and say it in one last line, "N passed, N failed".
#
# The directory holds what ci/test left: steps.tsv (a line "pass|fail|skip<TAB>name<TAB>log" for each
# check, build or fetch) and a ctest --output-junit file PRESET.xml for each preset. Failures come with
# their output, skips with their reason. A test that skipped is never a pass, not even when ctest
# thinks so: the line that GoogleTest prints for a skip decides. Exit 1 when something failed, or when
# nothing ran at all.
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

PASS, FAIL, SKIP = "pass", "fail", "skip"
GTEST_SKIP = re.compile(r"^\[  SKIPPED \]", re.MULTILINE)
GTEST_RESULT = re.compile(r"^\[(       OK |  FAILED  |  SKIPPED )\] (\S+?)(?:, where .*)? \(\d+ ms\)$", re.MULTILINE)
GTEST_REASON = re.compile(r"^.*: Skipped\n(.*)$", re.MULTILINE)


class Case(NamedTuple):
    status: str
    name: str
    output: str  # why it failed or was skipped


def case_of(element, preset):
    """The case of one <testcase> of ctest: status run, fail, disabled or notrun."""
    output = element.findtext("system-out") or ""
    skipped = element.find("skipped")
    name = f"{preset}: {element.get('name')}"
    if element.get("status") == "disabled":
        return Case(SKIP, name, "disabled")
    # ctest also calls a test skipped whose program is not there; that one has failed.
    if element.get("status") == "notrun" and (skipped is None or not skipped.get("message", "").startswith("SKIP_")):
        return Case(FAIL, name, output)
    if element.get("status") == "fail" or element.find("failure") is not None:
        return Case(FAIL, name, output)
    if skipped is not None or GTEST_SKIP.search(output):
        reason = GTEST_REASON.search(output)
        return Case(SKIP, name, reason.group(1) if reason else output.strip().split("\n")[-1])
    return Case(PASS, name, "")


def tests_of(element, preset):
    """The tests of one <testcase>: those that GoogleTest names where it ran many in one process, else the case."""
    case = case_of(element, preset)
    results = GTEST_RESULT.findall(element.findtext("system-out") or "")
    if len(results) < 2:
        return [case]
    words = {"       OK ": PASS, "  FAILED  ": FAIL, "  SKIPPED ": SKIP}
    tests = [Case(words[word], f"{preset}: {name}", case.output or "see above") for word, name in results]
    unnamed = case.status == FAIL and all(test.status != FAIL for test in tests)  # such as a crash
    return [*tests, case] if unnamed else tests


def cases_of(junit):
    """The cases of one ctest report; a report that is broken or empty is one failed case."""
    try:
        elements = ElementTree.parse(junit).iter("testcase")
        cases = [test for element in elements for test in tests_of(element, junit.stem)]
    except ElementTree.ParseError as error:
        return [Case(FAIL, f"{junit.stem}: report", str(error))]
    return cases or [Case(FAIL, f"{junit.stem}: report", "ctest ran no test")]


def steps_of(table):
    """The cases of steps.tsv."""
    for line in table.read_text().splitlines():
        status, name, log = line.split("\t")
        text = Path(log).read_text(errors="replace") if log and status != PASS else ""
        yield Case(status, name, text)


def report(cases):
    """The text that closes a run: skips with reasons, failures with output, the sums."""
    lines = [f"SKIPPED {case.name}: {case.output.strip()}" for case in cases if case.status == SKIP]
    for case in cases:
        if case.status == FAIL:
            lines += [f"---- FAILED {case.name}", case.output.rstrip()]
    lines += [f"FAILED {case.name}" for case in cases if case.status == FAIL]
    count = {status: sum(case.status == status for case in cases) for status in (PASS, FAIL, SKIP)}
    skipped = f", {count[SKIP]} skipped" if count[SKIP] else ""
    return "\n".join([*lines, f"{count[PASS]} passed, {count[FAIL]} failed{skipped}"])


def main(directory):
    cases = list(steps_of(directory / "steps.tsv"))
    for junit in sorted(directory.glob("*.xml")):
        cases += cases_of(junit)
    print(report(cases))
    return 1 if any(case.status == FAIL for case in cases) or all(case.status == SKIP for case in cases) else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
