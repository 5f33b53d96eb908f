#!/usr/bin/env python3
# The installer of testees, over installers made for the test: what it installs, when it does so again, and how it tells
# a registry that cannot be reached from a package that fails.
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
COUNTING = 'echo once >>"$(dirname "$0")/../../../count"; cp "$(dirname "$0")/lock" "$1/"'


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.testees = self.root / "conformance" / "testees"
        self.testees.mkdir(parents=True)
        (self.root / "ci").mkdir()
        shutil.copy(HERE.parents[1] / "ci" / "registry.sh", self.root / "ci")
        shutil.copy(HERE / "install", self.testees)

    def make(self, name, script, lock="1"):
        folder = self.testees / name
        folder.mkdir()
        (folder / "install").write_text(f"#!/usr/bin/env bash\nset -e\n{script}\n")
        (folder / "install").chmod(0o755)
        (folder / "lock").write_text(lock)
        return folder

    def start(self, *names, **environment):
        environment = {**{key: value for key, value in os.environ.items() if key != "GGUFPROOF_FETCHED"}, **environment}
        return subprocess.Popen([str(self.testees / "install"), *names], env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, universal_newlines=True)

    def install(self, *names, status=0, **environment):
        run = self.start(*names, **environment)
        output, _ = run.communicate()
        self.assertEqual(status, run.returncode, output)
        return output

    def installed(self):
        folder = self.root / ".cache" / "fetched" / "testees"
        return sorted(path.name for path in folder.iterdir() if path.is_dir())

    def count(self):
        return (self.root / "count").read_text().count("once")

    def test_installs_once_until_a_lock_changes(self):
        a = self.make("a", COUNTING)
        self.assertIn("installing a", self.install())
        self.assertEqual("", self.install())
        (a / "testee.py").write_text("changed")
        self.assertEqual("", self.install("a"))
        self.assertEqual(1, self.count())
        (a / "lock").write_text("2")
        self.assertIn("installing a", self.install("a"))
        self.assertEqual("2", (self.root / ".cache/fetched/testees/a/lock").read_text())

    def test_installs_what_is_named(self):
        for name in "abc":
            self.make(name, COUNTING)
        self.install("a", "c")
        self.assertEqual(["a", "c"], self.installed())
        self.install("d", status=2)

    def test_another_folder(self):
        self.make("a", COUNTING)
        self.install(GGUFPROOF_FETCHED=str(self.root / "other"))
        self.assertEqual("1", (self.root / "other" / "testees" / "a" / "lock").read_text())

    def test_a_package_that_fails(self):
        self.make("a", 'echo half >"$1/half"; echo "hashes do not match"; exit 3')
        self.make("b", COUNTING)
        output = self.install(status=1)
        self.assertIn("hashes do not match", output)
        self.assertIn("MISSING: a: its installer failed (exit 3)", output)
        self.assertEqual(["b"], self.installed())
        self.install("a", status=1)  # and is tried again

    def test_a_registry_that_cannot_be_reached(self):
        says = ["npm error code ENOTFOUND", "HTTPSConnectionPool(host='x', port=443): Max retries exceeded",
                "[6] Could not resolve host: x", "dial tcp: lookup x: no such host"]
        for number, text in enumerate(says):
            self.make(f"t{number}", f"cat <<'END'\n{text}\nEND\nexit 1")
        output = self.install(status=75)
        self.assertEqual(len(says), output.count("a registry cannot be reached"), output)
        self.make("worse", "exit 1")
        self.install(status=1)

    def test_calls_at_the_same_time(self):
        self.make("a", "sleep 1; " + COUNTING)
        runs = [self.start() for _ in range(3)]
        for run in runs:
            run.communicate()
            self.assertEqual(0, run.returncode)
        self.assertEqual(1, self.count())


if __name__ == "__main__":
    unittest.main()
