// Models that llama.cpp publishes itself, judged by default: no error, and no warning or note without a
// reason. Each one is listed here with its reason, so that a rule that begins to complain of good files is
// seen at once.
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "spec/rules.h"
#include "validator/source.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

/// Rules and how often each is found.
using Counts = std::map<std::string, int>;

struct RealModel {
  const char* name;
  Counts findings;
  const char* why;
};

const RealModel models[] = {
    {"gemma-3-270m-q4_k_m", {{"tokenizer.unknown-count", 1}}, "<unk> is written as a control token"},
    {"ggml-vocab-aquila",
     {{"header.version-2", 1}, {"tokenizer.pre-missing", 1}, {"tokenizer.special-type", 2}},
     "written in 2023, before version 3 and before pre-tokenizers had names; all its tokens are normal ones"},
    {"ggml-vocab-baichuan", {}, ""},
    {"ggml-vocab-bert-bge", {{"key.misspelled", 1}}, "has cls_token_id, which no reader looks for any more"},
    {"ggml-vocab-command-r",
     {{"general.architecture-hyphen", 1}},
     "the architecture's name has a hyphen, which the document does not allow"},
    {"ggml-vocab-deepseek-coder", {}, ""},
    {"ggml-vocab-deepseek-llm", {}, ""},
    {"ggml-vocab-falcon", {}, ""},
    {"ggml-vocab-gemma-4", {}, ""},
    {"ggml-vocab-gpt-2", {}, ""},
    {"ggml-vocab-gpt-neox", {{"tokenizer.pre-missing", 1}}, "written before pre-tokenizers had names"},
    {"ggml-vocab-llama-bpe", {}, ""},
    {"ggml-vocab-llama-spm", {}, ""},
    {"ggml-vocab-mpt", {}, ""},
    {"ggml-vocab-nomic-bert-moe",
     {{"general.architecture-hyphen", 1}},
     "the architecture's name has hyphens, which the document does not allow"},
    {"ggml-vocab-phi-3", {{"tokenizer.unknown-count", 1}}, "53 tokens have the type of the unknown token"},
    {"ggml-vocab-qwen2", {}, ""},
    {"ggml-vocab-qwen35", {}, ""},
    {"ggml-vocab-refact", {}, ""},
    {"ggml-vocab-starcoder", {}, ""},
};

void PrintTo(const RealModel& model, std::ostream* out) { *out << model.name; }

class RealModels : public testing::TestWithParam<RealModel> {};

TEST_P(RealModels, HaveOnlyFindingsThatAreRight) {
  const fs::path path = fs::path(GGUFPROOF_FETCHED_DIR) / "models" / (std::string(GetParam().name) + ".gguf");
  if (!fs::exists(path)) {
    GTEST_SKIP() << "NOT TESTED: " << path << " is missing. Run ci/fetch, or point the CMake variable "
                 << "GGUFPROOF_FETCHED at it.";
  }
  const auto source = Source::open(path.string());
  ASSERT_TRUE(std::holds_alternative<Source>(source)) << std::get<std::string>(source);
  const Judgement judgement = validate(std::get<Source>(source).bytes(), {.data = DataDepth::values});
  EXPECT_TRUE(judgement.report.valid());
  Counts found;
  for (const Finding& finding : judgement.report.findings())
    ++found[std::string(rule_row(finding.rule).name)];
  EXPECT_EQ(found, GetParam().findings) << GetParam().why;
}

INSTANTIATE_TEST_SUITE_P(Published, RealModels, testing::ValuesIn(models), [](const auto& info) {
  std::string name(info.param.name);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace ggufproof
