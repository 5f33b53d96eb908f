#!/usr/bin/env python3
# gguf-hunt on readers that are wrong in one known way each: the minimal testee with a fault put in, which is what must be
# found, told from others, told once, and made small. Without the fault nothing is found.
import json
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "validator"))
from commands import CommandTest, Run, main  # noqa: E402

# The minimal testee, after some lines that put a fault into its reader.
TESTEE = """
import os, sys
sys.path[:0] = [{minimal!r}, {testees!r}]
import reader
right = reader.Cursor.text, reader.Cursor.array, reader.GGUF.tensor_info, reader.check
{fault}
import testee
"""
CRASH = """
def text(self, errors="strict"):
    length = int.from_bytes(self.data[self.at:self.at + 8], "little")
    if length > 2**40: os.abort()
    return right[0](self, errors)
reader.Cursor.text = text
"""
HANG = """
def array(self, depth):
    while int.from_bytes(self.data[self.at + 4:self.at + 12], "little") > 2**40: pass
    return right[1](self, depth)
reader.Cursor.array = array
"""
ALLOCATION = """
def tensor_info(self, cursor):
    info = right[2](self, cursor)
    if info[4] > 2**33: bytearray(info[4])
    return info
reader.GGUF.tensor_info = tensor_info
"""
OVERFLOW = """
def tensor_info(self, cursor):
    *info, size = right[2](self, cursor)
    return (*info, size % 2**64)
reader.GGUF.tensor_info = tensor_info
"""
FORGETS = """
def check(holds, fault):
    right[3](holds or "is no multiple of" in fault, fault)
reader.check = check
"""
WRONG = """
def tensor_info(self, cursor):
    name, type, shape, *rest = right[2](self, cursor)
    return (name, type, tuple(reversed(shape)), *rest)
reader.GGUF.tensor_info = tensor_info
"""


# The smallest such file that has no other fault: header, architecture and two infos end before 128, where the data begin; the
# second tensor, of 4 bytes, stands beside offset 32, where it belongs, and is padded.
UNALIGNED = 128 + 64


GROUPS = ("arrays", "layout", "strings", "tensors")
FILES = "250"  # all of those cases, and as many again that come of them


class Hunt(CommandTest):
    def corpus(self):
        """The part of the corpus that files are made from here: enough, and given within seconds."""
        corpus, part = ROOT / "corpus", self.folder / "corpus"
        folders = [f"{kind}/{group}" for kind in ("valid", "invalid", "disputed") for group in GROUPS]
        for case in (case for folder in folders for case in (corpus / folder).glob("*.txt")):
            near = re.findall(r"^(?:near|with|original)\s+(\S+)", case.read_text(), re.MULTILINE)
            if all(str(Path(other).parent) in folders for other in near):  # so that all that are named are there
                copy = part / case.relative_to(corpus)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(case, copy)
        shutil.copy(corpus / "VERSION", part)
        return part

    def hunt(self, fault, *options, jobs="2"):
        """The summary of a hunt with faults put in, its folder, and the run."""
        minimal = ROOT / "conformance" / "testees" / "minimal"
        code = TESTEE.format(minimal=str(minimal), testees=str(minimal.parent), fault=fault)
        program = self.file("faulty.py", code.encode())
        found = self.folder / "found"
        run = Run("gguf-hunt", "--testee", f"{sys.executable} -B {program}", "--seed", "1", "--for", "0", "--timeout", "1",
                  "--corpus", self.corpus(), "--jobs", jobs, "--shrink", "60", "-o", found, *options)
        self.assertIn(run.code, (0, 1), run.err)
        return json.loads((found / "summary.json").read_text()), found, run

    def one(self, fault, outcome, rule, most_bytes):
        """Hunts for a fault that shows in one way. A reader that dies without a word is told once for each rule that is broken."""
        summary, found, run = self.hunt(fault, "--files", FILES)
        self.assertEqual(run.code, 1, run.out)
        told = [(it["outcome"], it["rule"]) for it in summary["findings"]]
        self.assertEqual({it[0] for it in told}, {outcome}, summary)
        self.assertEqual(told.count((outcome, rule)), 1, summary)
        if outcome == "accepted-invalid":
            self.assertEqual(len(told), 1, summary)
        finding = next(it for it in summary["findings"] if it["rule"] == rule)
        self.assertLessEqual(finding["bytes"], most_bytes, finding)
        return finding, (found / finding["case"]).read_text()

    def test_a_crash_on_a_length(self):
        finding, text = self.one(CRASH, "crash", "string.beyond-end", 40)
        self.assertIn("signal 6 (Aborted)", finding["detail"])
        self.assertIn("# minimal 1: crash", text)
        self.assertGreater(finding["files"], 1)

    def test_mutants_alone_find_it(self):
        for mutator in "fields", "bytes":
            summary, _, _ = self.hunt(CRASH, "--first", "1000", "--files", FILES, "--mutator", mutator)
            self.assertEqual({it["outcome"] for it in summary["findings"]}, {"crash"}, summary)
            self.assertIn("; ", summary["findings"][0]["what"])

    def test_a_loop_without_end(self):
        finding, _ = self.one(HANG, "hang", "array.beyond-end", 80)
        self.assertEqual(finding["detail"], "no answer in time")

    def test_a_huge_allocation(self):
        summary, _, _ = self.hunt(ALLOCATION, "--files", FILES)
        self.assertEqual({it["outcome"] for it in summary["findings"]}, {"over-allocation"}, summary)
        self.assertIn("MemoryError", summary["findings"][0]["detail"])

    def test_an_overflow_that_is_taken(self):
        summary, _, _ = self.hunt(OVERFLOW, "--files", FILES)
        told = {(it["outcome"], it["rule"]) for it in summary["findings"]}
        self.assertTrue(told and told <= {("accepted-invalid", "tensor.elements-overflow"),
                                          ("accepted-invalid", "tensor.bytes-overflow")}, summary)

    def test_a_check_that_is_missing(self):
        self.one(FORGETS, "accepted-invalid", "layout.offset-unaligned", UNALIGNED)

    def test_values_that_are_wrong(self):
        summary, _, _ = self.hunt(WRONG, "--files", FILES)
        self.assertEqual([(it["outcome"], it["rule"], it["line"]) for it in summary["findings"]],
                         [("wrong-value", None, "tensors[N].dimensions")], summary)
        self.assertLessEqual(summary["findings"][0]["bytes"], 160)

    def test_several_at_once_are_told_apart(self):
        summary, found, run = self.hunt(CRASH + HANG + FORGETS, "--files", FILES)
        self.assertEqual({it["outcome"] for it in summary["findings"]}, {"crash", "hang", "accepted-invalid"}, summary)
        self.assertEqual(sorted(it.name for it in found.iterdir()),
                         sorted([it["case"] for it in summary["findings"]] + ["summary.json"]))
        for finding in summary["findings"]:
            self.assertIn(finding["case"], run.out.decode())

    def test_the_file_of_a_case_shows_it_again(self):
        finding, _ = self.one(FORGETS, "accepted-invalid", "layout.offset-unaligned", UNALIGNED)
        case = self.folder / "found" / finding["case"]
        made = Run("gguf-make", "case", case, "-o", self.folder / "small.gguf")
        self.assertEqual(made.code, 0, made.err)
        judged = Run("gguf-validate", "--format", "json", self.folder / "small.gguf")
        self.assertIn(b"layout.offset-unaligned", judged.out)

    def test_the_same_seed_finds_the_same(self):
        first, found, _ = self.hunt(FORGETS + WRONG, "--files", FILES, jobs="1")
        texts = {it.name: it.read_text() for it in found.glob("*.txt")}
        again, found, _ = self.hunt(FORGETS + WRONG, "--files", FILES, jobs="1")
        for summary in (first, again):  # all but the time that it took
            for finding in summary["findings"]:
                self.assertGreaterEqual(finding.pop("seconds"), 0)
        self.assertEqual(first, again)
        self.assertEqual(texts, {it.name: it.read_text() for it in found.glob("*.txt")})

    def test_what_is_known_is_not_told(self):
        _, _, run = self.hunt(FORGETS + CRASH, "--files", FILES)
        known = self.file("known.txt", b"accepted-invalid layout/offset-unaligned: known\n")
        summary, _, _ = self.hunt(FORGETS + CRASH, "--files", FILES, "--expected", known)
        self.assertEqual({it["outcome"] for it in summary["findings"]}, {"crash"}, run.out)

    def test_nothing_is_found_in_a_right_reader(self):
        summary, _, run = self.hunt("", "--files", "600")
        self.assertEqual((run.code, summary["findings"]), (0, []), run.out)

    def test_a_command_that_has_an_exit_status_alone(self):
        run = Run("gguf-hunt", "--reader", "head -c 4 {file} | grep -q GGUF", "--for", "0", "--files", FILES,
                  "--corpus", self.corpus(), "--format", "json")
        self.assertEqual(run.code, 1, run.err)
        outcomes = {it["outcome"] for it in json.loads(run.out)["findings"]}
        self.assertEqual(outcomes, {"accepted-invalid"})

    def test_what_is_wrong_with_the_request_is_told(self):
        for options, message in [(["--for", "1s"], b"give one of --reader and --testee"),
                                 (["--reader", "true {file}", "--for", "0"], b"only --files ends the hunt"),
                                 (["--testee", "no-such-program"], b"exit status 127"),
                                 (["--reader", "true {file}", "--expected", "/none"], b"/none: cannot be read")]:
            run = Run("gguf-hunt", *options)
            self.assertEqual(run.code, 2, options)
            self.assertIn(message, run.err)


if __name__ == "__main__":
    main()
