#!/usr/bin/env python3
# gguf-validate as its users see it: exit codes, text, JSON, and that nothing odd in a file or a path
# reaches a terminal. Expected values are worked out by hand from files put together byte by byte.
import json
import os
import pty
import re
import stat
import subprocess
import threading
import time

from commands import BIN, GOOD, NAMED, NO_PRIVILEGE, UNALIGNED, CommandTest, Run, header, info, main, padded, pair, text


def validate(*arguments, **options):
    return Run("gguf-validate", *arguments, **options)


def on_terminal(*arguments, env=None, stdin=None, stderr_only=False):
    """Runs with a terminal for both outputs (or the error output alone): all that it shows, the exit code."""
    ours, theirs = pty.openpty()
    out = subprocess.DEVNULL if stderr_only else theirs
    process = subprocess.Popen([str(BIN / "gguf-validate"), *map(os.fspath, arguments)], stdin=stdin, stdout=out,
                               stderr=theirs, env={**os.environ, **(env or {})})
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the terminal's other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return shown, process.wait()


class ExitCodes(CommandTest):
    def test_0_for_valid_1_for_invalid_2_for_unreadable_the_worst_counts(self):
        good, bad = self.file("good.gguf", GOOD), self.file("bad.gguf", UNALIGNED)
        absent = self.folder / "absent.gguf"
        self.assertEqual(0, validate(good).code)
        self.assertEqual(1, validate(bad).code)
        self.assertEqual(2, validate(absent).code)
        self.assertEqual(1, validate(bad, good).code)
        self.assertEqual(2, validate(absent, bad, good).code)

    def test_warnings_do_not_fail(self):
        run = validate(self.file("trailing.gguf", GOOD + b"x"))
        self.assertEqual(0, run.code)
        self.assertIn(b"layout.trailing-bytes", run.out)

    def test_2_for_bad_usage(self):
        for arguments in ([], ["--no-such-option"], ["--profile", "strict"], ["--max-findings", "many"], ["--max-findings", "-1"],
                          ["--explain"],
                          ["--data", "all"], ["--format", "xml"]):
            run = validate(*arguments)
            self.assertEqual(2, run.code, arguments)
            self.assertNotEqual(b"", run.err, arguments)

    def test_a_wrong_value_is_answered_with_the_right_ones(self):
        run = validate("--profile", "strict", "x.gguf")
        self.assertEqual(2, run.code)
        for words in (b"strict", b"default", b"spec", b"ggml"):
            self.assertIn(words, run.err)

    def test_help_and_version(self):
        self.assertEqual(0, validate("--help").code)
        lines = validate("--help").lines()
        self.assertLessEqual((len(lines), max(map(len, lines))), (48, 80), "does not fit a screen")
        self.assertIn("Examples:", lines)
        self.assertTrue(lines[-1].startswith("Exit: 0"), lines[-1])
        self.assertRegex(validate("--version").out, rb"^gguf-validate \d+\.\d+\.\d+\nCopyright .*MIT licence.*\n$")

    def test_2_where_the_output_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([str(BIN / "gguf-validate"), "--list-rules"], stdout=full)
        self.assertEqual(2, done.returncode)


class Paths(CommandTest):
    def test_a_directory_stands_for_the_gguf_files_below_it(self):
        self.file("d/b.gguf", GOOD)
        self.file("d/a/deep/c.GGUF", GOOD)
        self.file("d/notes.txt", b"no model")
        run = validate(self.folder / "d")
        self.assertEqual(0, run.code)
        self.assertEqual([f"{self.folder}/d/a/deep/c.GGUF", f"{self.folder}/d/b.gguf"],
                         [line.split(": valid")[0] for line in run.lines() if ": valid" in line])
        self.assertEqual("2 files: 2 valid, 0 invalid, 0 unreadable", run.lines()[-1])

    def test_a_directory_without_any_is_an_error(self):
        self.file("d/notes.txt", b"no model")
        run = validate(self.folder / "d")
        self.assertEqual((2, b""), (run.code, run.out))
        self.assertIn(b"no *.gguf file", run.err)

    def test_a_loop_of_links_does_no_harm(self):
        self.file("d/a.gguf", GOOD)
        (self.folder / "d" / "loop").symlink_to(self.folder / "d")
        self.assertEqual(1, sum(": valid" in line for line in validate(self.folder / "d").lines()))

    def test_standard_input(self):
        path = self.file("good.gguf", GOOD)
        with open(path, "rb") as file:  # a file, which is mapped
            done = subprocess.run([str(BIN / "gguf-validate"), "-"], stdin=file, stdout=subprocess.PIPE)
        self.assertEqual(0, done.returncode)
        run = validate("-", stdin=UNALIGNED)  # a pipe
        self.assertEqual(1, run.code)
        self.assertIn(b"-:0x5e: error: ", run.out)
        self.assertEqual(1, validate("-", stdin=b"").code)

    def test_a_named_pipe(self):
        fifo = self.folder / "fifo.gguf"
        os.mkfifo(fifo)
        writer = threading.Thread(target=fifo.write_bytes, args=(UNALIGNED,))
        writer.start()
        self.assertEqual(1, validate(fifo).code)
        writer.join()

    def test_what_cannot_be_read_is_named_with_the_reason(self):
        run = validate(self.folder / "absent.gguf")
        self.assertEqual([f"{self.folder}/absent.gguf: cannot be read: No such file or directory"], run.lines())

    def test_a_file_and_a_directory_that_must_not_be_read(self):
        secret, locked = self.file("d/secret.gguf", GOOD), self.file("d/locked/a.gguf", GOOD).parent
        self.file("d/z.gguf", GOOD)
        secret.chmod(0)
        locked.chmod(0)
        self.addCleanup(locked.chmod, stat.S_IRWXU)
        run = validate("-q", self.folder / "d", wrapper=NO_PRIVILEGE)
        self.assertEqual(2, run.code)
        self.assertEqual([f"{locked}: cannot be read: the directory cannot be read",
                          f"{secret}: cannot be read: Permission denied"], run.lines())

    def test_a_path_may_begin_with_a_dash(self):
        self.file("-x.gguf", GOOD)
        self.assertEqual(0, validate("--", "-x.gguf", cwd=self.folder).code)


class TextOutput(CommandTest):
    def test_one_line_a_finding_then_the_verdict(self):
        path = self.file("bad.gguf", UNALIGNED)
        lines = validate(path, "--profile", "spec").lines()
        self.assertEqual([f'{path}:0x5e: error: a tensor\'s offset is not a multiple of the alignment ("a"): found 8, wanted a '
                          "multiple of 32 [layout.offset-unaligned] at tensor[0].offset"],
                         [line for line in lines if ": error: " in line])
        self.assertRegex(lines[-1], f"^{path}: invalid, 1 error.* \\(model, version 3, 1 tensor, 1 key\\)$")
        for line in lines[:-1]:
            self.assertRegex(line, f"^{path}:0x[0-9a-f]+: (error|warning|note): .* \\[[a-z0-9.-]+\\] at \\S+$")
        path = self.file("good.gguf", GOOD)
        self.assertRegex(validate(path).lines()[-1], f"^{path}: valid(, 1 note)? \\(model, version 3, 1 tensor, 1 key\\)$")

    def test_quiet_shows_errors_only(self):
        self.assertEqual(b"", validate("-q", self.file("warned.gguf", GOOD + b"x")).out)
        run = validate("--quiet", self.file("bad.gguf", UNALIGNED + b"x"), self.folder / "warned.gguf")
        self.assertEqual(1, run.code)
        self.assertIn(b"error", run.out)
        self.assertNotIn(b": warning: ", run.out)
        self.assertNotIn(b"2 files", run.out)
        self.assertEqual(b"", run.err)

    def test_several_files_are_counted_at_the_end(self):
        paths = [self.file("good.gguf", GOOD), self.file("bad.gguf", UNALIGNED), self.file("no.gguf", b"\1"), self.folder / "absent"]
        self.assertEqual("4 files: 1 valid, 2 invalid, 1 unreadable", validate(*paths).lines()[-1])
        self.assertNotIn(b" files: ", validate(paths[0]).out)

    def test_where_to_learn_how_to_mend_an_error(self):
        run = validate(self.file("bad.gguf", UNALIGNED))
        self.assertEqual(b"gguf-validate: how to mend an error: gguf-validate --explain RULE, for one layout.offset-unaligned\n",
                         run.err)
        self.assertEqual(b"", validate(self.file("warned.gguf", GOOD + b"x")).err)

    def test_max_findings_counts_the_rest(self):
        pairs = b"".join(pair(f"example.K{i}", 0, b"\0") for i in range(5))  # a capital each: five errors by the document
        path = self.file("many.gguf", header(0, 6) + NAMED + pairs)
        shown = [line for line in validate(path, "--profile", "spec", "--max-findings", "2").lines()]
        self.assertEqual(2, sum("[key.charset]" in line for line in shown))
        self.assertIn(f"{path}: 3 more findings not shown (--max-findings)", shown)
        self.assertTrue(shown[-1].startswith(f"{path}: invalid, 5 errors"), shown[-1])
        quiet = validate("-q", path, "--profile", "spec", "--max-findings", "2")
        self.assertIn(f"{path}: 3 more errors not shown (--max-findings)", quiet.lines())

    def test_colour_only_on_a_terminal_and_not_with_no_color(self):
        path = self.file("bad.gguf", UNALIGNED)
        self.assertNotIn(b"\033", validate(path).out)
        self.assertIn(b"\033[1;31m", on_terminal(path, env={"NO_COLOR": ""})[0])
        self.assertNotIn(b"\033[", on_terminal(path, env={"NO_COLOR": "1"})[0])

    def test_the_profile_decides(self):
        path = self.file("gap.gguf", padded(header(1, 1) + NAMED + info("a", [8], 0, 64)) + bytes(96))
        self.assertEqual([0, 1], [validate(path, "--profile", name).code for name in ("spec", "ggml")])

    def test_data_none_looks_at_the_header_only(self):
        path = self.file("cut.gguf", GOOD[:-1])
        self.assertEqual([1, 1, 0], [validate(path, "--data", depth).code for depth in ("bounds", "values", "none")])


class NothingRaw(CommandTest):
    EVIL = "\x1b[2J\r\n\t\0\x7f\u009b31m\u202eevil".encode() + b"\xff\xc0\x80"

    def check(self, path, *arguments):
        for form in ("text", "json"):
            run = validate("--format", form, *arguments, path)
            self.has_no_raw_control(run.out)
            self.has_no_raw_control(run.err)
            self.assertIn(b"evil", run.out)
            if form == "json":
                json.loads(run.out)

    def test_of_a_key(self):
        self.check(self.file("a.gguf", header(0, 1) + pair(self.EVIL, 0, b"\0")))

    def test_of_a_tensor_name(self):
        self.check(self.file("a.gguf", padded(header(1, 0) + info(self.EVIL, [8], 77, 0)) + bytes(32)))

    def test_of_a_path(self):
        utf8 = self.EVIL.partition(b"evil")[0].replace(b"\0", b"") + b"evil"
        for name in (utf8, utf8 + b"\xff\xc0"):
            path = os.path.join(os.fsencode(self.folder), name + b".gguf")
            with open(path, "wb") as file:
                file.write(GOOD)
            self.check(path)
            self.check(os.fsencode(self.folder))
            self.check(path + b"absent")

    def test_of_a_command_line(self):
        for arguments in (["--explain", "\x1b[2Jevil"], ["--\x1b[2Jevil"], ["--profile", "\x1b[2Jevil"]):
            run = validate(*arguments)
            self.assertEqual(2, run.code)
            self.has_no_raw_control(run.err)


class Json(CommandTest):
    def report(self, *arguments):
        return json.loads(validate("--format", "json", *arguments).out)

    def test_the_whole_report_of_three_files(self):
        good, bad = self.file("good.gguf", GOOD), self.file("bad.gguf", UNALIGNED)
        report = self.report("--profile", "spec", good, bad, self.folder / "absent.gguf")
        self.assertEqual({"name": "gguf-validate", "version": report["tool"]["version"]}, report["tool"])
        self.assertEqual("spec", report["profile"])
        self.assertEqual([str(good), str(bad), str(self.folder / "absent.gguf")], [f["path"] for f in report["files"]])
        self.assertEqual(["valid", "invalid", "unreadable"], [f["verdict"] for f in report["files"]])
        first = report["files"][0]
        self.assertEqual({"path": str(good), "verdict": "valid", "role": "model", "version": 3, "endian": "little"},
                         {member: first[member] for member in ("path", "verdict", "role", "version", "endian")})
        self.assertEqual({"error": 0, "warning": 0, "note": len(first["findings"])}, first["counts"])
        prints = [f.pop("fingerprint") for f in report["files"][1]["findings"]]
        self.assertTrue(all(re.fullmatch("[0-9a-f]{32}:1", one) for one in prints), prints)
        remedy = "place every tensor at a multiple of general.alignment (32 where the key is absent)"
        self.assertEqual([{"rule": "layout.offset-unaligned", "severity": "error", "begin": 94, "end": 102,
                           "at": "tensor[0].offset", "got": "8", "want": "a multiple of 32", "clause": "8.2", "remedy": remedy,
                           "message": "a tensor's offset is not a multiple of the alignment (\"a\"): found 8, wanted a "
                                      "multiple of 32"}], [f for f in report["files"][1]["findings"] if f["severity"] == "error"])
        self.assertEqual([], report["files"][2]["findings"])
        self.assertEqual([None, None, "No such file or directory"], [f["error"] for f in report["files"]])
        self.assertEqual(1, len({tuple(f) for f in report["files"]}), "each entry has the same members")

    def test_quiet_keeps_all_files_and_errors_only(self):
        warned, both = self.file("warned.gguf", GOOD + b"x"), self.file("both.gguf", UNALIGNED + b"x")
        loud, quiet = self.report(warned, both)["files"], self.report("-q", warned, both)["files"]
        self.assertEqual([str(warned), str(both)], [f["path"] for f in quiet])
        self.assertEqual([[], ["layout.offset-unaligned"]], [[f["rule"] for f in entry["findings"]] for entry in quiet])
        self.assertEqual([entry["counts"] for entry in loud], [entry["counts"] for entry in quiet])
        self.assertEqual([{"error": 0, "warning": 1, "note": 1}] * 2, [entry["omitted"] for entry in quiet])

    def test_what_max_findings_leaves_out_is_counted(self):
        pairs = b"".join(pair(f"example.K{i}", 0, b"\0") for i in range(5))
        entry, = self.report(self.file("many.gguf", header(0, 6) + NAMED + pairs), "--profile", "spec", "--max-findings", "2")["files"]
        self.assertEqual((2, 5), (len(entry["findings"]), entry["counts"]["error"]))
        self.assertEqual(3, entry["omitted"]["error"])

    def test_paths_that_look_alike_can_be_told_apart(self):
        odd = os.path.join(os.fsencode(self.folder), b"bad\xff\\.gguf")
        with open(odd, "wb") as file:
            file.write(GOOD)
        real = self.file("bad\\xff\\.gguf", GOOD)
        self.assertEqual([(f"{self.folder}/bad\\xff\\\\.gguf", True), (str(real), False)],
                         [(f["path"], f["path_escaped"]) for f in self.report(odd, real)["files"]])

    def test_a_big_endian_file_and_one_that_is_none(self):
        big = b"GGUF\0\0\0\3" + bytes(16)
        files = self.report(self.file("big.gguf", big), self.file("no.gguf", b"no"))["files"]
        self.assertEqual(["big", None], [f["endian"] for f in files])
        self.assertEqual([3, None], [f["version"] for f in files])
        self.assertEqual(["unknown"], [f["role"] for f in files[1:]])

    def test_one_entry_a_file_in_order_also_twice(self):
        good, bad = self.file("good.gguf", GOOD), self.file("bad.gguf", UNALIGNED)
        files = self.report(bad, good, bad)["files"]
        self.assertEqual([str(bad), str(good), str(bad)], [f["path"] for f in files])

    def test_list_rules(self):
        rules = json.loads(validate("--list-rules", "--format", "json").out)["rules"]
        rows = {rule["name"]: rule for rule in rules}
        self.assertEqual(len(rows), len(rules))
        row = rows["layout.gap"]
        self.assertEqual({"default": "error", "spec": "off", "ggml": "error"}, row["severity"])
        self.assertEqual("8.4", row["clause"])
        self.assertIn("stands at offset 0", row["clause_text"])
        self.assertIn("gguf_init_from_reader", row["authority"])
        self.assertTrue(row["summary"])

    def test_list_rules_as_text_names_the_same(self):
        rules = json.loads(validate("--list-rules", "--format", "json").out)["rules"]
        self.assertEqual([rule["name"] for rule in rules], [line.split()[0] for line in validate("--list-rules").lines()[1:]])


class ProgressLine(CommandTest):
    """On a terminal alone, only after a second, and wiped before anything else is shown."""

    def slow_pipe(self, seconds):
        reader, writer = os.pipe()

        def feed():
            with os.fdopen(writer, "wb") as file:
                for piece in (GOOD[:50], GOOD[50:]):
                    file.write(piece)
                    file.flush()
                    time.sleep(seconds / 2)
        thread = threading.Thread(target=feed)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(os.close, reader)
        return reader

    def test_a_slow_pipe(self):
        shown, code = on_terminal("-", stdin=self.slow_pipe(3.0), stderr_only=True)
        self.assertEqual(0, code)
        self.assertIn(b"\r-: 50 bytes read", shown)
        self.assertTrue(shown.endswith(b"\r\033[K"), shown)

    def test_a_quick_file_shows_none(self):
        self.assertEqual((b"", 0), on_terminal(self.file("good.gguf", GOOD), stderr_only=True))

    def test_no_terminal_no_line(self):
        done = subprocess.run([str(BIN / "gguf-validate"), "-"], stdin=self.slow_pipe(3.0), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        self.assertEqual((0, b""), (done.returncode, done.stderr))


if __name__ == "__main__":
    main()
