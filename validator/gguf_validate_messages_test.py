#!/usr/bin/env python3
# What gguf-validate says in answer to its command line and to files that are no GGUF, that the README shows what
# it really says, and that ci/validate hands options on.
import json
import re
import shutil
import subprocess
from pathlib import Path

from commands import BIN, GOOD, CommandTest, Run, header, info, main, padded

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()


def validate(*arguments, **options):
    return Run("gguf-validate", *arguments, **options)


class Explain(CommandTest):
    def test_a_rule(self):
        run = validate("--explain", "layout.gap")
        self.assertEqual(0, run.code)
        for words in (b"layout.gap: ", b"severity", b"clause     8.4 ", b"remedy"):
            self.assertIn(words, run.out)

    def test_a_rule_in_capitals(self):
        self.assertEqual(validate("--explain", "layout.gap").out, validate("--explain", "LAYOUT.Gap").out)

    def test_no_name_is_no_rule(self):
        run = validate("--explain", "")
        self.assertEqual((2, b'gguf-validate: no rule is called "" (--list-rules names all)\n'), (run.code, run.err))

    def test_a_near_name_is_suggested(self):
        run = validate("--explain", "layout.gapp")
        self.assertEqual(2, run.code)
        self.assertIn(b"did you mean layout.gap?", run.err)

    def test_a_far_name_is_not(self):
        for name in ("everything", "overlap", "x"):
            for options in (("--explain", name), ("--severity", name + "=error", "x.gguf")):
                run = validate(*options)
                self.assertEqual(2, run.code)
                self.assertIn(f'no rule is called "{name}" (--list-rules names all)'.encode(), run.err)

    def test_a_family_is_listed(self):
        whole = validate("--list-rules").lines()
        for family in ("template.*", "TEMPLATE.*", "template*"):
            run = validate("--explain", family)
            self.assertEqual((0, [whole[0]] + [line for line in whole if line.startswith("template.")]),
                             (run.code, run.lines()))
        names = [rule["name"] for rule in json.loads(validate("--explain", "shard.*", "--format", "json").out)["rules"]]
        self.assertEqual([line.split()[0] for line in whole if line.startswith("shard.")], names)
        for typed in ("template", "template."):
            self.assertIn(b"did you mean 'template.*'?", validate("--explain", typed).err)
        self.assertEqual((2, b"""gguf-validate: no rule's name begins with "no." (--list-rules names all)\n"""),
                         (lambda run: (run.code, run.err))(validate("--explain", "no.*")))

    def test_advice_names_what_explains_the_errors(self):
        for name, content, rule in (("a.gguf.part1of2", GOOD[:40], b"name.part"), ("a.gguf", GOOD[:40], b"header.tensor-count")):
            run = validate(self.file(name, content))
            self.assertTrue(run.err.endswith(b"--explain RULE, for one " + rule + b"\n"), run.err)

    def test_what_judges_no_file_takes_none(self):
        path = self.file("good.gguf", GOOD)
        for options in (("--list-rules",), ("--explain", "layout.gap"), ("--list-rules", "--format", "json")):
            run = validate(*options, path)
            self.assertEqual((2, b""), (run.code, run.out))
            self.assertIn(b"judges no file; leave out", run.err)

    def test_a_user_makes_rules_graver_or_milder(self):
        path = self.file("trailing.gguf", GOOD + b"x")
        self.assertEqual(0, validate(path).code)
        raised = validate(path, "--severity", "layout.trailing-bytes=error", "--format", "json")
        self.assertEqual(1, raised.code)
        finding, = [f for f in json.loads(raised.out)["files"][0]["findings"] if f["rule"] == "layout.trailing-bytes"]
        self.assertEqual("error", finding["severity"])
        self.assertEqual(1, validate("--severity=layout.*=error", path).code)
        self.assertEqual(0, validate("--severity=layout.*=error", "--severity", "layout.trailing-bytes=off", path).code)
        self.assertNotIn(b"[layout.trailing-bytes]", validate(path, "--severity=layout.trailing-bytes=off").out)

    def test_a_file_that_cannot_be_followed_is_never_valid(self):
        for cut in (b"", b"text", GOOD[:20], GOOD[:40]):
            run = validate(self.file("cut.gguf", cut), "--severity", "*=off")
            self.assertEqual(1, run.code, cut)
            self.assertIn(b"invalid", run.out)

    def test_a_severity_that_cannot_be_is_told(self):
        for text, told in (("layout.gapp=error", b"did you mean layout.gap?"), ("layout.gap=fatal", b"warning or error"),
                           ("layout.gap", b"warning or error"), ("nothing.*=note", b'"nothing."'), ("", b"warning or error")):
            run = validate("--severity", text, "x.gguf")
            self.assertEqual((2, b""), (run.code, run.out), text)
            self.assertIn(told, run.err)

    def test_a_near_option_is_suggested(self):
        for wrong, right in (("--profil=spec", "--profile"), ("--quite", "--quiet"), ("--max-finding", "--max-findings")):
            run = validate(wrong, "x.gguf")
            self.assertEqual((2, b""), (run.code, run.out))
            self.assertIn(f"did you mean {right}?".encode(), run.err)
        self.assertNotIn(b"did you mean", validate("--something-else-entirely").err)

    def test_every_rule_can_be_explained(self):
        for line in validate("--list-rules").lines()[1:]:
            name = line.split()[0]
            shown = validate("--explain", name)
            self.assertEqual(0, shown.code, line)
            rule = json.loads(validate("--explain", name, "--format", "json").out)
            self.assertRegex(rule["example"], f"(?m)^expect +[a-z]+ {re.escape(name)} at ")
            self.assertIn("refuses" if rule["severity"]["ggml"] == "error" else "takes", shown.out.decode())
            for text in ("clause", "clause_text", "authority", "remedy"):
                self.assertTrue(rule[text], f"{name}: {text}")


class StandardInput(CommandTest):
    def test_it_is_read_once(self):
        for paths in (("-", "-"), ("-", self.file("good.gguf", GOOD), "-")):
            run = validate(*paths, stdin=GOOD)
            self.assertEqual((2, b"", b"gguf-validate: standard input is named twice, and can be read once\n"),
                             (run.code, run.out, run.err))
        self.assertEqual(0, validate("-", stdin=GOOD).code)


class Foreign(CommandTest):
    def test_each_kind_is_named(self):
        kinds = {
            "a Git LFS pointer": b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n",
            "an HTML page": b"\r\n<!DOCTYPE html>\n<html><body>401</body></html>\n",
            "a safetensors file": b"\x10\0\0\0\0\0\0\0{\"a\":{}}        ",
            "a zip archive or PyTorch checkpoint": b"PK\x03\x04\x14\0\0\0",
            "gzip-compressed data": b"\x1f\x8b\x08\0\0\0\0\0",
            "a legacy ggml file (no version)": b"lmgg\0\0\0\0",
            "a legacy ggmf file, version 1": b"fmgg\x01\0\0\0",
            "a legacy ggjt file, version 3": b"tjgg\x03\0\0\0",
            "JSON text": b'\xef\xbb\xbf\n {"error": "not found"}',
            'text, beginning "Invalid username or password."': b"Invalid username or password.",
            'text, beginning "no"': b"no\r\n",
            'text, beginning "Zugriff verweigert: gr\u00f6\u00dfer als erlaubt"': "Zugriff verweigert: gr\u00f6\u00dfer als erlaubt\n".encode(),
            "an empty file": b"",
            "zero bytes only": bytes(4096),
            "a GGUF whose magic is reversed": b"FUGG\x03\0\0\0",
        }
        for kind, data in kinds.items():
            path = self.file("foreign.gguf", data)
            run = validate("--format", "json", path)
            self.assertEqual(1, run.code, kind)
            finding = json.loads(run.out)["files"][0]["findings"]
            self.assertEqual(["file.not-gguf"], [f["rule"] for f in finding], kind)
            self.assertEqual(kind, finding[0]["got"])
            self.assertIn(kind.encode(), validate(path).out)

    def test_random_bytes_are_shown(self):
        for data in (b"\1\2\3\4\5", b"text\0", b"text\xff", b"\x1b[2Jtext", b"text" + bytes(1000)):
            shown = "found the bytes " + data[:4].hex(" ")
            self.assertIn(shown, validate(self.file("x.gguf", data)).out.decode())

    def test_text_is_cut_and_shown_on_one_line(self):
        run = validate(self.file("x.gguf", ("\u00e9" * 2000 + "\nend").encode()))  # 512 bytes end inside no character, 511 would
        self.assertIn(b'found text, beginning "' + "\u00e9".encode() * 30 + b'...", wanted', run.out)
        run = validate(self.file("x.gguf", b"x" + "\u00e9".encode() * 2000))  # 512 bytes end inside a character
        self.assertIn(b'found text, beginning "x', run.out)
        self.assertIn(b'beginning "one\\ntwo"', validate(self.file("x.gguf", b"one\ntwo\n")).out)


class Numbers(CommandTest):
    RANGE = "wanted a whole number from 0 to 18446744073709551615"

    def test_what_is_no_number_is_answered_with_the_range(self):
        good = self.file("good.gguf", GOOD)
        for command, option in (("gguf-validate", "--max-findings"), ("gguf-layout", "--elements")):
            for given in ("-1", "abc", "0x10", "1.5", "1e3", "+1", " 1", "18446744073709551616"):
                run = Run(command, option, given, good)
                self.assertEqual((2, b""), (run.code, run.out), given)
                self.assertIn(f"{option}: {given} given, {self.RANGE}", run.err.decode())
            for given in ("0", "18446744073709551615"):
                self.assertEqual(0, Run(command, option, given, good).code, given)

    def test_a_leading_0_changes_nothing(self):
        lines = validate("--max-findings", "010", self.file("many.gguf", header(0, 20) + bytes(400)), "--profile", "spec").lines()
        self.assertEqual(10, sum(": error: " in line for line in lines))


class Wording(CommandTest):
    def test_a_name_of_65_bytes(self):
        path = self.file("a.gguf", padded(header(1, 0) + info("n" * 65, [8], 0, 0)) + bytes(32))
        self.assertRegex(validate(path).out, rb"longer than 64 bytes .*: found 65 bytes, wanted at most 64, or 63 for ggml \[")

    def test_bytes_after_a_file_without_tensors(self):
        run = validate(self.file("a.gguf", header(0, 0) + bytes(8) + b"rest"))
        self.assertIn(b"[layout.trailing-bytes]", run.out)
        self.assertNotIn(b"last tensor", run.out)

    def test_values_are_judged_unless_somebody_says_otherwise(self):
        self.assertRegex(validate("--help").out.decode(), r"values \(the weights, too; the default\)")


class Readme(CommandTest):
    def test_the_session_is_what_the_commands_say(self):
        session = re.search(r"## What it looks like\n(.*?)\n\n(?! )", README, re.DOTALL).group(1)
        seen = 0
        for command, shown in re.findall(r"^    \$ (gguf-\S+ .*)\n((?:    (?!\$).*\n|\n)*)", session + "\n", re.MULTILINE):
            name, *arguments = command.split()
            if arguments[0] != "--explain" and not (ROOT / arguments[-1]).exists():
                continue
            run = Run(name, *arguments, cwd=ROOT)
            said = [line.strip() for line in (run.out + run.err).decode().splitlines()]
            wanted = [line.strip() for line in shown.rstrip().splitlines()]
            if wanted[-1] == "...":
                said, wanted = said[:len(wanted) - 1], wanted[:-1]
            self.assertEqual(wanted, said, command)
            seen += 1
        self.assertEqual(2, seen)

    def test_the_deviations_are_those_of_the_rules(self):
        listed = dict(re.findall(r"\| `([a-z.0-9-]+)` \| (error|warning|note|off) \|$", README, re.MULTILINE))
        rules = {rule["name"]: rule["severity"] for rule in json.loads(validate("--list-rules", "--format", "json").out)["rules"]}
        for name, severity in listed.items():
            self.assertEqual(rules[name]["default"], severity, name)
        forgiven = {name for name, severity in rules.items()
                    if severity["default"] != "error" and "error" in (severity["spec"], severity["ggml"])}
        # llama.cpp refuses an architecture that it does not know; neither the document nor ggml's reader does.
        self.assertEqual(forgiven | {"model.architecture-unknown", "projector.type-unknown"}, set(listed))


class CiValidate(CommandTest):
    """ci/validate in a house where the command has been built, and is a script that shows its arguments."""

    def setUp(self):
        super().setUp()
        for folder in ("ci", "spec", "validator", "build/release/bin"):
            (self.folder / folder).mkdir(parents=True)
        shutil.copy(ROOT / "ci/validate", self.folder / "ci/validate")
        for file in ("CMakeLists.txt", "CMakePresets.json"):
            (self.folder / file).touch()
        self.file("build/release/bin/gguf-validate", b'#!/bin/sh\nfor a; do printf "%s\\n" "$a"; done\n').chmod(0o755)
        (self.folder / "build/release/.validate-built").touch()

    def handed_on(self, *arguments):
        run = subprocess.run([str(self.folder / "ci/validate"), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(0, run.returncode, run.stderr)
        return run.stdout.decode().splitlines()

    def test_without_a_path_the_corpus_is_judged(self):
        corpus = str(self.folder / "corpus")
        for arguments in ([], ["-q"], ["--format", "json"], ["--format=json"], ["--profile", "spec"], ["--max-findings", "3"],
                          ["--data", "none", "-q", "--format", "text"], ["--"], ["-q", "--"]):
            self.assertEqual([*arguments, corpus], self.handed_on(*arguments))

    def test_with_a_path_or_another_wish_it_is_not(self):
        for arguments in (["a.gguf"], ["-"], ["--format", "json", "a.gguf"], ["--", "-x.gguf"], ["a.gguf", "--profile", "spec"],
                          ["--help"], ["--version"], ["--list-rules", "--format", "json"], ["--format", "json", "--list-rules"],
                          ["--explain", "layout.gap"], ["--explain=layout.gap"], ["--profile"], ["--print-config"]):
            self.assertEqual(arguments, self.handed_on(*arguments))

    def test_every_option_that_takes_a_value_is_known(self):
        options = re.findall(r"^ +(?:-\w,)?(--[a-z-]+) [A-Z]", validate("--help").out.decode(), re.MULTILINE)
        self.assertIn("--max-findings", options)
        for option in options:
            added = self.handed_on(option, "value")[2:]
            self.assertEqual([] if option == "--explain" else [str(self.folder / "corpus")], added, option)


if __name__ == "__main__":
    main()
