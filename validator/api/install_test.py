#!/usr/bin/env python3
# What `cmake --install` leaves: a library that an outside project in C and C++ finds through CMake or pkg-config and judges bytes
# with, that shows its interface and nothing else, and commands that find their corpus.
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from commands import BIN, GOOD, UNALIGNED, CommandTest, main  # noqa: E402

EXAMPLE = HERE / "example"


def run(*command, env=None):
    done = subprocess.run([os.fspath(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout


class Installed(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.prefix = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.prefix)
        code, output = run("cmake", "--install", BIN.parent, "--prefix", cls.prefix)
        assert code == 0, output
        cls.lib, = [folder.parent for folder in cls.prefix.glob("lib/**/libggufproof.so")]
        cls.env = {"LD_LIBRARY_PATH": str(cls.lib), "PKG_CONFIG_PATH": str(cls.lib / "pkgconfig")}

    def good(self, *command):
        code, output = run(*command, env=self.env)
        self.assertEqual(0, code, output)
        return output

    def judges(self, program):
        code, output = run(program, self.file("good.gguf", GOOD), env=self.env)
        self.assertEqual((0, "valid, 0 errors"), (code, output.splitlines()[-1]))
        code, output = run(program, self.file("bad.gguf", UNALIGNED), env=self.env)
        self.assertEqual((1, "invalid, 1 errors"), (code, output.splitlines()[-1]))
        self.assertIn("94-102 layout.offset-unaligned: ", output)

    def test_a_project_that_uses_cmake(self):
        self.good("cmake", "-S", EXAMPLE, "-B", self.folder, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.good("cmake", "--build", self.folder)
        for program in ("judge_c", "judge_cpp"):
            self.judges(self.folder / program)

    def test_a_project_that_uses_pkg_config(self):
        flags = shlex.split(self.good("pkg-config", "--cflags", "--libs", "ggufproof"))
        strict = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
        for compiler, standard, source in (("cc", "c99", "judge.c"), ("c++", "c++17", "judge.cc"), ("c++", "c++20", "judge.cc")):
            self.good(compiler, f"-std={standard}", *strict, EXAMPLE / source, "-o", self.folder / "judge", *flags)
            self.judges(self.folder / "judge")

    def test_cmake_refuses_another_version(self):
        self.file("CMakeLists.txt", b"cmake_minimum_required(VERSION 3.16)\nproject(x)\nfind_package(ggufproof 9 REQUIRED)\n")
        code, output = run("cmake", "-S", self.folder, "-B", self.folder / "b", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertNotEqual(0, code)
        self.assertIn("ggufproof", output)

    def test_the_library_shows_its_interface_alone(self):
        shown = [line.split() for line in self.good("nm", "-D", "--defined-only", self.lib / "libggufproof.so").splitlines()]
        names = {name.split("@")[0] for _, kind, name in shown if kind != "A"}
        header = (self.prefix / "include/ggufproof/ggufproof.h").read_text()
        self.assertTrue(names)
        self.assertEqual([], [name for name in names if name + "(" not in header])
        self.assertIn("[libggufproof.so.0]", self.good("readelf", "-d", self.lib / "libggufproof.so"))

    def test_python_finds_it(self):
        code = "import ggufproof; print(ggufproof.version(), ggufproof.validate(b'GGUF').valid)"
        packages, = self.prefix.glob("lib/python3/dist-packages")
        output = self.good("env", f"PYTHONPATH={packages}", sys.executable, "-c", code)
        self.assertRegex(output, r"^\d+\.\d+\.\d+ False\n$")

    def test_commands_run_from_there(self):
        bad = self.prefix / "share/ggufproof/corpus/invalid/layout/offset-unaligned.gguf"
        self.assertEqual(1, run(self.prefix / "bin/gguf-validate", bad)[0])
        certified = self.good(self.prefix / "bin/gguf-certify", "--reader", f"{self.prefix}/bin/gguf-validate {{file}}", "--reads", "data",
                              "--case", "layout/offset-*", "--level", "safe")
        self.assertIn("Safe", certified)


if __name__ == "__main__":
    main()
