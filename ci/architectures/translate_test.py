#!/usr/bin/env python3
# The translator on small loaders, with the rows that somebody wrote by hand from reading them.
import unittest

import cxx
from prune import live_names, prune, settle, tie
from translate import Translator
from write import lines_of


class Names:
    """The declarations of a made-up checkout."""

    keys = {"LLM_KV_BLOCK_COUNT": "block_count", "LLM_KV_SLIDING_WINDOW": "attention.sliding_window",
            "LLM_KV_EPSILON": "attention.layer_norm_epsilon", "LLM_KV_EXPERT_FF": "expert_feed_forward_length",
            "LLM_KV_XIELU": "/xielu.beta", "LLM_KV_MULTIPLIER": "rope.multiplier"}
    tensors = {"LLM_TENSOR_TOKEN_EMBD": "token_embd", "LLM_TENSOR_OUTPUT": "output", "LLM_TENSOR_Q": "blk.%d.attn_q",
               "LLM_TENSOR_UP": "blk.%d.ffn_up", "LLM_TENSOR_LERP": "blk.%d.lerp"}
    fields = {"n_swa": "attention.sliding_window", "n_ff_exp_arr": "Fe", "n_embd": "E", "is_swa_impl": "is_swa",
              "f_eps": "attention.layer_norm_epsilon", "n_layer_all": "L_all", "beta": "xielu.beta"}
    types = {"n_swa": "uint32_t", "n_ff_exp_arr": "uint32_t", "f_eps": "float", "beta": "float", "mul": "float"}
    constants = {"LLAMA_MAX_LAYERS": 512}


def translated(text, in_tensors=True, kept=()):
    translator = Translator(Names, "LLM_ARCH_TEST", {}, in_tensors)
    rows = translator.run(cxx.Parser("{" + text + "}").block())
    return lines_of(tie(settle(prune(rows, live_names(rows, set(kept))), "test")))


class Keys(unittest.TestCase):
    def rows(self, text, kept=()):
        return translated(text, False, kept)

    def test_required_optional_and_per_block(self):
        self.assertEqual(self.rows("""
            ml.get_key(LLM_KV_EPSILON, hparams.f_eps);
            ml.get_key(LLM_KV_SLIDING_WINDOW, hparams.n_swa, false);
            ml.get_key_or_arr(LLM_KV_EXPERT_FF, hparams.n_ff_exp_arr, hparams.n_layer_all);
            ml.get_key_or_arr(LLM_KV_XIELU, hparams.beta, hparams.n_layer(), 0);"""),
            ["key attention.layer_norm_epsilon f32", "key? attention.sliding_window u32",
             "key expert_feed_forward_length u32 x L_all -> Fe", "key? /xielu.beta f32 x L"])

    def test_a_flag_written_as_a_float(self):
        self.assertEqual(self.rows("if (ml.get_key(LLM_KV_MULTIPLIER, hparams.mul, 0.0f)) { hparams.mul /= 0.1f; }"),
                         ["key? rope.multiplier f32 -> mul"])

    def test_a_local_that_is_called_as_something_of_the_table(self):
        self.assertEqual(self.rows("""
            if (const auto is_swa = ml.get_key(LLM_KV_SLIDING_WINDOW, hparams.n_swa, false); is_swa && hparams.n_swa > 0) {
                hparams.is_swa_impl[0] = true;
            }""", ["is_swa"]),
            ["key? attention.sliding_window u32", "let is_swa_ = has(attention.sliding_window)",
             "if is_swa_ && attention.sliding_window > 0", "  set is_swa[0] = 1"])

    def test_throws_and_asserts_become_demands(self):
        self.assertEqual(self.rows("""
            GGML_ASSERT(hparams.n_swa > 0 && "no window");
            if (hparams.n_swa == 1 || hparams.n_embd > LLAMA_MAX_LAYERS) { throw std::runtime_error("no"); }"""),
            ["require attention.sliding_window > 0", "require attention.sliding_window != 1 && E <= 512"])

    def test_what_nothing_depends_on_is_left_out(self):
        self.assertEqual(self.rows("""
            switch (hparams.n_layer()) { case 32: type = LLM_TYPE_7B; break; default: type = LLM_TYPE_UNKNOWN; }
            hparams.f_scale = 1.0f / sqrtf(float(hparams.n_embd));"""), [])


class Tensors(unittest.TestCase):
    def test_a_tied_output(self):
        self.assertEqual(translated("""
            tok_embd = create_tensor(tn(LLM_TENSOR_TOKEN_EMBD, "weight"), {n_embd, n_vocab}, 0);
            output = create_tensor(tn(LLM_TENSOR_OUTPUT, "weight"), {n_embd, n_vocab}, TENSOR_NOT_REQUIRED);
            if (output == NULL) {
                output = create_tensor(tn(LLM_TENSOR_TOKEN_EMBD, "weight"), {n_embd, n_vocab}, TENSOR_DUPLICATED);
            }"""), ["tensor token_embd.weight [E, V]", "tensor output.weight [E, V] tied"])

    def test_blocks_locals_and_pointers(self):
        self.assertEqual(translated("""
            const int64_t head = hparams.n_embd_head_k();
            for (int i = 0; i < n_layer; ++i) {
                auto & layer = layers[i];
                if (i > 0) { continue; }
                layer.wq = create_tensor(tn(LLM_TENSOR_Q, "weight", i), {n_embd, head * hparams.n_head(i)}, 0);
                if (layer.wq) {
                    layer.up = create_tensor(tn(LLM_TENSOR_UP, "bias", i), {2*(n_ff - 1)}, TENSOR_NOT_REQUIRED | (i ? TENSOR_DUPLICATED : 0));
                }
            }"""), [
            "for i in 0 .. L", "  if i <= 0", "    tensor blk.{i}.attn_q.weight [E, H[i]*dk]",
            "    if present(blk.{i}.attn_q.weight)",
            "      tensor blk.{i}.ffn_up.bias [2*(F - 1)] optional | (i ? shared : 0)"])

    def test_lambdas_are_read_where_they_are_called(self):
        self.assertEqual(translated("""
            auto load = [&](int il, int flags) { create_tensor(tn(LLM_TENSOR_UP, "weight", il), {n_embd, n_ff}, flags); };
            for (int i = 0; i < n_layer; ++i) { load(i, TENSOR_NOT_REQUIRED); }"""),
            ["for i in 0 .. L", "  tensor blk.{i}.ffn_up.weight [E, F] optional"])

    def test_a_second_shape_where_the_first_does_not_fit(self):
        self.assertEqual(translated("""
            try { layer.a = create_tensor(tn(LLM_TENSOR_LERP, "weight", 0), {n_embd, 6}, 0); }
            catch (std::runtime_error & e) { layer.a = create_tensor(tn(LLM_TENSOR_LERP, "weight", 0), {n_embd, 5}, 0); }"""),
            ["if dim(blk.0.lerp.weight, 1) == 6", "  tensor blk.0.lerp.weight [E, 6]", "else",
             "  tensor blk.0.lerp.weight [E, 5]"])

    def test_an_architectures_own_branch(self):
        text = "if (arch == LLM_ARCH_{}) {{ create_tensor(tn(LLM_TENSOR_OUTPUT, \"bias\"), {{n_vocab}}, 0); }}"
        self.assertEqual(translated(text.format("TEST")), ["tensor output.bias [V]"])
        self.assertEqual(translated(text.format("OTHER")), [])


class Refusals(unittest.TestCase):
    def test_an_unknown_call(self):
        with self.assertRaisesRegex(SyntaxError, "create_two_tensors"):
            translated("create_two_tensors(layer);")

    def test_a_shape_of_something_unknown(self):
        with self.assertRaisesRegex(SyntaxError, "no meaning"):
            translated("create_tensor(tn(LLM_TENSOR_OUTPUT, \"bias\"), {secret}, 0);")

    def test_a_demand_that_rests_on_something_unknown(self):
        with self.assertRaisesRegex(SyntaxError, "no meaning"):
            translated("if (secret) { create_tensor(tn(LLM_TENSOR_OUTPUT, \"bias\"), {n_vocab}, 0); }")

    def test_text_that_is_no_statement(self):
        with self.assertRaises(SyntaxError):
            translated("if (n_embd { }")


if __name__ == "__main__":
    unittest.main()
