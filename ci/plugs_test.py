#!/usr/bin/env python3
# What users plug into their CI, run as each host runs it: with its variables set and what its files declare. Files and their
# faults are put together byte by byte.
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "validator"))
from commands import BIN, GOOD, UNALIGNED, CommandTest, main  # noqa: E402


def read(path):
    return yaml.safe_load((ROOT / path).read_text())


class Plug(CommandTest):
    def setUp(self):
        super().setUp()
        self.home = self.folder / "house"
        self.good, self.bad = self.file("house/models/good.gguf", GOOD), self.file("house/models/bad one.gguf", UNALIGNED)
        self.env = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}

    def sh(self, shell, script, env):
        return subprocess.run([*shell, script], cwd=self.home, env={**self.env, **env}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)


class GitHub(Plug):
    """A composite action: its step gets the inputs as its `env` says, and the files that GITHUB_* name."""

    def step(self, **inputs):
        action = read("ci/github/action.yml")
        unknown = set(inputs) - set(action["inputs"])
        self.assertFalse(unknown, unknown)
        values = {**{name: row["default"] for name, row in action["inputs"].items()}, **inputs}
        step, = action["runs"]["steps"]
        env = {name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text) for name, text in step["env"].items()}
        self.output, self.summary = self.file("output", b""), self.file("summary", b"# Before\n")
        env |= {"GITHUB_OUTPUT": str(self.output), "GITHUB_STEP_SUMMARY": str(self.summary), "GITHUB_ACTIONS": "true", "CI": "true",
                "GITHUB_ACTION_PATH": str(ROOT / "ci/github"), "GITHUB_WORKSPACE": str(self.home), "RUNNER_TEMP": str(self.folder)}
        run = self.sh(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c"], step["run"], env)
        outputs = dict(line.split("=", 1) for line in self.output.read_text().splitlines())
        self.assertLessEqual({"verdict"}, set(outputs), run.stderr)
        self.assertLessEqual(set(outputs), set(action["outputs"]), run.stderr)
        return run, outputs

    def test_an_invalid_file(self):
        run, outputs = self.step(paths="models")
        self.assertEqual((1, "invalid"), (run.returncode, outputs["verdict"]), run.stderr)
        self.assertRegex(run.stdout, r"(?m)^::error .*file=models/bad one\.gguf.*layout\.offset-unaligned")
        self.assertRegex(self.summary.read_text(), r"(?s)\A# Before\n.*bad one\.gguf.*layout\.offset-unaligned")
        results = json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]
        self.assertIn("layout.offset-unaligned", [result["ruleId"] for result in results])

    def test_verdicts_and_status(self):
        for paths, inputs, wanted in (("models/good.gguf", {}, (0, "valid")), ("models/bad*", {"fail-on-error": "false"}, (0, "invalid")),
                                      ("nothing*.gguf", {"fail-on-error": "false"}, (2, "unreadable")),
                                      ("models/bad*", {"options": "--severity layout.*=off"}, (0, "valid")),
                                      ("\n models \n", {}, (2, "unreadable")), ("\nmodels/good.gguf\n\n**/bad one.gguf\n", {}, (1, "invalid"))):
            run, outputs = self.step(paths=paths, **inputs)
            self.assertEqual(wanted, (run.returncode, outputs["verdict"]), (paths, run.stderr))

    def test_options_on_several_lines(self):
        for options, wanted in (("--severity layout.*=warning", 0), ("--severity layout.*=warning\n--strict\n", 1)):
            run, _ = self.step(paths="models/bad*", options=options)
            self.assertEqual(wanted, run.returncode, run.stderr)

    def test_each_step_has_a_report_of_its_own(self):
        first, second = self.step(paths="models/good.gguf")[1], self.step(paths="models/good.gguf")[1]
        self.assertNotEqual(first["sarif"], second["sarif"])
        run, outputs = self.step(paths="models/good.gguf", options="--bogus")
        self.assertEqual((2, None), (run.returncode, outputs.get("sarif")))

    def test_the_example_gives_inputs_that_there_are(self):
        steps = read("ci/github/example.yml")["jobs"]["gguf"]["steps"]
        step, = [step for step in steps if step.get("uses", "").partition("@")[0].endswith("/ci/github")]
        self.file("house/adapters/x/a.gguf", GOOD)
        self.assertEqual(1, self.step(**step["with"])[0].returncode)


class GitLab(Plug):
    """A job: its script's lines are run by a shell one after the other, up to the first that fails."""

    def job(self, **variables):
        template = read("ci/gitlab/ggufproof.yml")
        self.assertEqual(set(), set(variables) - set(template["variables"]))
        job = template["gguf-validate"]
        env = {**template["variables"], **variables, "CI": "true", "GITLAB_CI": "true", "CI_PROJECT_DIR": str(self.home)}
        run = self.sh(["sh", "-e", "-c"], "\n".join(job["script"]), env)
        return run, {kind: self.home / path for kind, path in job["artifacts"]["reports"].items()}

    def test_reports(self):
        run, reports = self.job()
        self.assertEqual(1, run.returncode, run.stderr)
        issue, = [row for row in json.loads(reports["codequality"].read_text()) if row["check_name"] == "layout.offset-unaligned"]
        self.assertEqual("models/bad one.gguf", issue["location"]["path"])
        self.assertIn("layout.offset-unaligned", reports["junit"].read_text())
        self.assertIn("[layout.offset-unaligned]", run.stdout)

    def test_the_example(self):
        variables = read("ci/gitlab/example.yml")["variables"]
        self.bad.unlink()
        self.assertEqual(0, self.job(**variables)[0].returncode)


class PreCommit(Plug):
    """A hook of language script: its entry, in the hooks' own clone, gets `args` and those files of the commit that match."""

    def hook(self, *files):
        hook, = read(".pre-commit-hooks.yaml")
        given, = read("ci/pre-commit/example.yaml")["repos"][0]["hooks"]
        self.assertEqual(given["id"], hook["id"])
        matching = [name for name in files if re.search(hook["files"], name)]
        return subprocess.run([ROOT / hook["entry"], *given["args"], *matching], cwd=self.home, env={**self.env, "PRE_COMMIT": "1"},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_only_what_is_wrong_is_told(self):
        self.assertEqual((0, ""), (lambda run: (run.returncode, run.stdout))(self.hook("models/good.gguf", "README.md")))
        run = self.hook("models/good.gguf", "models/bad one.gguf")
        self.assertEqual(1, run.returncode)
        self.assertIn("[layout.offset-unaligned]", run.stdout)
        self.assertNotIn("good.gguf", run.stdout)


class WithoutAPackage(Plug):
    def test_what_plugs_run_is_ci_validate(self):
        """Without a gguf-validate on the PATH; ci/validate is a script here that shows its arguments."""
        for plug in ("github", "pre-commit"):
            shutil.copytree(ROOT / "ci" / plug, self.folder / "ci" / plug)
        self.file("ci/validate", b'#!/bin/sh\nprintf "<%s>" "$@"\n').chmod(0o755)
        env = {**self.env, "PATH": os.environ["PATH"], "GITHUB_OUTPUT": str(self.folder / "o"), "GITHUB_STEP_SUMMARY": str(self.folder / "s")}
        for plug, path in (("github", "."), ("pre-commit", "a.gguf")):
            run = subprocess.run([self.folder / "ci" / plug / "judge", "a.gguf"], env=env, cwd=self.home, stdout=subprocess.PIPE, text=True)
            self.assertEqual(0, run.returncode)
            self.assertTrue(run.stdout.endswith(f"<{path}>"), run.stdout)


if __name__ == "__main__":
    main()
