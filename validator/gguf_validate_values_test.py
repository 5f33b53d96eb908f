#!/usr/bin/env python3
# What gguf-validate says of the weights themselves: one finding a tensor and rule, the same with any number of threads, and
# an answer for files that are mostly holes or are cut meanwhile. Expected places are worked out by hand.
import json
import os
import random
import struct
import subprocess
import threading
import time

from commands import BIN, NAMED, CommandTest, Run, header, info, main, padded, pair

F32, Q4_0 = 0, 2
QUANTIZED = pair("general.quantization_version", 4, struct.pack("<I", 2))


def validate(*arguments, **options):
    return Run("gguf-validate", *arguments, **options)


def head(*infos):
    """Header, two pairs and tensor infos: 24 + 57 + 45 bytes and 32 + the name's for each info of one dimension, padded."""
    return padded(header(len(infos), 2) + NAMED + QUANTIZED + b"".join(infos))


def q4_0(scales):
    return b"".join(struct.pack("<H", scale) + bytes(range(16)) for scale in scales)


class Findings(CommandTest):
    def findings(self, path, *arguments):
        report = json.loads(validate("--format", "json", *arguments, path).out)
        return [finding for finding in report["files"][0]["findings"] if finding["rule"].startswith("values.")]

    def test_a_tensor_gets_one_finding_however_many_blocks_are_bad(self):
        # Rows of 4 blocks, 18 bytes each. The first bad one is number 6: row 1, block 2.
        scales = [0x3C00] * 6 + [0x7E00] + [0x3C00] * 3 + [0x7C00] + [0xFC00] * 2000
        scales += [0x3C00] * (-len(scales) % 4)
        start = len(head(info("w", [128, len(scales) // 4], Q4_0, 0)))
        path = self.file("bad.gguf", padded(head(info("w", [128, len(scales) // 4], Q4_0, 0)) + q4_0(scales)))
        finding, = self.findings(path)
        self.assertEqual("values.scale-not-finite", finding["rule"])
        self.assertEqual((start + 6 * 18, start + 6 * 18 + 2), (finding["begin"], finding["end"]))
        self.assertIn(f"NaN as d in row 1, block 2; and 2001 more blocks, the next at {start + 10 * 18:#x}, {start + 11 * 18:#x}",
                      finding["message"])

    def test_only_the_default_calls_it_an_error_and_only_with_values(self):
        path = self.file("nan.gguf", padded(head(info("w", [8], F32, 0)) + struct.pack("<8f", *[float("nan")] * 8)))
        self.assertEqual([1, 0, 0], [validate("--profile", name, path).code for name in ("default", "spec", "ggml")])
        self.assertEqual([0, 0, 1], [validate("--data", depth, path).code for depth in ("none", "bounds", "values")])

    def test_any_number_of_threads_finds_the_same(self):
        numbers = random.Random(1)
        scales = [0x3C00] * 400_000  # 7 MB, a hundred chunks
        for _ in range(50):
            scales[numbers.randrange(len(scales))] = numbers.choice((0x7C00, 0x7E01, 0xFC00, 0x6400))
        path = self.file("bad.gguf", padded(head(info("w", [32, len(scales)], Q4_0, 0)) + q4_0(scales)))
        one = validate("--jobs", "1", path)
        self.assertEqual(2, len(self.findings(path)))
        for jobs in ("0", "2", "3", "16", "18446744073709551615"):
            self.assertEqual(one.out, validate("--jobs", jobs, path).out, jobs)

    def test_tensors_that_overlap_cost_no_more_than_the_file(self):
        many = [info(f"{i:04}", [1 << 20], F32, 0) for i in range(2000)]
        path = self.file("overlap.gguf", head(*many) + bytes(4 << 20))
        self.assertEqual(1, validate(path).code)


class Holes(CommandTest):
    def sparse(self, name, size, *writes):
        path = self.folder / name
        with open(path, "wb") as file:
            try:
                file.truncate(size)
            except OSError as error:
                self.skipTest(f"NOT TESTED: a sparse file of {size} bytes: {error}")
            for place, data in writes:
                file.seek(place)
                file.write(data)
        return path

    def test_a_terabyte_that_was_never_written(self):
        top = head(info("blk.0.ffn_up.weight", [1 << 20, 1 << 18], F32, 0))
        run = validate(self.sparse("zeros.gguf", len(top) + (1 << 40), (0, top)))
        self.assertEqual(0, run.code)
        self.assertIn(b"found 1099511627776 zero bytes [values.all-zero]", run.out)

    def test_a_number_at_the_end_of_a_terabyte(self):
        top = head(info("blk.0.ffn_up.weight", [1 << 20, 1 << 18], F32, 0))
        end = len(top) + (1 << 40)
        nan = struct.pack("<f", float("nan"))
        run = validate(self.sparse("nan.gguf", end, (0, top), (len(top) + (1 << 39), bytes(100)), (end - 4, nan)))
        self.assertEqual(1, run.code)
        self.assertIn(b"found NaN in row 262143, element 1048575 [values.element-not-finite]", run.out)
        self.assertNotIn(b"all-zero", run.out)


class Changing(CommandTest):
    def test_a_file_that_is_cut_while_its_values_are_read(self):
        weights = struct.pack("<4f", 0.5, -0.25, 1.5, 0.125) * (2 << 20)  # 32 MB
        data = head(info("w", [1 << 10, 8 << 10], F32, 0)) + weights
        path = self.file("model.gguf", data)
        began = time.monotonic()
        self.assertEqual(0, validate(path).code)
        took = time.monotonic() - began
        for i in range(20):
            path.write_bytes(data)
            process = subprocess.Popen([str(BIN / "gguf-validate"), "--jobs", "4", "--format", "json", str(path)], stdout=subprocess.PIPE)
            timer = threading.Timer(took * i / 20, os.truncate, [path, 5000 + i])
            timer.start()
            out = process.communicate()[0]
            timer.join()
            entry, = json.loads(out)["files"]
            # Cut before it was opened, or after it was judged, it is a file like any other.
            self.assertIn((process.returncode, entry["verdict"]), ((2, "unreadable"), (1, "invalid"), (0, "valid")))
            if entry["verdict"] == "unreadable":
                self.assertEqual("it changed while it was being read", entry["error"])
            if entry["verdict"] == "invalid":
                self.assertIn("layout.beyond-end", [finding["rule"] for finding in entry["findings"]])


if __name__ == "__main__":
    main()
