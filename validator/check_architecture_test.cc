// Single faults of models: which rule tells them, where, and in which words.
#include <algorithm>

#include <gtest/gtest.h>

#include "validator/architecture_model_test.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

using test::Model;
using test::ModelKey;

Model load(const std::string& name) {
  return test::read_model(std::filesystem::path(GGUFPROOF_MODELS) / (name + ".model"));
}

ModelKey& key_of(Model& model, const std::string& name) {
  const auto found = std::find_if(model.keys.begin(), model.keys.end(),
                                  [&](const ModelKey& key) { return key.name == name; });
  if (found == model.keys.end()) throw std::out_of_range(name);
  return *found;
}

std::size_t tensor_of(const Model& model, const std::string& name) {
  const auto found =
      std::find_if(model.tensors.begin(), model.tensors.end(), [&](const auto& t) { return t.name == name; });
  if (found == model.tensors.end()) throw std::out_of_range(name);
  return static_cast<std::size_t>(found - model.tensors.begin());
}

/// The findings of clause 13, as "rule place: got -> want".
std::vector<std::string> told(const Model& model, Profile profile = Profile::deflt) {
  const Judgement judgement =
      validate(test::bytes_of(model, false), {.profile = profile, .data = DataDepth::none});
  std::vector<std::string> out;
  for (const Finding& finding : judgement.report.findings()) {
    const std::string rule(rule_row(finding.rule).name);
    if (!rule.starts_with("model.")) continue;
    out.push_back(rule + ' ' + finding.at + ": " + (finding.subject.empty() ? "" : finding.subject + ' ') +
                  finding.got + " -> " + finding.want);
  }
  return out;
}

using Lines = std::vector<std::string>;

TEST(CheckArchitecture, AShapeIsExplainedBySymbolsAndKeys) {
  Model model = load("llama-moe");
  const std::size_t i = tensor_of(model, "blk.1.attn_output.weight");
  model.tensors[i].dims = {256, 128};
  EXPECT_EQ(
      told(model),
      Lines{"model.tensor-shape tensor[" + std::to_string(i) +
            "].dimensions: \"blk.1.attn_output.weight\" [256, 128] -> [H*dk, E] = [256, 256], where H = "
            "attention.head_count = 2, dk = attention.key_length = 128, E = embedding_length = 256"});
}

TEST(CheckArchitecture, AShapeOfAMacroIsExplainedByWhatItWasCalledWith) {
  Model model = load("llama-moe");
  model.tensors[tensor_of(model, "blk.0.attn_k.weight")].dims = {256, 255};
  const Lines lines = told(model);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(
      lines[0].find(
          "[E, K*dk] = [256, 256], where E = embedding_length = 256, K = attention.head_count_kv = 2, dk"),
      std::string::npos)
      << lines[0];
}

TEST(CheckArchitecture, AMissingTensorAndAMissingKeyAreNamed) {
  Model model = load("llama-moe");
  model.tensors.erase(model.tensors.begin() +
                      static_cast<std::ptrdiff_t>(tensor_of(model, "output_norm.weight")));
  EXPECT_EQ(told(model),
            Lines{"model.tensor-missing tensors: \"output_norm.weight\" no such tensor -> [E] = [256], where "
                  "E = embedding_length = 256"});
  model = load("llama-moe");
  std::erase_if(model.keys, [](const ModelKey& key) { return key.name == "llama.embedding_length"; });
  EXPECT_EQ(told(model), Lines{"model.key-missing metadata: \"llama.embedding_length\" no such key -> "});
}

// By the rule that weighs more in the profile, and by one alone.
TEST(CheckArchitecture, AMissingKeyIsToldOnce) {
  Model model = load("llama-moe");
  std::erase_if(model.keys, [](const ModelKey& key) { return key.name == "llama.embedding_length"; });
  EXPECT_EQ(told(model, Profile::spec),
            Lines{"model.documented-key-missing metadata: \"llama.embedding_length\" no such key -> "});
  EXPECT_EQ(told(model, Profile::ggml), Lines{});
  const auto told_if = [&](Rule rule, Severity severity) {
    const Judgement judged =
        validate(test::bytes_of(model, false), {.data = DataDepth::none, .severities = {{rule, severity}}});
    std::vector<Rule> found;
    for (const Finding& finding : judged.report.findings()) {
      if (rule_row(finding.rule).name.starts_with("model.")) found.push_back(finding.rule);
    }
    return found;
  };
  EXPECT_EQ(told_if(Rule::model_key_missing, Severity::off), std::vector{Rule::model_documented_missing});
  EXPECT_EQ(told_if(Rule::model_key_missing, Severity::note), std::vector{Rule::model_key_missing});
  EXPECT_EQ(told_if(Rule::model_documented_missing, Severity::error), std::vector{Rule::model_key_missing});
}

TEST(CheckArchitecture, AnOptionalKeyIsNamedOnceWhereShapesNeedIt) {
  Model model = load("llama-moe");
  std::erase_if(model.keys, [](const ModelKey& key) { return key.name == "llama.attention.head_count"; });
  std::erase_if(model.keys, [](const ModelKey& key) { return key.name == "llama.attention.head_count_kv"; });
  const Lines lines = told(model);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].starts_with(
      "model.key-missing metadata: \"llama.attention.head_count\" no such key -> where it is "
      "absent it counts as 0"))
      << lines[0];
}

TEST(CheckArchitecture, CountsAreU32) {
  Model model = load("llama-moe");
  key_of(model, "llama.block_count").type = "u64";
  const Lines lines = told(model);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].ends_with(".value_type: \"llama.block_count\" u64 (10) -> u32")) << lines[0];
}

TEST(CheckArchitecture, ABlockMoreOrLessThanCounted) {
  Model model = load("llama-moe");
  key_of(model, "llama.block_count").value = "3";
  Lines lines = told(model);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0],
            "model.block-missing tensors: \"blk.2\" no tensor of this block -> \"blk.2.attn_norm.weight\" "
            "and others");
  key_of(model, "llama.block_count").value = "1";
  lines = told(model);
  EXPECT_GT(
      std::count_if(lines.begin(), lines.end(),
                    [](const std::string& line) { return line.starts_with("model.block-beyond-count"); }),
      5);
}

TEST(CheckArchitecture, BlockNumbersAreWrittenPlainly) {
  Model model = load("llama-moe");
  const std::size_t i = tensor_of(model, "blk.1.ffn_norm.weight");
  model.tensors[i].name = "blk.01.ffn_norm.weight";
  const Lines lines = told(model);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with("model.block-number tensor[" + std::to_string(i) + "].name")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("model.tensor-missing")) << lines[1];
}

TEST(CheckArchitecture, ATensorTooMany) {
  Model model = load("llama-moe");
  model.tensors.push_back({"blk.0.ffn_gate.0.weight", {256, 384}, {}});
  const Lines lines = told(model);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].starts_with("model.tensor-unexpected tensor[")) << lines[0];
}

TEST(CheckArchitecture, FusedOrSplitButNotBoth) {
  Model model = load("llama-moe");
  for (const char* name : {"blk.0.attn_k.weight", "blk.0.attn_v.weight"}) {
    model.tensors.erase(model.tensors.begin() + static_cast<std::ptrdiff_t>(tensor_of(model, name)));
  }
  std::erase_if(model.tensors,
                [](const auto& t) { return t.name.starts_with("blk.0.attn_") && t.name.ends_with("scale"); });
  test::ModelTensor& fused = model.tensors[tensor_of(model, "blk.0.attn_q.weight")];
  fused = {"blk.0.attn_qkv.weight", {256, 768}, {}};
  EXPECT_EQ(told(model), Lines{});
  model.tensors.push_back({"blk.0.attn_q.weight", {256, 256}, {}});
  EXPECT_EQ(told(model).size(), 1U);
}

TEST(CheckArchitecture, RelationsBetweenValues) {
  Model model = load("llama-moe");
  key_of(model, "llama.expert_used_count").value = "3";
  const Lines lines = told(model);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("most(Xu) <= X, where Xu = expert_used_count = 3, X = expert_count = 2"),
            std::string::npos)
      << lines[0];
}

TEST(CheckArchitecture, DivisionByZeroIsToldNotDone) {
  Model model = load("qwen3next-moe");
  model.keys.push_back({"qwen3next.full_attention_interval", "u32", "0", {}});
  std::erase_if(model.keys,
                [](const ModelKey& key) { return key.name == "qwen3next.attention.recurrent_layers"; });
  const Lines lines = told(model);
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.starts_with("model.value-unusable kv[") && line.ends_with("-> a divisor other than 0");
  })) << (lines.empty() ? "nothing" : lines[0]);
}

TEST(CheckArchitecture, AnUnknownArchitectureIsANote) {
  Model model = load("llama-moe");
  model.keys[0].value = "\"llamb\"";
  EXPECT_EQ(told(model),
            Lines{"model.architecture-unknown kv[0].value: \"llamb\" -> an architecture of llama.cpp"});
  EXPECT_TRUE(validate(test::bytes_of(model, true)).report.valid());
}

TEST(CheckArchitecture, WhatTheDocumentAloneDemands) {
  Model model = load("llama-moe");
  std::erase_if(model.keys, [](const ModelKey& key) { return key.name == "llama.rope.dimension_count"; });
  const Lines missing{
      "model.documented-key-missing metadata: \"llama.rope.dimension_count\" no such key -> "};
  EXPECT_EQ(told(model, Profile::spec), missing);
  EXPECT_EQ(told(model), missing);  // a note
  key_of(model, "llama.block_count").type = "u64";
  EXPECT_EQ(told(model, Profile::spec), missing);
  key_of(model, "llama.block_count").type = "i32";
  const Lines lines = told(model, Profile::spec);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].ends_with(".value_type: \"llama.block_count\" i32 (5) -> u64 or u32")) << lines[0];
}

TEST(CheckArchitecture, OtherProfilesJudgeTheFormatAlone) {
  Model model = load("llama-moe");
  model.tensors.erase(model.tensors.begin());
  EXPECT_EQ(told(model, Profile::spec), Lines{});
  EXPECT_EQ(told(model, Profile::ggml), Lines{});
}

TEST(CheckArchitecture, OfAFirstShardOnlyWhatItHoldsIsJudged) {
  Model model = load("llama-moe");
  model.keys.push_back({"split.no", "u32", "0", {}});
  model.keys.push_back({"split.count", "u32", "2", {}});
  model.tensors.resize(4);
  EXPECT_EQ(told(model), Lines{});
  model.tensors[0].dims = {256, 129};
  EXPECT_EQ(told(model).size(), 1U);
}

TEST(CheckArchitecture, HostileCountsCostLittle) {
  Model model = load("hrm_text-dense");
  for (const char* key : {"hrm.h_cycles", "hrm.l_cycles", "hrm.layers_per_stack"}) {
    key_of(model, std::string("hrm_text.") + key).value = "4294967295";
  }
  EXPECT_FALSE(told(model).empty());
  model = load("nanbeige-dense");
  model.keys.push_back({"nanbeige.num_loops", "u32", "4294967295", {}});
  EXPECT_FALSE(told(model).empty());
  model = load("llama-moe");
  for (const char* key : {"block_count", "embedding_length", "feed_forward_length", "attention.head_count",
                          "attention.key_length"}) {
    key_of(model, std::string("llama.") + key).value = "4294967295";
    EXPECT_FALSE(told(model).empty()) << key;
  }
}

}  // namespace
}  // namespace ggufproof
