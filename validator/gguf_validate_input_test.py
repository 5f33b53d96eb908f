#!/usr/bin/env python3
# Files and streams that give trouble: cut or written while they are read, endless, in a folder without room,
# or no files at all. There must be a verdict or a reason, never a crash, a hang or a wrong verdict.
import json
import os
import resource
import signal
import socket
import struct
import subprocess
import threading
import time

from commands import BIN, GOOD, NAMED, UNALIGNED, CommandTest, Run, header, main, pair, text

CHANGED = "it changed while it was being read"
# 8 MB of strings, which take some time to judge.
STRINGS = header(0, 2) + NAMED + pair("example.words", 9, struct.pack("<IQ", 8, 400_000) + text("a word here") * 400_000)


def validate(*arguments, **options):
    return Run("gguf-validate", *arguments, **options)


class Changing(CommandTest):
    def while_changing(self, change, command, *arguments):
        """Runs the command on a file made anew each time, which `change` is applied to earlier or later in the run: the runs."""
        runs = []
        path = self.file("model.gguf", STRINGS)
        began = time.monotonic()
        self.assertEqual(0, Run(command, *arguments, path).code)
        took = time.monotonic() - began
        for i in range(10):
            path.write_bytes(STRINGS)
            process = subprocess.Popen([str(BIN / command), *arguments, str(path)], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            timer = threading.Timer(took * i / 10, change, [path])
            timer.start()
            out, err = process.communicate()
            timer.join()
            self.assertIn(process.returncode, (0, 1, 2), f"{command} died: {process.returncode} {err}")
            runs.append((process.returncode, out, err))
        return runs

    def test_a_file_that_is_cut(self):
        good = self.file("good.gguf", GOOD)
        for code, out, err in self.while_changing(lambda path: os.truncate(path, 5000), "gguf-validate", "--format", "json", str(good)):
            other, entry = json.loads(out)["files"]
            self.assertEqual("valid", other["verdict"])
            # Cut before it was opened, or after it was judged, it is a file like any other.
            self.assertIn((entry["verdict"], entry["error"]), (("unreadable", CHANGED), ("invalid", None), ("valid", None)))
            self.assertEqual({"unreadable": 2, "invalid": 1, "valid": 0}[entry["verdict"]], code)

    def test_a_file_that_is_written_anew_in_place(self):
        def shorter_strings(path):
            with open(path, "r+b") as file:
                file.write(header(0, 2) + NAMED + pair("example.words", 9, struct.pack("<IQ", 9, 300_000)))
                file.write(os.urandom(1_000_000))
        self.while_changing(shorter_strings, "gguf-validate")
        self.while_changing(shorter_strings, "gguf-layout")

    def test_of_a_sure_cut_nothing_is_shown_but_that(self):
        """The file is cut before its last bytes are read, which are on their way through a slow pipe meanwhile."""
        path = self.file("model.gguf", STRINGS)
        reader, writer = os.pipe()
        process = subprocess.Popen([str(BIN / "gguf-layout"), "--full", str(path)], stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        os.read(reader, 4096)  # it has opened the file, and its output soon fills the pipe
        os.truncate(path, 5000)
        drain = threading.Thread(target=lambda: [None for _ in iter(lambda: os.read(reader, 1 << 20), b"")])
        drain.start()
        error = process.communicate()[1]
        drain.join()
        os.close(reader)
        self.assertEqual((2, f"gguf-layout: {path}: cannot be read: {CHANGED}\n".encode()), (process.returncode, error))


class Streams(CommandTest):
    def test_an_endless_stream_that_is_no_gguf(self):
        for command, code in (("gguf-validate", 1), ("gguf-layout", 1)):
            run = Run(command, "/dev/zero")
            self.assertEqual(code, run.code)
            self.assertIn(b"found zero bytes only", run.out)
            process = subprocess.Popen(["yes", "Not Found"], stdout=subprocess.PIPE)
            done = subprocess.run([str(BIN / command), "-"], stdin=process.stdout, stdout=subprocess.PIPE)
            process.stdout.close()
            self.assertEqual((code, -signal.SIGPIPE), (done.returncode, process.wait()))
            self.assertIn(b'found text, beginning "Not Found', done.stdout)

    def test_a_gguf_whose_head_comes_in_pieces(self):
        reader, writer = os.pipe()

        def feed():
            with os.fdopen(writer, "wb", 0) as file:
                for byte in GOOD[:6]:
                    file.write(bytes([byte]))
                    time.sleep(0.01)
                file.write(GOOD[6:])
        thread = threading.Thread(target=feed)
        thread.start()
        done = subprocess.run([str(BIN / "gguf-validate"), "-"], stdin=reader, stdout=subprocess.PIPE)
        thread.join()
        os.close(reader)
        self.assertEqual(0, done.returncode, done.stdout)

    def test_the_copy_lies_where_tmpdir_says(self):
        run = validate("-", stdin=GOOD, env={"TMPDIR": str(self.folder / "absent")})
        self.assertEqual((2, f"-: cannot be read: the stream cannot be copied to {self.folder}/absent: No such file or directory "
                             "(TMPDIR chooses the folder)\n"), (run.code, run.out.decode()))
        run = validate("-", stdin=GOOD, env={"TMPDIR": str(self.folder)})
        self.assertEqual((0, []), (run.code, list(self.folder.iterdir())))

    def test_no_room_for_the_copy(self):
        def little_room():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        done = subprocess.run([str(BIN / "gguf-validate"), "--format", "json", "-"], input=STRINGS, stdout=subprocess.PIPE,
                              preexec_fn=little_room, restore_signals=False)  # without SIGXFSZ, as on a full disk
        entry, = json.loads(done.stdout)["files"]
        self.assertEqual((2, "unreadable"), (done.returncode, entry["verdict"]))
        self.assertRegex(entry["error"], "^the stream cannot be copied to .*: File too large")

    def test_an_error_while_a_stream_is_read(self):
        """Nothing lies at address 0 of a process."""
        self.assertEqual((2, b"/proc/self/mem: cannot be read: Input/output error\n"), (validate("/proc/self/mem").code, validate("/proc/self/mem").out))
        run = Run("gguf-layout", "/proc/self/mem")
        self.assertEqual((2, b"", b"gguf-layout: /proc/self/mem: cannot be read: Input/output error\n"), (run.code, run.out, run.err))
        run = validate("--against", "/proc/self/mem", self.file("good.gguf", GOOD))
        self.assertEqual((2, b"gguf-validate: /proc/self/mem: cannot be read: Input/output error\n"), (run.code, run.err))

    def test_a_file_that_claims_a_size_of_0(self):
        run = validate("/proc/self/maps")
        self.assertEqual(1, run.code)
        self.assertIn(b"found text, beginning ", run.out)


class NoFiles(CommandTest):
    def test_a_pipe_under_the_name_of_a_shard_is_not_waited_for(self):
        shard = header(0, 3) + NAMED + pair("split.no", 2, struct.pack("<H", 0)) + pair("split.count", 2, struct.pack("<H", 2))
        first = self.file("x-00001-of-00002.gguf", shard)
        os.mkfifo(first.parent / "x-00002-of-00002.gguf")
        for named in (first, first.parent):
            run = validate(named)
            self.assertEqual(1, run.code)
            self.assertIn(b"[shard.missing]", run.out)

    def test_a_directory_gives_no_pipes_sockets_and_devices(self):
        good = self.file("d/good.gguf", GOOD)
        (self.folder / "d/link.gguf").symlink_to(good)
        os.mkfifo(self.folder / "d/pipe.gguf")
        (self.folder / "d/linked-pipe.gguf").symlink_to(self.folder / "d/pipe.gguf")
        (self.folder / "d/zero.gguf").symlink_to("/dev/zero")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self.folder / "d/socket.gguf"))
            self.assertEqual("2 files: 2 valid, 0 invalid, 0 unreadable", validate(self.folder / "d").lines()[-1])

    def test_a_link_to_nothing_in_a_directory_is_told(self):
        (self.folder / "gone.gguf").symlink_to("absent")
        run = validate(self.folder)
        self.assertEqual((2, f"{self.folder}/gone.gguf: cannot be read: No such file or directory\n".encode()), (run.code, run.out))

    def test_an_empty_path(self):
        self.assertEqual((2, b'"": cannot be read: No such file or directory\n'), (validate("").code, validate("").out))


class Output(CommandTest):
    def test_output_that_cannot_be_written(self):
        good = self.file("good.gguf", GOOD)
        for command in (["gguf-validate", good], ["gguf-validate", "--format", "json", good], ["gguf-validate", "--help"],
                        ["gguf-validate", "--version"], ["gguf-validate", "--list-rules"], ["gguf-validate", "--explain", "layout.gap"],
                        ["gguf-layout", good], ["gguf-layout", "--json", good],
                        ["gguf-layout", good, "--tensor", "a"], ["gguf-layout", good, "--tensor", "a", "--raw"], ["gguf-layout", "--help"], ["gguf-layout", "--version"]):
            shell = f'exec "{BIN / command[0]}" "$@"'
            for where in (">/dev/full", ">&-"):
                done = subprocess.run(["sh", "-c", f"{shell} {where}", "sh", *map(str, command[1:])], stderr=subprocess.PIPE)
                self.assertEqual(2, done.returncode, (command, where))
                self.assertRegex(done.stderr.decode(), f"^{command[0]}: the output could not be written(: .*)?\n$")

    def test_closed_streams_are_not_mistaken_for_files(self):
        done = subprocess.run(["sh", "-c", f'"{BIN / "gguf-validate"}" - <&-'], stdout=subprocess.PIPE)
        self.assertEqual(2, done.returncode)
        self.assertIn(b"-: cannot be read: ", done.stdout)
        bad = self.file("bad.gguf", UNALIGNED)
        done = subprocess.run(["sh", "-c", f'"{BIN / "gguf-validate"}" "{bad}" 2>&-'], stdout=subprocess.PIPE)
        self.assertEqual((1, UNALIGNED), (done.returncode, bad.read_bytes()))


if __name__ == "__main__":
    main()
