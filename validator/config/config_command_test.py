#!/usr/bin/env python3
# gguf-validate.toml, suppressions and baselines as whoever keeps an archive meets them.
import datetime
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from commands import GOOD, UNALIGNED, CommandTest, Run, main  # noqa: E402

TRAILING = GOOD + b"x"
ACCEPT = '[[suppress]]\nrule = "layout.offset-unaligned"\nreason = "made by a tool that is gone"\n'


class ConfigTest(CommandTest):
    def config(self, text, folder="."):
        return self.file(f"{folder}/gguf-validate.toml", text.encode())

    def validate(self, *arguments, **options):
        return Run("gguf-validate", *arguments, cwd=options.pop("cwd", self.folder), **options)

    def verdicts(self, *arguments, **options):
        document = json.loads(self.validate("--format", "json", *arguments, **options).out)
        return {entry["path"]: entry["verdict"] for entry in document["files"]}

    def refused(self, told, *arguments):
        run = self.validate(*arguments)
        self.assertEqual((2, b""), (run.code, run.out), run.out)
        self.assertIn(told, run.err.decode())


class Settings(ConfigTest):
    def test_it_is_found_above_the_file_wherever_one_stands(self):
        path = self.file("models/deep/a.gguf", TRAILING)
        self.config("strict = true\n", "models")
        self.assertEqual(1, self.validate(path).code)
        self.assertEqual(1, self.validate("deep", cwd=self.folder / "models").code)
        self.assertEqual(0, self.validate("--no-config", path).code)
        other = self.file("other.toml", b"[severity]\n'layout.*' = 'off'\n")
        self.assertEqual(0, self.validate("--config", other, path).code)
        self.config("", "models/deep")
        self.assertEqual(0, self.validate(path).code)

    def test_the_command_line_wins(self):
        path = self.file("a.gguf", TRAILING)
        self.config("max-findings = 0\n[severity]\n'layout.trailing-bytes' = 'error'\n")
        self.assertEqual(1, self.validate(path).code)
        self.assertEqual(0, self.validate("--severity", "layout.*=note", path).code)
        self.assertIn(b"trailing", self.validate("--max-findings", "9", path).out)
        self.assertNotIn(b"[layout.trailing", self.validate(path).out)

    def test_strict_makes_warnings_errors_and_spares_notes(self):
        path = self.file("a.gguf", TRAILING)
        self.assertEqual((0, 1), (self.validate(path).code, self.validate("--strict", path).code))
        self.assertEqual(0, self.validate("--strict", self.file("good.gguf", GOOD)).code)
        self.assertEqual(0, self.validate("--strict", "--severity", "layout.*=note", path).code)

    def test_mistakes_say_where_and_what_was_meant(self):
        path = self.file("a.gguf", GOOD)
        for text, told in (("profil = 'spec'", "gguf-validate.toml:1: there is no key \"profil\"; did you mean profile?"),
                           ("\nprofile = 'strict'", "gguf-validate.toml:2: --profile: strict is none of default, spec, ggml"),
                           ("max-findings = -1", "gguf-validate.toml:1: --max-findings: -1 given"),
                           ("[severity]\n'layout.gab' = 'off'", "did you mean layout.gap"),
                           ("a = ", "gguf-validate.toml:1: "),
                           ("[[suppress]]\nrule = 'layout.gap'", "gives no reason")):
            self.config(text)
            self.refused(told, path)
        self.refused("absent.toml: is no configuration file", "--config", "absent.toml", path)
        self.refused("--config", "--config", path, "--no-config", path)

    def test_files_with_different_configurations_are_not_mixed(self):
        a, b = self.file("a/a.gguf", GOOD), self.file("b/b.gguf", GOOD)
        self.config("", "a")
        self.refused("have different configurations", a, b)
        self.assertEqual(0, self.validate("--no-config", a, b).code)

    def test_files_and_globs(self):
        self.refused("name a file")
        for name in ("a.gguf", "sub/b.gguf", "sub/old/c.gguf", "other/d.gguf"):
            self.file(name, GOOD)
        self.config("files = ['a.gguf', 'sub', '*/d.gguf', 'a.*']\nexclude = ['*/old/*']\n")
        self.assertEqual(["a.gguf", "sub/b.gguf", "other/d.gguf"], list(self.verdicts()))
        self.assertEqual(str(self.folder / "a.gguf"), next(iter(self.verdicts("--config", self.folder / "gguf-validate.toml", cwd="/"))))
        self.assertEqual(["sub/b.gguf"], list(self.verdicts("sub")))
        self.assertEqual(["sub/old/c.gguf"], list(self.verdicts("sub/old/c.gguf")))
        self.config("files = ['gone*.gguf']\n")
        self.assertEqual(2, self.validate().code)
        self.assertIn(b"no such file", self.validate().out)

    def test_print_config_says_who_says_so_and_is_a_configuration(self):
        text = ("profile = 'spec'\nstrict = true\nfiles = ['*.gguf']\n[severity]\n'values.*' = 'error'\n" + ACCEPT +
                "expires = 2999-01-09\n")
        self.config(text)
        shown = self.validate("--print-config", "--jobs", "2", "--severity", "layout.gap=off").out.decode()
        for line in ('profile = "spec"  # gguf-validate.toml:1', "jobs = 2  # the command line", "max-findings = 1000  # default",
                     '"values.*" = "error"  # gguf-validate.toml:5', '"layout.gap" = "off"  # the command line',
                     "expires = 2999-01-09"):
            self.assertIn(line, shown.splitlines())
        self.config(shown)
        again = self.validate("--print-config").out.decode()

        def said(text):
            return re.sub("  #.*", "", text)
        self.assertEqual(said(shown).partition("\n")[2], said(again).partition("\n")[2])


class Suppressions(ConfigTest):
    def test_a_known_finding_is_accepted_and_counted(self):
        path = self.file("a.gguf", UNALIGNED)
        self.config(ACCEPT)
        run = self.validate(path)
        self.assertEqual((0, b""), (run.code, run.err))
        self.assertRegex(run.lines()[-1], "a.gguf: accepted, .*1 accepted finding")
        self.assertEqual({str(path): "accepted"}, self.verdicts(path))

    def test_one_that_no_longer_matches_is_an_error(self):
        path = self.file("a.gguf", GOOD)
        self.config(ACCEPT)
        run = self.validate(path)
        self.assertEqual(2, run.code)
        self.assertIn(b"gguf-validate.toml:1: nothing is left to suppress of \"layout.offset-unaligned\"", run.err)
        self.config(ACCEPT + "file = 'other/*'\n")
        self.assertEqual(0, self.validate(path).code)

    def test_a_part_does_not_tell_what_is_left_to_suppress(self):
        self.file("a.gguf", UNALIGNED), self.file("b.gguf", GOOD)
        self.config(ACCEPT)
        for part in ("1/2", "2/2"):
            run = self.validate(self.folder, "--part", part)
            self.assertEqual(0, run.code, run.err)

    def test_it_is_for_what_it_names(self):
        a, b = self.file("old/a.gguf", UNALIGNED), self.file("new/b.gguf", UNALIGNED)
        self.config(ACCEPT + "file = 'old/*'\nat = 'tensor[*].offset'\nname = 'a'\n")
        self.assertEqual({str(a): "accepted", str(b): "invalid"}, self.verdicts(a, b))
        self.config(ACCEPT + "name = 'b'\n")
        self.assertEqual(2, self.validate(a).code)

    def test_the_last_day(self):
        path = self.file("a.gguf", UNALIGNED)
        today = datetime.datetime.now(datetime.timezone.utc).date()
        self.config(ACCEPT + f"expires = {today + datetime.timedelta(1)}\n")
        self.assertEqual(0, self.validate(path).code)
        self.config(ACCEPT + f"expires = {today - datetime.timedelta(2)}\n")
        run = self.validate(path)
        self.assertEqual(1, run.code)
        self.assertIn(b"has expired; mend the file, or look at the reason again: made by a tool that is gone", run.err)

    def test_more_findings_than_are_shown_are_all_accepted(self):
        path = self.file("a.gguf", UNALIGNED)
        self.config(ACCEPT)
        self.assertEqual(0, self.validate("--max-findings", "0", path).code)

    def test_a_file_named_twice_is_judged_twice(self):
        path = self.file("a.gguf", UNALIGNED)
        self.config(ACCEPT)
        self.assertEqual(0, self.validate(path, path).code)
        self.validate("--no-config", "--write-baseline", "b.json", path)
        self.assertEqual(0, self.validate("--no-config", "--baseline", "b.json", path, path).code)


class Baseline(ConfigTest):
    def test_an_old_archive_starts_clean_and_new_faults_count(self):
        old = self.file("old.gguf", UNALIGNED)
        self.assertEqual(0, self.validate("--write-baseline", "baseline.json", ".").code)
        self.assertEqual(0, self.validate("--baseline", "baseline.json", ".").code)
        self.config("baseline = 'baseline.json'\n")
        self.assertEqual(0, self.validate("old.gguf").code)
        self.assertEqual(0, self.validate(old, cwd="/").code)
        self.file("new.gguf", UNALIGNED)
        self.assertEqual({"./old.gguf": "accepted", "./new.gguf": "invalid"}, self.verdicts("."))

    def test_what_is_mended_is_told(self):
        self.file("a.gguf", UNALIGNED)
        self.file("b.gguf", UNALIGNED)
        self.validate("--write-baseline", "baseline.json", ".")
        self.file("a.gguf", GOOD)
        run = self.validate("--baseline", "baseline.json", ".")
        self.assertEqual(0, run.code)
        self.assertRegex(run.err.decode(), r"1 finding of the baseline did not come")
        self.assertEqual(b"", self.validate("--baseline", "baseline.json", "b.gguf").err)

    def test_it_reads_well_in_a_review(self):
        self.file("a.gguf", UNALIGNED)
        self.validate("--write-baseline", "baseline.json", "a.gguf", cwd=self.folder)
        written = json.loads((self.folder / "baseline.json").read_text())
        self.assertEqual(["baseline_version", "files"], list(written))
        self.assertEqual(["a.gguf"], list(written["files"]))
        self.assertTrue(any(key.startswith("layout.offset-unaligned ") for key in written["files"]["a.gguf"]))
        before = (self.folder / "baseline.json").read_bytes()
        self.validate("--write-baseline", "baseline.json", "a.gguf")
        self.assertEqual(before, (self.folder / "baseline.json").read_bytes())

    def test_what_is_none_is_refused(self):
        path = self.file("a.gguf", GOOD)
        for text in (b"", b"[]", b'{"baseline_version": 2, "files": {}}', b'{"baseline_version": 1, "files": {"a": {"b": "c"}}}',
                     b'{"baseline_version": 1, "files": {"a": {"b": -1}}}', b"\xff"):
            self.file("b.json", text)
            self.refused("b.json: is no baseline", "--baseline", "b.json", path)
        self.refused("absent.json: is no baseline that can be read", "--baseline", "absent.json", path)
        self.refused("holds a GGUF file", "--write-baseline", self.file("other.gguf", GOOD), path)


if __name__ == "__main__":
    main()
