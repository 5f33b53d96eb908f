#!/usr/bin/env python3
# Files on web servers: judged as files on the disk are, with few requests; what a server does wrong is said, and never judged.
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from commands import BIN, FETCHED, GOOD, NAMED, UNALIGNED, CommandTest, Run, header, info, main, padded, pair, text  # noqa: E402
from servers import Misbehaving, Nginx  # noqa: E402

CORPUS = HERE.parents[1] / "corpus"
MIB = 1 << 20


def words(count):
    """A pair whose value is an array of texts."""
    return text("house.words") + struct.pack("<IIQ", 9, 8, count) + b"".join(text(f"word {i:07}") for i in range(count))


def scattered(tensors, size):
    """A file with words of 3 MB and tensors of `size` bytes and 4, each of which has padding; the last one's is not zero."""
    room = size + 32
    data = bytearray(room * tensors)
    data[-1] = 1
    infos = b"".join(info(f"t{i}", [size // 4 + 1], 0, room * i) for i in range(tensors))
    return padded(header(tensors, 2) + NAMED + words(150000) + infos) + bytes(data)


class Remote(CommandTest):
    def validate(self, *arguments, **env):
        return Run("gguf-validate", *arguments, env={"no_proxy": "*", "LC_ALL": "C.UTF-8", **env})

    def refused(self, address, why, *options):
        run = self.validate(*options, address)
        self.assertEqual(2, run.code, run.out + run.err)
        self.assertIn(why, (run.out + run.err).decode())
        self.has_no_raw_control(run.out + run.err)


class Web(Remote):
    """nginx, which does as the standards say."""

    @classmethod
    def setUpClass(cls):
        cls.home = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.home)
        (cls.home / "nginx").mkdir()
        cls.root = cls.home / "files"
        cls.root.mkdir()
        for name, data in (("good.gguf", GOOD), ("bad one.gguf", UNALIGNED), ("empty.gguf", b""), ("scattered.gguf", scattered(40, 2 * MIB)),
                           ("short.gguf", scattered(40, MIB)[:-3 * MIB]), ("broken.gguf", header(3, 1 << 30) + NAMED + words(100000))):
            (cls.root / name).write_bytes(data)
        (cls.root / "corpus").symlink_to(CORPUS)
        (cls.root / "models").symlink_to(FETCHED.resolve() / "models")
        cls.nginx = Nginx(cls.root, cls.home / "nginx")
        cls.addClassCleanup(cls.nginx.stop)

    def judged_alike(self, paths, *options):
        """Paths below the root, here and on the server."""
        here = Run("gguf-validate", "--format", "json", *options, *paths, cwd=self.root)
        there = self.validate("--format", "json", *options, *(f"{self.nginx.address}/{path}".replace(" ", "%20") for path in paths))
        self.assertEqual(b"", there.err)
        self.assertEqual(here.code, there.code)
        out = there.out.replace(f"{self.nginx.address}/".encode(), b"").replace(b"%20", b" ")
        self.assertEqual(here.out.decode().split("\n"), out.decode().split("\n"))
        return here.code

    def test_the_corpus_is_judged_alike(self):
        paths = sorted(str(path.relative_to(CORPUS.parent)) for path in CORPUS.rglob("*.gguf"))
        self.assertGreater(len(paths), 1000)
        self.assertEqual(1, self.judged_alike(paths, "--data", "bounds"))

    def test_larger_files_are_judged_alike(self):
        for depth in ("none", "bounds", "values"):
            self.judged_alike(["good.gguf", "bad one.gguf", "empty.gguf", "scattered.gguf", "short.gguf", "broken.gguf"], "--data", depth)

    def test_real_models_are_judged_alike(self):
        models = sorted((self.root / "models").glob("*.gguf"))
        if not models:
            self.skipTest("ci/fetch has brought no models")
        self.judged_alike([f"models/{path.name}" for path in models], "--data", "bounds")

    def fetched(self, *arguments):
        """The requests and bytes that nginx served for a file, after what --verbose says was held against them."""
        before = len(self.nginx.served())
        run = self.validate("--verbose", *arguments)
        told = re.search(r"(\d+) requests?, .* of .* read\n", run.err.decode())
        served = self.nginx.served(before + int(told[1]))[before:]
        self.assertEqual(len(served), int(told[1]), run.err)
        return run, len(served), sum(size for _, status, size in served if status == 206)

    def test_only_what_is_needed_is_fetched(self):
        path = self.root / "large.gguf"
        rows = 300 * MIB // 1024
        path.write_bytes(padded(header(1, 2) + NAMED + words(150000) + info("t", [256, rows], 0, 0)))
        os.truncate(path, path.stat().st_size + 300 * MIB)
        run, requests, size = self.fetched(f"{self.nginx.address}/large.gguf")
        self.assertEqual(0, run.code, run.out)
        self.assertLessEqual((requests, size), (5, 8 * MIB))
        run, requests, size = self.fetched("--data", "values", f"{self.nginx.address}/large.gguf")
        self.assertEqual(path.stat().st_size, size)
        self.assertLess(requests, 64)
        path.unlink()

    def test_padding_that_lies_apart_takes_a_request_each(self):
        run, requests, size = self.fetched(f"{self.nginx.address}/scattered.gguf")
        self.assertIn(b"[layout.padding", run.out)
        self.assertLessEqual((requests, size), (48, 24 * MIB))

    def test_a_server_is_followed_to_where_it_points(self):
        run, requests, _ = self.fetched(f"{self.nginx.address}/moved/bad%20one.gguf?download=true")
        self.assertEqual((1, 3), (run.code, requests))
        self.assertIn(b"[layout.offset-unaligned]", run.out)

    def test_a_secure_server(self):
        run = self.validate(f"{self.nginx.secure}/good.gguf", CURL_CA_BUNDLE=str(self.nginx.certificate))
        self.assertEqual((0, b""), (run.code, run.err), run.out)
        self.refused(f"{self.nginx.secure}/good.gguf", "certificate")
        run = self.validate(f"{self.nginx.secure}/unsafe", CURL_CA_BUNDLE=str(self.nginx.certificate))
        self.assertIn("what is not https", (run.out + run.err).decode())

    def test_what_nginx_refuses(self):
        for path, why in (("nothing.gguf", "404 Not Found"), ("forbidden", "403 Forbidden"), ("loop", "redirects more than 8 times"),
                          ("elsewhere", "not http or https"), ("passwords", "not http or https"),
                          ("no-ranges/good.gguf", "| gguf-validate -")):
            self.refused(f"{self.nginx.address}/{path}", why)

    def test_no_server(self):
        self.refused("http://127.0.0.1:1/a.gguf", "connect")
        self.refused("http://nowhere.invalid/a.gguf", "resolve host")

    def test_one_that_cannot_be_read_does_not_keep_others_from_being_judged(self):
        run = self.validate(f"{self.nginx.address}/nothing.gguf", f"{self.nginx.address}/good.gguf", self.root / "bad one.gguf")
        self.assertEqual(2, run.code)
        self.assertIn(b"[layout.offset-unaligned]", run.out)
        self.assertIn(b"good.gguf: valid", run.out)


class WrongServers(Remote):
    """The servers' own mistakes; what is asked for lies in three windows."""

    @classmethod
    def setUpClass(cls):
        cls.data = padded(header(1, 2) + NAMED + words(60000) + info("a", [8], 0, 0)) + bytes(32)
        cls.server = Misbehaving(cls.data)
        cls.addClassCleanup(cls.server.stop)

    def test_this_server_does_right_by_itself(self):
        for way in ("right", "no-tag"):
            run = self.validate(f"{self.server.address}/{way}/a.gguf")
            self.assertEqual((0, b""), (run.code, run.err), run.out)

    def test_wrong_ways(self):
        for way, why in (("whole", "sends no ranges"), ("truncated", "bytes before the end"), ("too-long", "more bytes than"),
                         ("too-short", "ended 5 bytes before the end"), ("other-part", "where bytes "), ("no-range", "without saying which"),
                         ("odd-range", "without saying which"), ("endless", "no room for the 9223372036854775808 bytes"),
                         ("beyond-numbers", "without saying which"), ("compressed", "another coding, \"gzip\""), ("server-error", "503 Sorry"),
                         ("late-whole", "it changed while"), ("late-another-tag", "it changed while"), ("late-grown", "it changed while"),
                         ("late-truncated", "bytes before the end"), ("late-server-error", "503 Sorry"), ("late-too-long", "more bytes than")):
            with self.subTest(way):
                self.refused(f"{self.server.address}/{way}/a.gguf", why)

    def test_one_that_stalls(self):
        for way in ("stalls", "stalls-at-once", "late-stalls", "late-stalls-at-once"):
            with self.subTest(way):
                self.refused(f"{self.server.address}/{way}/a.gguf", "nothing came for 2 seconds", "--timeout", "2")

    def test_a_claim_of_much_that_never_comes_costs_no_memory(self):
        """A TiB that holds 2^36 pairs by its header, and a server that ends after the first window."""
        claims = header(0, 1 << 36) + NAMED + bytes(300000)
        server = Misbehaving(claims)
        self.addCleanup(server.stop)
        measured = "import resource, subprocess, sys; code = subprocess.run(sys.argv[1:], stdout=sys.stderr).returncode; " \
                   "print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"  # a child's begins with its parent's
        done = subprocess.run([sys.executable, "-c", measured, BIN / "gguf-validate", f"{server.address}/huge/a.gguf"],
                              env={**os.environ, "no_proxy": "*"}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        code, most = map(int, done.stdout.split())
        self.assertEqual(2, code)
        self.assertLess(most, 200 << 10)


if __name__ == "__main__":
    main()
