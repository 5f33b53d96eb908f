#!/usr/bin/env python3
# What gguf-validate --explain says of llama.cpp's loader is what that loader did: its record in results/ tells of each
# case whether it was refused, loaded, or ended the process.
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "validator"))
from commands import CommandTest, Run, main  # noqa: E402

RECORD, = (ROOT / "conformance/results").glob("llama.cpp@*.json")


def told(rule):
    """The line of readers, with what continues it."""
    lines = Run("gguf-validate", "--explain", rule).lines()
    first, = [i for i, line in enumerate(lines) if line.startswith("readers ")]
    later = next((i for i in range(first + 1, len(lines)) if not lines[i].startswith(" ")), len(lines))
    return " ".join(line.strip() for line in lines[first:later])


class ReadersTold(CommandTest):
    def test_what_the_loader_did(self):
        outcomes = json.loads(RECORD.read_text())["cases"]
        accepted, crashed = set(), set()
        for manifest in (ROOT / "corpus").glob("*/*/manifest.json"):
            for case in json.loads(manifest.read_text())["cases"]:
                of_llama_alone = [case["verdict"][name] for name in ("default", "spec", "ggml")] == ["invalid", "valid", "valid"]
                kind, detail = outcomes.get(case["id"], ("", ""))
                if of_llama_alone and detail == "accepted":
                    accepted.add(case["rule"])
                if of_llama_alone and kind == "crash":
                    crashed.add(case["rule"])
        self.assertLessEqual({"model.value-aborts", "model.tensor-type"}, accepted)
        self.assertIn("model.value-refused", crashed)
        for rule in sorted(accepted):
            self.assertNotRegex(told(rule), "loader refuses it$", rule)
            self.assertRegex(told(rule), "token|context", rule)
        for rule in sorted(crashed):
            self.assertRegex(told(rule), r"\bends\b", rule)

    def test_who_refuses(self):
        for rule, words in (("imatrix.key-missing", "llama-quantize refuses it"), ("tokenizer.special-id-missing", "ends at the first text"),
                            ("adapter.tensor-type", "llama.cpp loads it and ends at the first token"),
                            ("values.element-not-finite", "llama.cpp loads it, and with --check-tensors refuses it"),
                            ("model.key-missing", "takes such a file; llama.cpp's loader refuses it")):
            self.assertIn(words, told(rule))
        for rule in ("layout.gap", "layout.trailing-bytes", "key.charset"):
            self.assertNotIn("such a file;", told(rule))


if __name__ == "__main__":
    main()
