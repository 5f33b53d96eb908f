#!/usr/bin/env python3
# The Python side of the library: what it tells of bytes written by hand, and what it raises.
import mmap
import os
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from commands import BIN, GOOD, UNALIGNED, CommandTest, main  # noqa: E402

os.environ["GGUFPROOF_LIBRARY"] = str(BIN.parent / "lib" / "libggufproof.so.0")
import ggufproof  # noqa: E402


class Python(CommandTest):
    def test_bytes(self):
        report = ggufproof.validate(UNALIGNED)
        error, = [f for f in report.findings if f.severity == "error"]
        self.assertEqual(("layout.offset-unaligned", 94, 102, "tensor[0].offset"), (error.rule, error.begin, error.end, error.at))
        self.assertEqual((False, "little", 3, "model", len(UNALIGNED), 1, 1, 1),
                         (report.valid, report.endian, report.version, report.role, report.bytes, report.pairs, report.tensors, report.errors))
        self.assertIn("found 8, wanted a multiple of 32", error.message)
        self.assertTrue(error.remedy and error.clause)

    def test_whatever_holds_bytes(self):
        path = self.file("a.gguf", GOOD)
        with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as mapped, \
                mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as unwritable:
            reports = [ggufproof.validate(data) for data in (GOOD, bytearray(GOOD), memoryview(GOOD)[:], mapped, unwritable)]
        self.assertEqual([ggufproof.validate_file(path, name="")] * 5, reports)
        self.assertFalse(ggufproof.validate(b"").valid)

    def test_options(self):
        trailing = GOOD + b"x"
        self.assertTrue(ggufproof.validate(trailing).valid)
        self.assertFalse(ggufproof.validate(trailing, severities=["layout.*=error"]).valid)
        self.assertEqual(1, len(ggufproof.validate(trailing, max_findings=1).findings))
        self.assertIn("name.part", [f.rule for f in ggufproof.validate(GOOD, name="a.gguf.part1of2").findings])
        for wrong in ({"profile": "strict"}, {"data": "all"}, {"severities": ["layout.nothing=error"]}, {"severities": ["x"]}):
            with self.assertRaises(ValueError):
                ggufproof.validate(GOOD, **wrong)

    def test_a_file_that_cannot_be_read(self):
        with self.assertRaisesRegex(ggufproof.Unreadable, "missing.gguf: No such file"):
            ggufproof.validate_file(self.folder / "missing.gguf")

    def test_many_threads_at_once(self):
        reports = []
        threads = [threading.Thread(target=lambda: reports.append(ggufproof.validate(UNALIGNED))) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([ggufproof.validate(UNALIGNED)] * 16, reports)


if __name__ == "__main__":
    main()
