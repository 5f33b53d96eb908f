// The table against llama.cpp itself: 68 models that it loads, with each key and tensor that was left out
// once, alone, while llama.cpp's answer was written down. And every shape of theirs, turned or changed.
#include <algorithm>
#include <iostream>
#include <sstream>

#include <gtest/gtest.h>

#include "validator/architecture_model_test.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

using test::Model;
using test::Without;

const std::vector<Model>& models() {
  static const std::vector<Model> read = test::read_models(GGUFPROOF_MODELS);
  return read;
}

Judgement judge(const Model& model, bool data = false) {
  return validate(test::bytes_of(model, data), {.data = data ? DataDepth::bounds : DataDepth::none});
}

std::string errors_of(const Judgement& judgement) {
  std::string out;
  for (const Finding& finding : judgement.report.findings()) {
    if (finding.severity != Severity::error) continue;
    out += "\n  " + std::string(rule_row(finding.rule).name) + " " + finding.at + ": " + message_of(finding);
  }
  return out;
}

TEST(ArchitectureModels, ThereAreModels) { EXPECT_EQ(models().size(), 68U); }

TEST(ArchitectureModels, WhatLlamaCppLoadsHasNoError) {
  for (const Model& model : models()) {
    EXPECT_EQ(errors_of(judge(model, true)), "") << model.name;
  }
}

/// How many items llama.cpp refused or loaded without, and how many of those the checker judged otherwise.
struct Score {
  int refused = 0, missed = 0, loaded = 0, false_alarms = 0;

  void count(Without truth, const Judgement& judgement, const std::string& what) {
    if (truth == Without::untried) return;
    const bool error = !judgement.report.valid();
    (truth == Without::refused ? refused : loaded) += 1;
    if (error == (truth == Without::refused)) return;
    (truth == Without::refused ? missed : false_alarms) += 1;
    std::cout << (error ? "false alarm: " : "missed: ") << what << errors_of(judgement) << '\n';
  }
};

TEST(ArchitectureModels, WhatLlamaCppNeedsIsDemandedAndNothingElse) {
  // Keys of general. and tokenizer. are no architecture's matter; they count once the rules about them are
  // there.
  const bool judges_standard_keys = find_rule("tokenizer.tokens-missing") != nullptr;
  Score keys, tensors, others;
  for (const Model& model : models()) {
    for (std::size_t i = 0; i < model.keys.size(); ++i) {
      const std::string& name = model.keys[i].name;
      const bool standard = name.starts_with("general.") || name.starts_with("tokenizer.");
      if (standard && !judges_standard_keys) continue;
      Model without = model;
      without.keys.erase(without.keys.begin() + static_cast<std::ptrdiff_t>(i));
      (standard ? others : keys)
          .count(model.keys[i].without, judge(without), model.name + " without " + name);
    }
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
      Model without = model;
      without.tensors.erase(without.tensors.begin() + static_cast<std::ptrdiff_t>(i));
      tensors.count(model.tensors[i].without, judge(without),
                    model.name + " without " + model.tensors[i].name);
    }
  }
  std::vector<std::pair<const char*, Score>> scores{{"keys of architectures", keys}, {"tensors", tensors}};
  if (judges_standard_keys) scores.emplace_back("keys of general. and tokenizer.", others);
  for (const auto& [what, score] : scores) {
    std::cout << what << ": " << score.refused << " needed, " << score.missed << " of them not demanded; "
              << score.loaded << " not needed, " << score.false_alarms << " of them demanded\n";
    EXPECT_GE(score.refused, 200);
    EXPECT_LE(score.missed * 100, score.refused);
    EXPECT_LE(score.false_alarms * 100, score.loaded);
  }
}

std::string shown(const std::vector<std::uint64_t>& dims) {
  std::string out;
  for (const std::uint64_t dim : dims) out += (out.empty() ? "[" : ", ") + std::to_string(dim);
  return out + "]";
}

/// The numbers of a wanted shape, "[E, 1] = [256, 1], where ...", without ones at the end.
std::vector<std::uint64_t> wanted_dims(const std::string& want) {
  std::vector<std::uint64_t> dims;
  std::istringstream numbers(want.substr(want.find("] = [") + 5));
  for (std::uint64_t dim = 0; numbers >> dim; numbers.ignore()) {
    dims.push_back(dim);
    if (numbers.peek() == ']') break;
  }
  while (dims.size() > 1 && dims.back() == 1) dims.pop_back();
  return dims;
}

/// Whether some error about the tensor's shape names the right one.
bool names_shape(const Judgement& judgement, std::size_t tensor, const std::vector<std::uint64_t>& right) {
  const auto& findings = judgement.report.findings();
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
    return f.rule == Rule::model_tensor_shape &&
           f.at == "tensor[" + std::to_string(tensor) + "].dimensions" && wanted_dims(f.want) == right;
  });
}

// Tensors whose own size decides what kind of model it is, or whose shape counts for nothing: llama.cpp asks
// for two widths of laguna's gate, for enough rows of qwen4exp's table, and only for the number of elements
// of a few others.
bool is_free(const Model& model, const std::string& tensor) {
  if (model.name == "laguna-moe") return tensor.ends_with("attn_gate.weight");
  if (model.name == "deepseek4-moe") return tensor.ends_with("attn_output_a.weight");
  return model.name == "qwen4exp-moe" &&
         (tensor == "per_layer_token_embd.weight" || tensor.find("norm") != tensor.npos);
}

TEST(ArchitectureModels, TurnedAndChangedShapesAreToldFromTheRightOnes) {
  int turned = 0, changed = 0, unnoticed = 0;
  for (const Model& model : models()) {
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
      const auto& right = model.tensors[i].dims;
      if (is_free(model, model.tensors[i].name)) continue;
      const auto expect = [&](const Model& wrong, int& count) {
        ++count;
        if (names_shape(judge(wrong), i, right)) return;
        ++unnoticed;
        std::cout << "not noticed: " << model.name << ' ' << model.tensors[i].name << ' '
                  << shown(wrong.tensors[i].dims) << " for " << shown(right) << '\n';
      };
      for (std::size_t d = 0; d < right.size(); ++d) {
        Model wrong = model;
        wrong.tensors[i].dims[d] += 1;
        expect(wrong, changed);
        if (d == 0 || right[d] == right[0]) continue;
        wrong = model;
        std::swap(wrong.tensors[i].dims[0], wrong.tensors[i].dims[d]);
        expect(wrong, turned);
      }
    }
  }
  std::cout << turned << " turned and " << changed << " changed shapes, " << unnoticed << " not noticed\n";
  EXPECT_GT(turned, 900);
  EXPECT_EQ(unnoticed, 0);
}

}  // namespace
}  // namespace ggufproof
