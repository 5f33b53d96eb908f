#!/usr/bin/env python3
# The packages as dpkg and tar see them: the .deb goes into a root of its own, where its commands judge an example and its pages
# and library lie where they are looked for, and comes off it without a trace. ci/container/rehearse does the same with its
# dependencies on a whole Debian, which takes minutes.
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "validator"))
from commands import BIN, CommandTest, main  # noqa: E402

EXAMPLE = "usr/share/ggufproof/corpus/invalid/layout/offset-unaligned.gguf"


def run(*command, **options):
    done = subprocess.run([os.fspath(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    return done.returncode, done.stdout


class Packages(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.made = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.made)
        code, output = run("cpack", "--config", BIN.parent / "CPackConfig.cmake", "-B", cls.made)
        assert code == 0, output
        cls.deb, = cls.made.glob("*.deb")
        cls.tar, = cls.made.glob("*.tar.gz")

    def good(self, *command, **options):
        code, output = run(*command, **options)
        self.assertEqual(0, code, output)
        return output

    def dpkg(self, *arguments):
        """dpkg on a root that is this test's folder: with no other package there, what ours depends on is on this machine."""
        return self.good("dpkg", f"--root={self.folder}", "--force-not-root", "--force-depends", "--force-script-chrootless",
                         f"--log={self.made}/log", *arguments)

    def test_the_deb_says_what_it_is(self):
        fields = self.good("dpkg-deb", "--field", self.deb)
        for line in ("Package: ggufproof", "Section: utils", "Depends: "):
            self.assertIn(line, fields)
        self.assertRegex(fields, r"Depends: .*libstdc\+\+6")

    def test_the_deb_comes_and_goes(self):
        for folder in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"):
            (self.folder / folder).mkdir(parents=True)
        for file in ("status", "available"):
            (self.folder / "var/lib/dpkg" / file).touch()
        self.dpkg("--install", self.deb)
        code, output = run(self.folder / "usr/bin/gguf-validate", self.folder / EXAMPLE)
        self.assertEqual(1, code, output)
        self.assertIn("[layout.offset-unaligned]", output)
        for command in ("gguf-validate", "gguf-layout", "gguf-make", "gguf-certify"):
            self.assertIn("MIT licence", self.good(self.folder / "usr/bin" / command, "--version"))
            for page in (f"man/man1/{command}.1.gz", f"bash-completion/completions/{command}",
                         f"zsh/vendor-completions/_{command}", f"fish/vendor_completions.d/{command}.fish"):
                self.assertGreater((self.folder / "usr/share" / page).stat().st_size, 100, page)
        self.assertIn("MIT License", (self.folder / "usr/share/doc/ggufproof/copyright").read_text())
        self.dpkg("--purge", "ggufproof")
        self.assertEqual([], [str(path) for path in (self.folder / "usr").rglob("*") if not path.is_dir()])

    def test_the_archive_runs_where_it_is_unpacked(self):
        self.good("tar", "-xzf", self.tar, "-C", self.folder)
        top, = self.folder.iterdir()
        self.assertEqual(1, run(top / "bin/gguf-validate", top / EXAMPLE.removeprefix("usr/"))[0])
        packages = top / "lib/python3/dist-packages"
        self.good(sys.executable, "-c", "import ggufproof; ggufproof.validate(b'')",
                  env={**os.environ, "PYTHONPATH": str(packages), "LD_LIBRARY_PATH": str(top / "lib")})


if __name__ == "__main__":
    main()
