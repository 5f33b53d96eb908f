#!/usr/bin/env python3
# The reports of gguf-validate as those read them who gather findings: SARIF and JSON by their published schemas, JUnit
# XML by junitparser, Markdown by GitHub's own cmark-gfm, annotations and code quality by what their hosts document.
import copy
import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from commands import (BIN, FETCHED, GOOD, NAMED, NO_PRIVILEGE, SKIPPED, UNALIGNED, CommandTest, Run, header, info,  # noqa: E402
                      main, padded, pair)

sys.path.insert(0, str(FETCHED / "reports"))
try:
    import jsonschema
    import junitparser
    SARIF = jsonschema.Draft4Validator(json.loads((FETCHED / "reports/sarif-2.1.0-rtm.5.json").read_text()))
except (ImportError, FileNotFoundError) as missing:
    print(f"SKIPPED: python3-jsonschema and what ci/fetch brings are needed: {missing}")
    sys.exit(SKIPPED)
REPORT = jsonschema.Draft202012Validator(json.loads((HERE.parent / "report.schema.json").read_text()))
EVIL = "\"'<script>&|`*_[x](y)\n::error::%0A,:]]>@\x1b\u202e\ufffe"
TWO = padded(header(2, 1) + NAMED + info("a", [8], 0, 8) + info("b", [8], 0, 40)) + bytes(96)


def validate(*arguments, **options):
    return Run("gguf-validate", *arguments, **options)


class ReportTest(CommandTest):
    def three(self):
        return self.file("good.gguf", GOOD), self.file("bad.gguf", UNALIGNED), self.folder / "absent.gguf"

    def evil(self):
        """A file whose path, key and tensor name are meant to break out of a report."""
        name = EVIL.replace("/", "").encode() + b"\xff.gguf"
        path = os.path.join(os.fsencode(self.folder), name)
        with open(path, "wb") as file:
            file.write(padded(header(1, 2) + NAMED + pair(EVIL, 0, b"\0") + info(EVIL, [8], 0, 8)) + bytes(64))
        return path

    def faults(self, schema, document):
        return [f"{list(error.path)}: {error.message}"[:300] for error in schema.iter_errors(document)]


class Sarif(ReportTest):
    def sarif(self, *arguments):
        document = json.loads(validate("--output", "sarif", *arguments).out)
        self.assertEqual([], self.faults(SARIF, document))
        run, = document["runs"]
        return run

    def test_regions_rules_and_levels(self):
        good, bad, absent = self.three()
        run = self.sarif("--profile", "spec", good, bad, absent)
        self.assertEqual([f"file://{path}" for path in (good, bad, absent)], [a["location"]["uri"] for a in run["artifacts"]])
        self.assertEqual(len(UNALIGNED), run["artifacts"][1]["length"])
        result, = [one for one in run["results"] if one["level"] == "error"]
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual({"byteOffset": 94, "byteLength": 8}, place["region"])
        self.assertEqual({"uri": f"file://{bad}", "index": 1}, place["artifactLocation"])
        self.assertEqual("tensor[0].offset", result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"])
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        self.assertEqual(["layout.offset-unaligned"] * 2, [rule["id"], result["ruleId"]])
        self.assertEqual("error", rule["defaultConfiguration"]["level"])
        self.assertIn("place every tensor at a multiple", rule["help"]["text"])
        rules = [one["id"] for one in run["tool"]["driver"]["rules"]]
        self.assertEqual(sorted({one["ruleId"] for one in run["results"]}), sorted(rules))

    def test_what_cannot_be_read_is_told_and_no_result(self):
        run = self.sarif(self.folder / "absent.gguf")
        invocation, = run["invocations"]
        self.assertFalse(invocation["executionSuccessful"])
        self.assertIn("No such file", invocation["toolExecutionNotifications"][0]["message"]["text"])
        self.assertEqual([], run["results"])
        self.assertTrue(self.sarif(self.three()[0])["invocations"][0]["executionSuccessful"])

    def fingerprints(self, data):
        run = self.sarif("--profile", "spec", self.file("a.gguf", data))
        return {one["message"]["text"].partition("(")[2][:3]: one["partialFingerprints"]["findingIdentity/v1"]
                for one in run["results"] if one["ruleId"] == "layout.offset-unaligned"}

    def test_a_fingerprint_survives_an_edit_elsewhere(self):
        before = self.fingerprints(TWO)
        self.assertEqual(2, len(set(before.values())), before)
        longer = padded(header(3, 2) + pair("added.key", 0, b"\1") + NAMED + info("first", [8], 0, 128) + info("a", [8], 0, 8) +
                        info("b", [8], 0, 40)) + bytes(160)
        self.assertEqual(before, self.fingerprints(longer))
        renamed = self.fingerprints(TWO.replace(b"b\1\0\0\0", b"c\1\0\0\0"))
        self.assertEqual(before['"a"'], renamed['"a"'])
        self.assertNotIn(before['"b"'], renamed.values())

    def test_findings_that_differ_in_nothing_else_are_numbered(self):
        doubled = padded(header(3, 1) + NAMED + info("a", [8], 0, 0) + info("a", [8], 0, 32) + info("a", [8], 0, 64)) + bytes(96)
        prints = [one["partialFingerprints"]["findingIdentity/v1"] for one in self.sarif(self.file("a.gguf", doubled))["results"]]
        self.assertEqual(len(prints), len(set(prints)))

    def test_the_schema_says_something(self):
        document = json.loads(validate("--output", "sarif", self.file("bad.gguf", UNALIGNED)).out)
        for damage in (lambda run: run["results"][0].update(level="fatal"), lambda run: run.pop("tool"),
                       lambda run: run["results"][0]["locations"][0]["physicalLocation"]["region"].update(byteOffset="94")):
            damaged = copy.deepcopy(document)
            damage(damaged["runs"][0])
            self.assertNotEqual([], self.faults(SARIF, damaged))

    def test_nothing_breaks_out(self):
        run = self.sarif(self.evil())
        uri, = [artifact["location"]["uri"] for artifact in run["artifacts"]]
        self.assertRegex(uri, r"^file:///([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$")

    def test_quiet_is_errors_only(self):
        run = self.sarif("-q", self.file("both.gguf", UNALIGNED + b"x"))
        self.assertEqual({"error"}, {one["level"] for one in run["results"]})


class Junit(ReportTest):
    def junit(self, *arguments):
        return junitparser.JUnitXml.fromstring(validate("--output", "junit", *arguments).out)

    def test_counts_and_kinds(self):
        good, bad, absent = self.three()
        suite, = self.junit("--profile", "spec", good, bad, absent)
        self.assertEqual((3, 1, 1), (suite.tests, suite.failures, suite.errors))
        cases = {case.name: case for case in suite}
        self.assertEqual({str(path) for path in (good, bad, absent)}, set(cases))
        self.assertTrue(cases[str(good)].is_passed)
        failure, = cases[str(bad)].result
        self.assertIsInstance(failure, junitparser.Failure)
        self.assertEqual(("1 error", "layout.offset-unaligned"), (failure.message, failure.type))
        self.assertTrue(failure.text.startswith("0x5e: error: "), failure.text)
        error, = cases[str(absent)].result
        self.assertIsInstance(error, junitparser.Error)
        self.assertIn("No such file", error.text)

    def test_warnings_stand_beside_and_fail_nothing(self):
        path = self.file("trailing.gguf", GOOD + b"x")
        suite, = self.junit(path)
        case, = suite
        self.assertTrue(case.is_passed)
        self.assertIn("[layout.trailing-bytes]", case.system_out)

    def test_nothing_breaks_out(self):
        suite, = self.junit(self.evil())
        case, = suite
        self.assertIn("<script>", case.name)
        self.assertIn("<script>", case.result[0].text)


class Github(ReportTest):
    """As the runner reads standard output: ::command property=value,...::message, each with its own escapes."""

    COMMAND = re.compile(r"^::(\w+) ([^:]*)::(.*)$")

    def commands(self, *arguments):
        lines = validate("--output", "github", *arguments).lines()
        found = []
        for line in lines:
            command, properties, message = self.COMMAND.match(line).groups()
            values = dict(one.split("=", 1) for one in properties.split(","))
            for old, new in (("%3A", ":"), ("%2C", ","), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
                values = {name: value.replace(old, new) for name, value in values.items()}
            found.append((command, values, message.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")))
        return found

    def test_annotations(self):
        _, bad, absent = self.three()
        errors = [one for one in self.commands("--profile", "spec", bad) if one[0] == "error"]
        self.assertEqual([("error", {"file": str(bad), "title": "layout.offset-unaligned"})], [one[:2] for one in errors])
        self.assertIn("found 8, wanted a multiple of 32 at tensor[0].offset. To mend it: place every", errors[0][2])
        self.assertEqual({"error", "notice", "warning"}, {one[0] for one in self.commands(self.file("both.gguf", UNALIGNED + b"x"))})
        self.assertEqual([("error", {"file": str(absent), "title": "unreadable"}, "cannot be read: No such file or directory")],
                         self.commands(absent))

    def test_nothing_breaks_out(self):
        path = self.evil()
        for command, values, _ in self.commands(path):
            self.assertIn(command, ("error", "warning", "notice"))
            self.assertEqual({"file", "title"}, set(values))


class Markdown(ReportTest):
    def shown(self, *arguments):
        """The HTML that GitHub makes of it."""
        run = validate("--output", "markdown", *arguments)
        return subprocess.run(["cmark-gfm", "-e", "table", "-e", "autolink", "--unsafe"], input=run.out, check=True,
                              stdout=subprocess.PIPE).stdout.decode()

    def rows(self, page):
        return [[html.unescape(re.sub("</?code>", "", cell)) for cell in re.findall("<td[^>]*>(.*?)</td>", row)]
                for row in re.findall("<tr>(.*?)</tr>", page, re.DOTALL)]

    def test_the_tables(self):
        good, bad, absent = self.three()
        page = self.shown("--profile", "spec", good, bad, absent)
        self.assertIn("<h3>gguf-validate</h3>", page)
        rows = self.rows(page)
        self.assertIn([str(bad), "invalid", "1", "0", "0", "model"], rows)
        self.assertIn([str(absent), "unreadable", "", "", "", "No such file or directory"], rows)
        finding, = [row for row in rows if row and row[0] == "error"]
        self.assertIn("found 8, wanted a multiple of 32 layout.offset-unaligned", finding[1])
        self.assertEqual("0x5e, tensor[0].offset", finding[2])

    def test_nothing_breaks_out(self):
        page = self.shown(self.evil())
        self.assertEqual({"h3", "h4", "table", "thead", "tbody", "tr", "th", "td", "code"}, set(re.findall(r"<([a-z0-9]+)", page)))
        self.assertTrue(all(len(row) in (0, 4, 6) for row in self.rows(page)))
        self.assertIn("<script>", html.unescape(page))


class Gitlab(ReportTest):
    """As GitLab's documentation has it: a list of issues that all have these members, each known by its fingerprint."""

    ISSUE = jsonschema.Draft202012Validator({
        "type": "array", "items": {
            "type": "object", "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": {"type": "string", "minLength": 1}, "check_name": {"type": "string", "minLength": 1},
                "fingerprint": {"type": "string", "minLength": 1},
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "location": {"type": "object", "required": ["path", "lines"], "properties": {
                    "path": {"type": "string", "pattern": r"^(?!\./)"},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}}}}}})

    def issues(self, *arguments, **options):
        issues = json.loads(validate("--output", "gitlab", *arguments, **options).out)
        self.assertEqual([], self.faults(self.ISSUE, issues))
        self.assertEqual(len(issues), len({issue["fingerprint"] for issue in issues}))
        return issues

    def test_issues(self):
        self.three()
        issues = self.issues("./bad.gguf", "good.gguf", "absent.gguf", cwd=self.folder)
        self.assertEqual({"bad.gguf", "good.gguf", "absent.gguf"}, {issue["location"]["path"] for issue in issues})
        self.assertEqual({"critical": "layout.offset-unaligned", "blocker": "unreadable", "info": "model.architecture-unknown"},
                         {issue["severity"]: issue["check_name"] for issue in issues})

    def test_the_same_fault_in_two_files_is_two_issues(self):
        self.issues(self.file("a.gguf", UNALIGNED), self.file("b.gguf", UNALIGNED))
        self.issues(self.evil())


class Json(ReportTest):
    def test_the_schema(self):
        REPORT.check_schema(REPORT.schema)
        f16 = padded(header(1, 1) + NAMED + info("a", [32], 1, 0)) + bytes(range(64))
        q8 = padded(header(2, 1) + NAMED + info("a", [32], 8, 0) + info("b", [32], 8, 64)) + bytes(98)
        original, model = self.file("f16.gguf", f16), self.file("q8.gguf", q8)
        for arguments in ((*self.three(), self.evil()), ("-q", *self.three()), ("--readers", *self.three()),
                          ("--roundtrip", model), ("--against", original, model)):
            document = json.loads(validate("--format", "json", *arguments).out)
            self.assertEqual([], self.faults(REPORT, document))
            for damage in (lambda file: file.update(verdict="good"), lambda file: file.pop("counts"), lambda file: file.update(more=1)):
                damaged = copy.deepcopy(document)
                damage(damaged["files"][0])
                self.assertNotEqual([], self.faults(REPORT, damaged))


class Files(ReportTest):
    def test_several_at_once_and_text_beside_them(self):
        _, bad, _ = self.three()
        names = ("text", "json", "sarif", "junit", "github", "markdown", "gitlab", "html")
        arguments = [part for name in names for part in ("--output", f"{name}:{self.folder / name}")]
        run = validate(bad, *arguments)
        self.assertEqual((1, validate(bad).out), (run.code, run.out))
        for name in names:
            self.assertEqual(validate(bad, "--output", name).out, (self.folder / name).read_bytes(), name)
        self.assertEqual({*names, "good.gguf", "bad.gguf"}, {path.name for path in self.folder.iterdir()})

    def test_never_over_a_file_that_is_judged(self):
        garbage = self.file("garbage.gguf", b"text")
        self.folder.joinpath("link").symlink_to(garbage)
        os.link(garbage, self.folder / "hard")
        other = self.file("other.gguf", GOOD)
        for target in (garbage, self.folder / "link", self.folder / "hard", other):
            run = validate(garbage, "--output", f"sarif:{target}")
            self.assertEqual((2, b""), (run.code, run.out))
            self.assertIn(b"no report replaces", run.err)
        run = validate(other, "--against", garbage, "--output", f"json:{garbage}")
        self.assertEqual(2, run.code)
        self.assertEqual((b"text", GOOD), (garbage.read_bytes(), other.read_bytes()))

    def test_what_cannot_be_written_is_told_before_the_work(self):
        path = self.file("good.gguf", GOOD)
        (self.folder / "locked").mkdir(mode=0o555)
        kept = self.file("kept", b"kept")
        kept.chmod(0o444)
        for target, why in ((self.folder / "no/such/folder/x", b"No such file or directory"), (self.folder, b"is a directory"),
                            (self.folder / "locked/x", b"Permission denied"), (kept, b"Permission denied")):
            run = validate(path, "--output", f"junit:{target}", wrapper=NO_PRIVILEGE)
            self.assertEqual((2, b""), (run.code, run.out), target)
            self.assertIn(why, run.err)
        self.assertEqual(b"kept", kept.read_bytes())

    def test_descriptors_are_written_as_they_are(self):
        path, log = self.file("good.gguf", GOOD), self.file("log", b"earlier\n")
        for name, redirect in (("/dev/stdout", ">>"), ("/dev/fd/1", ">>"), ("/dev/stderr", "2>>"), ("/dev/fd/7", "7>>")):
            log.write_bytes(b"earlier\n")
            done = subprocess.run(["bash", "-c", f'"$0" -q "$1" --output json:{name} {redirect}"$2"', BIN / "gguf-validate", path, log],
                                  stdout=subprocess.DEVNULL, check=False)
            self.assertEqual(0, done.returncode, name)
            first, _, rest = log.read_bytes().partition(b"\n")
            self.assertEqual(b"earlier", first, name)
            self.assertEqual(1, json.loads(rest)["report_version"], name)
        ours, theirs = os.pipe()
        done = subprocess.run([BIN / "gguf-validate", "-q", path, "--output", f"json:/dev/fd/{theirs}"], pass_fds=(theirs,), check=False)
        os.close(theirs)
        with os.fdopen(ours, "rb") as pipe:
            self.assertEqual((0, 1), (done.returncode, json.load(pipe)["report_version"]))

    def test_a_full_disk_is_told(self):
        run = validate(self.file("good.gguf", GOOD), "--output", "sarif:/dev/full")
        self.assertEqual(2, run.code)
        self.assertIn(b"/dev/full: cannot be written: No space left", run.err)

    def test_what_stood_there_is_replaced_behind_a_link_with_its_permissions(self):
        path, old = self.file("good.gguf", GOOD), self.file("old.json", b"old")
        old.chmod(0o640)
        self.folder.joinpath("link").symlink_to(old)
        self.assertEqual(0, validate(path, "--output", f"json:{self.folder / 'link'}").code)
        self.assertEqual(1, json.loads(old.read_text())["report_version"])
        self.assertEqual(0o640, old.stat().st_mode & 0o777)

    def test_mistakes(self):
        path = self.file("good.gguf", GOOD)
        for arguments, told in ((["sarf:x"], b"did you mean sarif?"), (["pdf"], b"there are text, json, sarif"), (["json:"], b"names no file"),
                                (["json", "junit"], b"json and junit would both go to standard output"),
                                (["json:x", "junit:./x"], b"json and junit would both go to ")):
            run = validate(path, *[part for one in arguments for part in ("--output", one)], cwd=self.folder)
            self.assertEqual((2, b""), (run.code, run.out), arguments)
            self.assertIn(told, run.err)
        self.assertIn(b"both go to standard output", validate(path, "--format", "json", "--output", "github").err)


if __name__ == "__main__":
    main()
