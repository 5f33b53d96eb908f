#!/usr/bin/env python3
# gguf-layout as its users see it: the map's lines, the dump, exit codes, and that nothing odd in a file
# reaches a terminal. Expected values are worked out by hand from files put together byte by byte.
import json
import os
import re
import struct
import subprocess
import time

from commands import BIN, GOOD, NAMED, CommandTest, Run, header, info, main, padded, pair, text

RANGE = re.compile(r"^0x([0-9a-f]{8,})-0x([0-9a-f]{8,}) +(\d+)  (\S+)")


def layout(*arguments, **options):
    return Run("gguf-layout", *arguments, **options)


class Map(CommandTest):
    def test_one_line_a_field(self):
        run = layout(self.file("good.gguf", GOOD))
        self.assertEqual(0, run.code)
        self.assertEqual(
            ['0x00000000-0x00000004          4  magic                                 "GGUF"',
             "0x00000004-0x00000008          4  version                      u32      3",
             "0x00000008-0x00000010          8  tensor_count                 u64      1",
             "0x00000010-0x00000018          8  metadata_kv_count            u64      1",
             '0x00000018-0x00000034         28  kv[0].key                    string   "general.architecture"',
             "0x00000034-0x00000038          4  kv[0].value_type             u32      string (8)",
             '0x00000038-0x00000045         13  kv[0].value                  string   "house"',
             '0x00000045-0x0000004e          9  tensor[0].name               string   "a"',
             "0x0000004e-0x00000052          4  tensor[0].n_dimensions       u32      1",
             "0x00000052-0x0000005a          8  tensor[0].dimensions[0]      u64      8",
             "0x0000005a-0x0000005e          4  tensor[0].type               u32      F32 (0)",
             "0x0000005e-0x00000066          8  tensor[0].offset             u64      0",
             "0x00000066-0x00000080         26  padding                               zeros",
             '0x00000080-0x000000a0         32  tensor[0].data               F32 (0)  "a" [8] 32 bytes'],
            run.lines())

    def covers(self, run, size):
        """The ranges of the lines join from 0 to size."""
        at = 0
        for line in run.lines():
            if line.startswith("stopped "):
                continue
            begin, end, length, _ = RANGE.match(line).groups()
            self.assertEqual(at, int(begin, 16), line)
            at = int(end, 16)
            self.assertEqual(int(length), at - int(begin, 16), line)
        self.assertEqual(size, at)

    def test_arrays_and_strings_are_cut_unless_full(self):
        words = header(0, 2) + pair("a", 9, struct.pack("<IQ", 8, 20) + text("word") * 20) + pair("s", 8, text("x" * 500))
        path = self.file("words.gguf", words)
        for arguments, elements, letters in (([], 8, 80), (["--elements", "3"], 3, 80), (["--full"], 20, 500)):
            run = layout(*arguments, path)
            self.covers(run, len(words))
            self.assertEqual(elements, sum('"word"' in line for line in run.lines()), arguments)
            self.assertEqual(letters, run.lines()[-1].partition('"')[2].count("x"), arguments)
        self.assertIn("kv[0].value[8..19] ", layout(path).out.decode())
        self.assertIn("12 more elements\n", layout(path).out.decode())

    def test_a_cut_file_stops_with_one_line_and_exit_1(self):
        for size in range(len(GOOD)):
            run = layout("-", stdin=GOOD[:size])
            self.assertEqual(1, run.code, size)
            self.covers(run, size)
            self.assertEqual([len(run.lines()) - 1],
                             [i for i, line in enumerate(run.lines()) if line.startswith("stopped at byte ")])
        self.assertEqual("stopped at byte 24, kv[0].key.length: a string is longer than the rest of the file: "
                         "found 20 bytes, wanted at most 19", layout("-", stdin=GOOD[:8] + bytes(8) + GOOD[16:51]).lines()[-1])

    def test_a_file_of_64_gib_and_a_terabyte_of_hole(self):
        for exponent in (36, 40):
            elements = 1 << (exponent - 2)
            path = self.file("huge.gguf", padded(header(1, 0) + info("a", [elements], 0, 0)))
            with open(path, "r+b") as file:
                file.truncate(64 + (1 << exponent))
            run = layout(path)
            self.assertEqual(0, run.code)
            self.covers(run, 64 + (1 << exponent))

    def test_many_tokens_are_quick(self):
        tokens = pair("a", 9, struct.pack("<IQ", 8, 150_000) + text("token") * 150_000)
        path = self.file("tokens.gguf", header(0, 1) + tokens)
        began = time.monotonic()
        self.assertEqual(6 + 2 + 8 + 1, len(layout(path).lines()))
        print(f"150,000 tokens: {time.monotonic() - began:.3f} s for the map", flush=True)
        self.assertEqual(6 + 2 + 150_000, len(layout("--full", path).lines()))


class OneTensor(CommandTest):
    """Values by hand: F32 as they are; Q8_0 is a scale (binary16, 0x3800 = 0.5) and 32 signed codes."""

    Q8_0 = struct.pack("<H32b", 0x3800, *range(-16, 16))
    FLOATS = struct.pack("<6f", 0, -1.5, 0.1, 3e38, float("nan"), float("-inf"))
    FILE = (padded(header(2, 1) + NAMED + info("blk.0.w", [3, 2], 0, 0) + info("q", [32], 8, 32)) + padded(FLOATS) + padded(Q8_0))

    def show(self, *arguments, data=FILE):
        return layout(self.file("t.gguf", data), "--tensor", *arguments)

    def test_summary(self):
        run = self.show("blk.0.w")
        self.assertEqual(0, run.code)
        self.assertEqual(
            ['name    "blk.0.w"', "type    F32 (0)", "dims    [3, 2], file order, fastest first",
             "shape   (2, 3), as NumPy has it", "data    0xa0-0xb8, 24 bytes"], run.lines()[:5])
        self.assertRegex(run.lines()[5], "^range   -1.5 to 3e\\+38, mean ")
        self.assertEqual(["faults  1 values are NaN, 1 infinite", "values  0 -1.5 0.1 3e+38 nan -inf"], run.lines()[6:])
        self.assertEqual("values  -8 -7.5 ...", self.show("q", "--elements", "2").lines()[-1])
        self.assertIn("type    Q8_0 (8), blocks of 32 values in 34 bytes", self.show("q").lines())
        self.assertIn("shape   (32,), as NumPy has it", self.show("q").lines())
        self.assertIn("range   -8 to 7.5, mean -0.25, root mean square 4.62331", self.show("q").lines())  # of halves -16 to 15

    def test_values_and_bytes(self):
        halves = [code / 2 for code in range(-16, 16)]
        self.assertEqual(halves, [float(line) for line in self.show("q", "--values").lines()])
        self.assertEqual(struct.pack("<32f", *halves), self.show("q", "--values", "--raw").out)
        self.assertEqual(self.Q8_0, self.show("q", "--raw").out)
        self.assertEqual(self.FLOATS, self.show("blk.0.w", "--values", "--raw").out)

    def wide(self, code, letter, values, *arguments):
        data = padded(header(1, 0) + info("w", [len(values)], code, 0)) + padded(struct.pack(f"<{len(values)}{letter}", *values))
        return self.show("w", *arguments, data=data)

    WIDE = ((27, "q", (2**62 + 1, -3, -2**63, 2**63 - 1), ["4611686018427387905", "-3", "-9223372036854775808", "9223372036854775807"]),
            (26, "i", (1_000_000_000, 2**31 - 1, -2**31), ["1000000000", "2147483647", "-2147483648"]),
            (25, "h", (30_000, -32768), ["30000", "-32768"]), (24, "b", (100, -128), ["100", "-128"]),
            (28, "d", (0.1, 1e300, -5e-324, 2**53 - 1.0), ["0.1", "1e+300", "-5e-324", "9007199254740991"]))

    def test_wide_types_as_text(self):
        for code, letter, values, shown in self.WIDE:
            self.assertEqual(shown, self.wide(code, letter, values, "--values").lines())
            summary = self.wide(code, letter, values).lines()
            self.assertEqual("values  " + " ".join(shown), summary[-1])
            ends = [shown[values.index(end)] for end in (min(values), max(values))]
            self.assertIn(f"range   {ends[0]} to {ends[1]}, mean ", summary[5])
        self.assertIn("root mean square 1e+300", self.wide(28, "d", (1e300, -1e300)).lines()[5])

    def test_of_values_that_do_not_fit_float32(self):
        for (code, letter, values, _), (rounded, infinite) in zip(self.WIDE, ((2, 0), (1, 0), (0, 0), (0, 0), (4, 1))):
            run = self.wide(code, letter, values, "--values", "--raw")
            expected = f"{rounded} values of \"w\" do not fit float32 and were rounded, {infinite} of them to infinity\n" if rounded else ""
            self.assertEqual((0, expected), (run.code, run.err.decode().partition("t.gguf: ")[2]))
            floats = [float("inf") if value > 1e39 else struct.unpack("<f", struct.pack("<f", value))[0] for value in values]
            self.assertEqual(struct.pack(f"<{len(values)}f", *floats), run.out)
        odd = struct.pack("<3I", 0x7F800001, 0xFFC12345, 0x7F800000)  # NaNs keep their bits
        run = self.show("w", "--values", "--raw", data=padded(header(1, 0) + info("w", [3], 0, 0)) + padded(odd))
        self.assertEqual((odd, b""), (run.out, run.err))

    def test_what_cannot_be_shown(self):
        for arguments, data, words in ((["blk.0.v"], self.FILE, 'no tensor is named "blk.0.v", did you mean "blk.0.w"?'),
                                       (["other"], self.FILE, "gguf-layout without --tensor lists them"),
                                       (["q", "--raw"], self.FILE[:-64], '"q": its data are not all in the file'),
                                       (["q", "--values"], self.FILE[:-64], '"q": its data are not all in the file'),
                                       (["q"], self.FILE[:99], "the file cannot be followed to its tensors")):
            run = self.show(*arguments, data=data)
            self.assertEqual((1, b""), (run.code, run.out), arguments)
            self.assertIn(words, run.err.decode())

    def test_what_is_known_of_a_tensor_without_values(self):
        odd = padded(header(1, 0) + info("t", [32], 4, 0))
        for name, data, words, shown in (
                ("q", self.FILE[:-64], '"q": its data are not all in the file',
                 ["type    Q8_0 (8), blocks of 32 values in 34 bytes", "dims    [32], file order, fastest first", "shape   (32,), as NumPy has it",
                  "data    from 0xc0, 34 bytes, of a file of 192"]),
                ("t", odd + bytes(32), '"t": its type Q4_2 (4) has no decoder', ["type    Q4_2 (4)", "dims    [32], file order, fastest first", "shape   (32,), as NumPy has it", "data    from 0x40"]),
                ("t", padded(header(1, 0) + info("t", [33], 8, 0)) + bytes(64), "cannot be told",
                 ["type    Q8_0 (8), blocks of 32 values in 34 bytes", "dims    [33], file order, fastest first", "shape   (33,), as NumPy has it", "data    from 0x40"])):
            run = self.show(name, data=data)
            self.assertEqual((1, [f'name    "{name}"'] + shown), (run.code, run.lines()))
            self.assertIn(words, run.err.decode())

    def test_of_a_file_that_is_cut_no_zeros_come(self):
        head = padded(header(1, 0) + info("a", [1 << 20], 0, 0))
        rows = struct.pack("<4f", 0.5, -0.25, 1.5, 0.125) * (1 << 18)
        bound = len(head) + (len(rows) // 2 | 10)  # amid a page, whose rest reads as zeros too
        for arguments, whole in ((["--raw"], rows), (["--values", "--raw"], rows), (["--values"], b"0.5\n-0.25\n1.5\n0.125\n" * (1 << 18))):
            path = self.file("model.gguf", head + rows)
            process = subprocess.Popen([BIN / "gguf-layout", path, "--tensor", "a", *arguments], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, bufsize=0)
            begin = process.stdout.read(1)  # it has opened the file, and the rest waits for the pipe
            os.truncate(path, bound)
            out, error = process.communicate()
            self.assertEqual((2, f"gguf-layout: {path}: cannot be read: it changed while it was being read\n"), (process.returncode, error.decode()))
            self.assertTrue(whole.startswith(begin + out))
            self.assertLess(len(out), len(whole) // 2, "it goes on after the change")

    def test_a_large_tensor_ends_when_nobody_listens(self):
        path = self.file("huge.gguf", padded(header(1, 0) + info("a", [1 << 38], 0, 0)))
        with open(path, "r+b") as file:
            file.truncate(64 + (1 << 40))
        command = subprocess.Popen([BIN / "gguf-layout", path, "--tensor", "a", "--values"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(b"0\n0\n", command.stdout.read(4))
        command.stdout.close()
        command.wait(timeout=60)
        command.stderr.close()


class Usage(CommandTest):
    def test_exit_2_for_bad_usage_and_unreadable_files(self):
        good = self.file("good.gguf", GOOD)
        for arguments in ([], [good, good], ["--nonsense", good], ["--sha256", good], ["--json", "--full", good],
                          ["--values", good], ["--raw", good], ["--tensor", "a", "--json", good], ["--elements", "-1", good], ["--full", "--elements", "2", good]):
            run = layout(*arguments)
            self.assertEqual((2, b""), (run.code, run.out), arguments)
            self.assertNotEqual(b"", run.err)
        run = layout(self.folder / "absent")
        self.assertEqual(2, run.code)
        self.assertEqual(f"gguf-layout: {self.folder}/absent: cannot be read: No such file or directory\n", run.err.decode())
        self.assertEqual(2, layout(self.folder).code)

    def test_help_and_version(self):
        self.assertEqual(0, layout("--help").code)
        self.assertRegex(layout("--version").out, rb"^gguf-layout \d+\.\d+\.\d+\nCopyright .*MIT licence.*\n$")

    def test_standard_input(self):
        path = self.file("good.gguf", GOOD)
        self.assertEqual(layout(path).out, layout("-", stdin=GOOD).out)

    def test_nothing_raw(self):
        evil = "\x1b[2J\r\n\t\0\x7f\u009b31m\u202eevil".encode() + b"\xff\xc0\x80"
        path = self.file("evil.gguf", padded(header(1, 2) + pair(evil, 8, text(evil)) +
                                             pair("x", 9, struct.pack("<IQ", 8, 1) + text(evil)) + info(evil, [8], 0, 0)))
        for arguments in ([], ["--full"], ["--json"]):
            run = layout(*arguments, path)
            self.assertEqual(1, run.code)  # the data are missing
            self.has_no_raw_control(run.out)
        self.has_no_raw_control(layout(self.folder / evil.replace(b"\0", b"").decode(errors="replace")).err)


class Dump(CommandTest):
    def test_the_dump_is_json_and_complete(self):
        run = layout("--json", "--sha256", self.file("good.gguf", GOOD))
        self.assertEqual(0, run.code)
        self.assertEqual(
            {"ggufproof_dump": 1, "version": 3, "endian": "little", "alignment": 32, "data_offset": "128",
             "metadata": [{"key": "general.architecture", "value": {"string": "house"}}],
             "tensors": [{"name": "a", "type": 0, "type_name": "F32", "dimensions": ["8"], "offset": "0",
                          "absolute_offset": "128", "size": "32",
                          "sha256": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"}]},
            json.loads(run.out))

    def test_without_the_flag_nothing_is_hashed(self):
        dump = json.loads(layout("--json", self.file("good.gguf", GOOD)).out)
        self.assertNotIn("sha256", dump["tensors"][0])

    def test_a_broken_file_gives_what_was_before_and_the_stop(self):
        run = layout("--json", self.file("cut.gguf", header(1, 1) + NAMED + bytes(10)))
        self.assertEqual(1, run.code)
        dump = json.loads(run.out)
        self.assertEqual("house", dump["metadata"][0]["value"]["string"])
        self.assertEqual([], dump["tensors"])
        self.assertEqual(["77", "tensor[0].n_dimensions"], [dump["stopped"][member] for member in ("at", "path")])

    def test_arrays_nested_twenty_thousand_deep(self):
        deep = header(0, 1) + pair("a", 9, struct.pack("<IQ", 9, 1) * 20_000 + struct.pack("<IQ", 0, 0))
        run = layout("--json", self.file("deep.gguf", deep))
        self.assertEqual(0, run.code)
        self.assertEqual(20_000, run.out.count(b'"element_type":"array"'))
        self.assertEqual(run.out.count(b"{"), run.out.count(b"}"))
        self.assertEqual(0, layout("--full", self.folder / "deep.gguf").code)


if __name__ == "__main__":
    main()
