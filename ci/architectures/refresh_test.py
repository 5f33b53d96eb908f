#!/usr/bin/env python3
# ci/refresh-architectures on a real checkout: it makes the files that are committed, and sees a change.
# Usage: refresh_test.py LLAMA_CPP. Skipped (exit 77) where there is no checkout.
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMMAND = Path(__file__).resolve().parents[1] / "refresh-architectures"
CHECKOUT = Path(sys.argv.pop()) if len(sys.argv) > 1 else Path("no checkout given")


def check(checkout):
    """(exit code, output) of --check."""
    run = subprocess.run([sys.executable, str(COMMAND), "--check", str(checkout)], stdout=subprocess.PIPE, text=True)
    return run.returncode, run.stdout


class Refresh(unittest.TestCase):
    def test_makes_what_is_committed(self):
        code, output = check(CHECKOUT)
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"^1[5-9]\d architectures of v[\d.]+, 0 files changed$")

    def changed(self, file, pattern, text):
        """The output of --check on a copy of the checkout with one place changed."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            shutil.copy(CHECKOUT / "CMakeLists.txt", copy)
            shutil.copytree(CHECKOUT / "src", copy / "src")
            path = copy / "src" / file
            before = path.read_text()
            after = re.sub(pattern, text, before, count=1)
            self.assertNotEqual(before, after)
            path.write_text(after)
            code, output = check(copy)
            self.assertEqual(code, 1, output)
            return output

    def test_sees_a_key_become_optional(self):
        output = self.changed("models/mpt.cpp", r"(LLM_KV_ATTENTION_LAYERNORM_EPS, +hparams.f_norm_eps)\)", r"\1, false)")
        self.assertIn("+  key? attention.layer_norm_epsilon f32", output)

    def test_sees_a_tensor_change_its_shape(self):
        output = self.changed("models/glm4.cpp", r"n_ff \* 2", "n_ff * 3")
        self.assertIn("blk.{i}.ffn_up.weight [E, F*3]", output)

    def test_sees_an_assertion_of_a_graph_go(self):
        output = self.changed("models/qwen3.cpp", r"GGML_ASSERT\(n_embd_head == n_rot\);", "")
        self.assertIn("-  compute R == dv", output)

    def test_sees_what_is_computed_with_a_tensor_change(self):
        output = self.changed("llama-arch.cpp", r"(\{LLM_TENSOR_ATTN_Q, +\{LLM_TENSOR_LAYER_REPEATING, GGML_OP_)MUL_MAT", r"\1MUL")
        self.assertIn('+TENSOR_OPERATION("blk.%d.attn_q", vector)', output)

    def test_sees_what_base_arch_was_written_from_change(self):
        output = self.changed("llama-model.cpp", r"LLM_KV_EXPERT_COUNT,", "LLM_KV_EXPERT_USED_COUNT,")
        self.assertRegex(output, "base.arch: look again at llama-model.cpp load_hparams")


if __name__ == "__main__":
    if not (CHECKOUT / "src" / "llama-arch.cpp").exists():
        print(f"no llama.cpp at {CHECKOUT}: ci/fetch brings it")
        sys.exit(77)
    unittest.main()
