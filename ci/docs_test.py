#!/usr/bin/env python3
# Every command that the documents show is run, and prints what they say that it prints.
#
# In a block, a line that begins with "$ " is a command, and what follows up to the next one is its whole output; "..." stands for
# any lines. Other lines that begin with a command of ours are run, too, and must not be bad usage. Options
# and files that a text names have to exist. What a test cannot run stands in NOT_RUN, with the reason.
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "validator"))
from commands import BIN, FETCHED, SKIPPED  # noqa: E402

COMMANDS = ("gguf-validate", "gguf-layout", "gguf-make", "gguf-certify", "gguf-hunt")
OURS = re.compile(r"(?:[A-Z_]+=\S+ )*(?:%s|ci/|fuzz/|conformance/|cpack |\./)" % "|".join(f"{name}(?= )" for name in COMMANDS))
LAYOUT = re.compile(r"\S+/ {2,}")  # a row of a table of folders
# The beginning of a command, and why it is not run here.
NOT_RUN = {
    "ci/validate": "builds, and installs packages; ci/test runs it on bare machines",
    "ci/test": "runs this",
    "ci/build release": "builds; ci/test does, too",
    "cpack ": "packs; ci/package/package_test.py does",
    "gguf-validate --verbose https://": "needs a web server; validator/remote/remote_files_test.py has some",
    "ci/refresh-architectures": "has a test of its own",
    "ci/setup fuzz": "installs packages",
    "gguf-hunt": "hunts for ten minutes; fuzz/gguf_hunt_test.py does so for seconds",
    "fuzz/rediscovery/": "installs and asks old releases for hours",
    "fuzz/run": "builds with sanitizers, and fuzzes for minutes",
}
DOCUMENTS = sorted(path for path in ROOT.rglob("*.md") if not {"build", ".cache", "node_modules", ".git"} & set(path.relative_to(ROOT).parts[:-1])
                   and path.name != "CHANGELOG.md")
SECONDS = 600


def blocks(path):
    """The indented and fenced blocks of a document: lists of (line number, line)."""
    block, fenced, found = [], False, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or (line.startswith("    ") and not line.lstrip().startswith(("- ", "* "))):
            block.append((number, line if fenced else line[4:]))
            continue
        elif not line and block:
            block.append((number, ""))
            continue
        if block:
            found.append(block)
        block = []
    return found + ([block] if block else [])


def examples(path):
    """(line number, command, its output or None) of each command in the blocks of a document."""
    for block in blocks(path):
        output = None  # of the last command with a "$ "
        for number, line in block:
            if line.startswith("$ "):
                output = []
                yield number, line[2:], output
            elif output is not None:
                output.append(line)
            elif OURS.match(line) and not LAYOUT.match(line):
                yield number, line, None


def matches(wanted, got):
    """Whether lines are as wanted, where "..." is any number of them."""
    pattern = "".join("(?:.*\n)*?" if row.strip() == "..." else re.escape(row) + "\n" for row in "\n".join(wanted).rstrip().split("\n"))
    return re.fullmatch(pattern, "".join(row.rstrip() + "\n" for row in got)) is not None


def reason_not_to_run(command):
    return next((reason for start, reason in NOT_RUN.items() if command.startswith(start)), None)


class Documents(unittest.TestCase):
    """A reader's folder: the repository's own, so that paths are right, the commands on the PATH, and what the texts take for granted."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for entry in ROOT.iterdir():
            if entry.name not in ("build", ".git"):
                (cls.folder / entry.name).symlink_to(entry)
        for name in ("model.gguf", "crash.gguf", "f16.gguf", "q4.gguf"):
            shutil.copy(ROOT / "corpus/valid/model/bias.gguf", cls.folder / name)
        shutil.copy(ROOT / "corpus/invalid/header/git-lfs-pointer.gguf", cls.folder / "downloaded.gguf")
        models = cls.folder / "models"
        models.mkdir()
        shutil.copy(ROOT / "corpus/valid/model/bias.gguf", models / "one.gguf")
        tools = cls.folder / "tools"
        tools.mkdir()
        for name, text in {"mytool": 'exec gguf-validate --profile spec -q "${@: -1}"', "my-testee": f'exec "{ROOT}/conformance/testees/minimal/run" ""',
                           "my-writer": f'GGUFPROOF_BIN="{BIN.resolve()}" exec "{ROOT}/conformance/testees/ggml-writer/run" "{FETCHED.resolve()}/testees/ggml-writer"'}.items():
            for place in (tools / name, cls.folder / name):
                place.write_text(f"#!/usr/bin/env bash\n{text}\n")
                place.chmod(0o755)
        gemma = next((FETCHED / "models").glob("gemma*.gguf"), None)
        if gemma:
            (cls.folder / "gemma-3-270m-q4_k_m.gguf").symlink_to(gemma)
        cls.has_fetched = gemma is not None and (FETCHED / "testees/ggml-writer").is_dir()
        cls.environment = {**os.environ, "PATH": f"{tools}:{BIN.resolve()}:{os.environ['PATH']}", "GGUFPROOF_BIN": str(BIN.resolve())}

    def run_example(self, path, number, command, wanted):
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS, check=False, text=True)
        where = f"{path.relative_to(ROOT)}:{number}: {command}"
        self.assertIn(done.returncode, (0, 1), f"{where}\n{done.stdout}")
        if wanted is not None:
            got = done.stdout.splitlines()
            self.assertTrue(matches(wanted, got), f"{where}\nsays:\n{chr(10).join(got)}")

    def examples_of(self, fetched):
        """Those that need what ci/fetch brings, or the others."""
        for path in DOCUMENTS:
            for number, command, wanted in list(examples(path)):
                if bool(re.search("gemma|my-writer", command)) == fetched and not reason_not_to_run(command):
                    yield path, number, command, wanted

    def test_examples(self):
        ran = 0
        for example in self.examples_of(fetched=False):
            with self.subTest(example[0].name, line=example[1]):
                self.run_example(*example)
                ran += 1
        self.assertGreater(ran, 10)

    def test_examples_of_real_files(self):
        if not self.has_fetched:
            self.skipTest("ci/fetch and conformance/testees/install have not brought the model and ggml")
        for example in self.examples_of(fetched=True):
            with self.subTest(example[0].name, line=example[1]):
                self.run_example(*example)

    def test_what_is_not_run_is_there(self):
        commands = [command for path in DOCUMENTS for _, command, _ in examples(path)]
        for start in NOT_RUN:
            self.assertTrue(any(command.startswith(start) for command in commands), f"no document shows {start}")
        for command in commands:
            if reason_not_to_run(command) and "/" in command.split()[0]:
                self.assertTrue((ROOT / command.split()[0]).is_file(), command)


class Names(unittest.TestCase):
    """What a text names in passing."""

    @classmethod
    def setUpClass(cls):
        cls.options = {}
        for command in COMMANDS:
            if (BIN / command).exists():
                cls.options[command] = cls.help_of([command])
        for verb in re.findall(r"^  (\w+)  ", cls.text_of(["gguf-make", "--help"]), re.MULTILINE):
            cls.options["gguf-make"] |= cls.help_of(["gguf-make", verb])

    @staticmethod
    def text_of(command):
        return subprocess.run([BIN / command[0], *command[1:]], stdout=subprocess.PIPE, text=True, check=True).stdout

    @classmethod
    def help_of(cls, command):
        # CLI11 names flags such as --print-page, which packages ask for, in no help.
        return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", cls.text_of([*command, "--help"]))) | {"--print-page"}

    def test_options_exist(self):
        for path in DOCUMENTS:
            for text in re.findall(r"`([^`\n]+)`", path.read_text()):
                command = text.split(" ")[0]
                if command in self.options:
                    said = set(re.findall(r"(?<=\s)--[a-z][a-z-]*", re.sub(r"'[^']*'", "", text)))
                    self.assertEqual(set(), said - self.options[command], f"{path.relative_to(ROOT)}: {text}")

    def test_links_lead_somewhere(self):
        for path in DOCUMENTS:
            for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text()):
                if "://" not in link:
                    self.assertTrue((path.parent / link).exists(), f"{path.relative_to(ROOT)}: {link}")


if __name__ == "__main__":
    if not all((BIN / name).exists() for name in COMMANDS[:4]):
        print("SKIPPED: not all commands are built")
        sys.exit(SKIPPED)
    unittest.main()
