#!/usr/bin/env python3
# A tree of 2,000 files: the same output whatever the number of threads, all files in one of the parts, and whatever
# cannot be read costs its own entry only.
import fcntl
import json
import os
import re
import struct
import subprocess
import termios
import time

from commands import BIN, GOOD, NO_PRIVILEGE, UNALIGNED, CommandTest, Run, main

FILES = 2000


def unread(pipe):
    """Bytes in a pipe that nobody has read yet."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


class ManyFiles(CommandTest):
    def setUp(self):
        super().setUp()
        for i in range(FILES):
            self.file(f"tree/{i % 40:02}/{i:04}.gguf", UNALIGNED if i % 10 == 3 else GOOD[:100] if i % 100 == 50 else GOOD)
        self.tree = self.folder / "tree"

    def test_the_output_is_the_same_with_one_thread_and_with_all(self):
        one, all_cores = (Run("gguf-validate", "--jobs", jobs, self.tree) for jobs in ("1", "0"))
        self.assertEqual((1, b""), (one.code, re.sub(rb"gguf-validate: how to mend.*\n", b"", one.err)))
        self.assertEqual(one.out, all_cores.out)
        paths = [line.split(": ")[0] for line in one.lines() if re.match(r"\S+: (valid|invalid)\b", line)]
        self.assertEqual((FILES, sorted(paths)), (len(paths), paths))

    def test_the_summary_counts_files_and_rules(self):
        lines = Run("gguf-validate", self.tree).lines()
        self.assertEqual("2000 files: 1780 valid, 220 invalid, 0 unreadable", lines[-1])
        table = [line.split() for line in lines if re.match(r" +\d+ files? ", line)]
        self.assertEqual(["200", "files", "error", "layout.offset-unaligned"], table[0])
        self.assertIn(["20", "files", "error", "tensor.truncated"], table)

    def test_parts_are_the_whole(self):
        def files(*part):
            run = Run("gguf-validate", "--format", "json", *part, self.tree)
            return [entry["path"] for entry in json.loads(run.out)["files"]]
        parts = [files("--part", f"{i}/3") for i in (1, 2, 3)]
        self.assertLess(max(map(len, parts)) - min(map(len, parts)), 2)
        self.assertEqual(files(), sorted(sum(parts, [])))
        for wrong in ("0/3", "4/3", "1", "x/2"):
            run = Run("gguf-validate", "--part", wrong, self.tree)
            self.assertEqual((2, True), (run.code, b"--part: wants I/N with I from 1 to N, such as 2/4" in run.err), run.err)

    def test_what_cannot_be_read_costs_its_own_entry(self):
        (self.tree / "05/dead.gguf").symlink_to("nowhere")
        self.file("tree/06/secret.gguf", GOOD).chmod(0)
        # The first file is a stream that comes late, so that a file of the end has gone when its turn comes.
        gone = self.tree / "39/1999.gguf"
        command = [*NO_PRIVILEGE, BIN / "gguf-validate", "--format", "json", "-", self.tree]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            os.write(process.stdin.fileno(), GOOD[:50])
            while unread(process.stdin):
                time.sleep(0.01)  # what it has read of the stream tells that it has listed the tree
            gone.unlink()
            out, _ = process.communicate(GOOD[50:])
        entries = {entry["path"]: entry for entry in json.loads(out)["files"]}
        unreadable = {path for path, entry in entries.items() if entry["verdict"] == "unreadable"}
        self.assertEqual((2, FILES + 3), (process.returncode, len(entries)))
        self.assertEqual({str(self.tree / "05/dead.gguf"), str(self.tree / "06/secret.gguf"), str(gone)}, unreadable)


if __name__ == "__main__":
    main()
