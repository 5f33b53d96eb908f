#!/usr/bin/env python3
# Manual pages and completions as their readers meet them: groff finds nothing to complain of, and bash, zsh and fish themselves
# complete options, values, rules and subcommands.
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from commands import BIN, CommandTest, Run, main  # noqa: E402

COMMANDS = [name for name in ("gguf-validate", "gguf-layout", "gguf-make", "gguf-certify") if (BIN / name).exists()]
ENV = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}


def page(command, kind):
    return Run(command, "--print-page", kind).out.decode()


def options_of_help(*command):
    """The options that --help shows."""
    return set(re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", Run(*command, "--help").out.decode(), re.MULTILINE))


class Manual(CommandTest):
    def test_groff_has_nothing_to_say(self):
        for command in COMMANDS:
            done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-P-cbou"], input=page(command, "man").encode(), stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, check=True)
            self.assertEqual(b"", done.stderr)
            text = done.stdout.decode()
            for part in ("NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES"):
                self.assertRegex(text, f"(?m)^{part}")
            shown = text.replace("\N{HYPHEN}", "-").replace("\N{MINUS SIGN}", "-")
            self.assertEqual([], [option for option in options_of_help(command) if option not in shown])

    def test_another_kind_is_no_page(self):
        self.assertEqual(2, Run("gguf-validate", "--print-page", "html").code)


class Completion(CommandTest):
    """`complete(line)` gives what a shell offers for the last word of a line, without descriptions."""

    def bash(self, line):
        words = re.split(r" |(=)", line)
        script = f"source {self.file('page', page(line.split()[0], 'bash').encode())}; compopt() {{ :; }}\n" \
                 f"COMP_WORDS=({' '.join(repr(w) for w in words if w is not None)}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n" \
                 f"_{line.split()[0].replace('-', '_')}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        return set(subprocess.run(["bash", "-c", script], env=ENV, stdout=subprocess.PIPE, text=True, check=True).stdout.split())

    def fish(self, line):
        path = self.file("page.fish", page(line.split()[0], "fish").encode())
        script = f"source {path}; complete -C '{line}'"
        env = {**ENV, "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        out = subprocess.run(["fish", "--no-config", "-c", script], env=env, stdout=subprocess.PIPE, text=True, check=True, cwd=self.folder).stdout
        return {row.split("\t")[0].split("=")[-1] for row in out.splitlines()}

    def zsh(self, line):
        """zsh completes at its prompt alone, so it gets a terminal and shows its list there."""
        self.file(f"_{line.split()[0]}", page(line.split()[0], "zsh").encode())
        self.file(".zshrc", b"fpath=($ZDOTDIR $fpath); autoload -Uz compinit; compinit -u -D; PS1='ready> '\n"
                            b"LISTMAX=0; unsetopt auto_menu menu_complete; bindkey '^I' list-choices; LINES=500 COLUMNS=500; stty -echo\n")
        child, terminal = pty.fork()
        if child == 0:
            os.execvpe("zsh", ["zsh", "-i"], {**ENV, "ZDOTDIR": str(self.folder), "TERM": "dumb"})
        self.addCleanup(os.waitpid, child, 0)
        self.addCleanup(os.close, terminal)
        self.until(terminal, "ready> ")
        os.write(terminal, line.encode() + b"\t\x15print END$((1 + 1))\n")  # what is typed after it waits for the list
        return set(re.findall(r"[\w.=-]+", self.until(terminal, "END2")))

    def until(self, terminal, mark):
        """What a terminal shows up to a mark."""
        text, begun = "", time.monotonic()
        while mark not in text:
            self.assertLess(time.monotonic() - begun, 120, text)
            if select.select([terminal], [], [], 1)[0]:
                text += os.read(terminal, 65536).decode(errors="replace")
        return text

    def offers(self, line, wanted, unwanted=()):
        for shell in ("bash", "fish", "zsh"):
            self.assertTrue(shutil.which(shell), f"{shell} is not installed")
            offered = getattr(self, shell)(line)
            self.assertEqual((set(), set()), (set(wanted) - offered, set(unwanted) & offered), f"{shell}: {line}: {sorted(offered)[:40]}")

    def test_options(self):
        for command in COMMANDS:
            self.offers(command + " --", options_of_help(command))

    def test_a_value_of_a_few(self):
        self.offers("gguf-validate --profile ", ["default", "spec", "ggml"], ["--data"])

    def test_a_rule(self):
        self.offers("gguf-validate --explain layout.g", ["layout.gap"], ["layout.overlap"])

    @unittest.skipUnless("gguf-make" in COMMANDS, "gguf-make is not built")
    def test_subcommands_and_their_options(self):
        self.offers("gguf-make ", ["case", "uncase", "corpus"])
        self.offers("gguf-make corpus --", options_of_help("gguf-make", "corpus"), ["--data-from"])

    def test_bash_takes_a_value_after_an_equals_sign(self):
        self.assertEqual({"spec"}, self.bash("gguf-validate --profile=s"))
        self.assertEqual({"default", "spec", "ggml"}, self.bash("gguf-validate --profile="))


if __name__ == "__main__":
    main()
