// What the generators of models and shards call valid, the validator calls valid, and in its role.
#include "generators/any_model.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/any_shards.h"
#include "generators/random_choices.h"
#include "generators/rc_choices.h"
#include "generators/show_model.h"
#include "generators/write.h"
#include "validator/shard_set.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

using MakeFile = FileModel (*)(Choices&);

// The findings of a file that weigh as much as an error, or a warning where those are wanted too.
std::string faults_in(const Report& report, Severity least) {
  std::string faults;
  for (const Finding& finding : report.findings()) {
    if (finding.severity >= least) faults += finding.at + ": " + message_of(finding) + "\n";
  }
  return faults;
}

Judgement judged(Bytes bytes, const std::string& name, DataDepth data = DataDepth::values) {
  Options options;
  options.data = data;
  options.name = name;
  return validate(bytes, options);
}

Judgement judged(const FileModel& file, const std::string& name = "") {
  return judged(write(file).bytes(), name);
}

void expect_role(MakeFile make, Role role) {
  EXPECT_TRUE(rc::check([make, role] {
    const FileModel file = *rc_made([make](Choices& choices) { return make(choices); });
    const auto bytes = write(file).bytes();
    const Judgement judgement = judged(bytes, "", DataDepth::bounds);
    RC_ASSERT(faults_in(judgement.report, Severity::warning) == "");
    RC_ASSERT(faults_in(judged(bytes, "").report, Severity::error) ==
              "");  // bytes by rule are no likely weights
    RC_ASSERT(name_of(judgement.role) == name_of(role));
  }));
}

TEST(AnyModel, isInItsRoleAndWithoutAWarning) {
  expect_role(any_llama, Role::model);
  expect_role(any_vocabulary, Role::vocabulary);
  expect_role(any_adapter, Role::adapter);
  expect_role(any_projector, Role::projector);
  expect_role(any_imatrix, Role::imatrix);
  expect_role(any_control_vector, Role::control_vector);
}

RC_GTEST_PROP(AnyModel, isValidAmongPairsOfACommunity, ()) {
  const FileModel file = *rc_made([](Choices& choices) { return any_model(choices); });
  RC_ASSERT(faults_in(judged(file).report, Severity::error) == "");
}

TEST(AnyModel, reachesEveryRoleAndTokenizer) {
  std::set<std::string_view> roles;
  std::set<std::string> tokenizers;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomChoices choices(seed);
    const FileModel file = any_model(choices);
    roles.insert(name_of(judged(file).role));
    for (const ModelPair& pair : file.metadata) {
      if (pair.key == "tokenizer.ggml.model") tokenizers.insert(std::get<std::string>(pair.value));
    }
  }
  EXPECT_EQ(roles, (std::set<std::string_view>{"model", "vocabulary", "adapter", "projector", "imatrix",
                                               "control-vector"}));
  EXPECT_EQ(tokenizers, (std::set<std::string>{"none", "llama", "gpt2"}));
}

RC_GTEST_PROP(AnyShards, areOneValidModel, ()) {
  const auto shards = *rc_made([](Choices& choices) { return any_shards(choices, "toy"); });
  std::vector<std::vector<std::uint8_t>> bytes;  // of which the facts of a set are views
  std::vector<JudgedFile> files;
  for (const NamedModel& shard : shards) bytes.push_back(write(shard.file).bytes());
  for (std::size_t i = 0; i < shards.size(); ++i)
    files.push_back({"toy/" + shards[i].name, "", judged(bytes[i], shards[i].name)});
  check_shard_sets(files, [](const std::string& path) {
    return JudgedFile{path, "No such file or directory"};
  });
  for (const JudgedFile& file : files) RC_ASSERT(faults_in(file.judgement.report, Severity::error) == "");
}

// Findings about a name stand in families of their own.
bool is_about_its_name(const std::string& name) {
  RandomChoices choices(1);
  const Judgement judgement = judged(any_llama(choices), name);
  for (const Finding& finding : judgement.report.findings()) {
    const std::string_view rule = rule_row(finding.rule).name;
    if (rule.starts_with("name.") || rule.starts_with("shard.")) return true;
  }
  return false;
}

RC_GTEST_PROP(AnyName, isGoodOrBadAsItIsCalled, ()) {
  const bool good = *rc::gen::arbitrary<bool>();
  const auto name =
      *rc_made([good](Choices& choices) { return good ? any_good_name(choices) : any_bad_name(choices); });
  RC_TAG(name);
  RC_ASSERT(is_about_its_name(name) != good);
}

}  // namespace
}  // namespace ggufproof
