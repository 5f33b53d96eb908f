// Predicates whose smallest file is known: what is found is that file, whatever stood around it.
#include "generators/shrink.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/any_file.h"
#include "generators/field_mutants.h"
#include "generators/hex_bytes.h"
#include "generators/lift.h"
#include "generators/lift_wire.h"
#include "generators/random_choices.h"
#include "generators/rc_choices.h"
#include "generators/write.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

using File = std::vector<std::uint8_t>;

FileModel any_model(std::uint64_t seed) {
  RandomChoices choices(seed);
  FileModel file = any_file(choices);
  file.version = limits::current_version;
  return file;
}

Shrunk thorough(const File& file, const Interesting& interesting) {
  return shrink(file, interesting, {.most_runs = 100'000});
}

bool contains(Bytes bytes, std::string_view text) { return as_text(bytes).find(text) != std::string::npos; }

/// Whether a file has a rule's finding.
Interesting breaks(Rule rule) {
  return [rule](Bytes bytes) {
    const Judgement judgement = validate(bytes);
    const auto& findings = judgement.report.findings();
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.rule == rule; });
  };
}

RC_GTEST_PROP(Shrink, findsTheTextThatIsAllThatMatters, (std::vector<std::uint8_t> before)) {
  File file = before;
  for (const char c : std::string_view("needle")) file.push_back(static_cast<std::uint8_t>(c));
  file.insert(file.end(), before.begin(), before.end());
  const Shrunk shrunk = thorough(file, [](Bytes bytes) { return contains(bytes, "needle"); });
  RC_ASSERT(shrunk.finished);
  RC_ASSERT(as_text(shrunk.bytes) == "needle");
}

TEST(Shrink, keepsThePairThatMattersWithItsPlainestValue) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    FileModel file = any_model(seed);
    const auto at = file.metadata.begin() + static_cast<std::ptrdiff_t>(seed % (file.metadata.size() + 1));
    file.metadata.insert(at, {"the.needle", std::string("a long value that nobody needs")});
    const Shrunk shrunk = thorough(write(file).bytes(), [](Bytes bytes) {
      const auto read = lift(bytes);
      return read && std::any_of(read->metadata.begin(), read->metadata.end(),
                                 [](const ModelPair& pair) { return pair.key == "the.needle"; });
    });
    FileModel smallest;
    smallest.order = file.order;
    smallest.metadata = {{"the.needle", Scalar{ValueType::u8, 0}}};
    EXPECT_EQ(shrunk.bytes, write(smallest).bytes()) << "seed " << seed;
  }
}

TEST(Shrink, keepsOneTensorOfOneBlockOfTheTypeThatMatters) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    FileModel file = any_model(seed);
    file.tensors.push_back({"blocks", {512, 2, 3}, TensorType::q4_k, Fill{1, 1}});
    const Shrunk shrunk = thorough(write(file).bytes(), [](Bytes bytes) {
      const auto read = lift(bytes);
      return read && std::any_of(read->tensors.begin(), read->tensors.end(), [](const ModelTensor& tensor) {
               return tensor.type == TensorType::q4_k && !tensor.dimensions.empty() &&
                      shape_bytes(tensor.dimensions, tensor.type).value_or(0) > 0;
             });
    });
    const auto read = lift(shrunk.bytes);
    ASSERT_TRUE(read) << "seed " << seed;
    EXPECT_TRUE(read->metadata.empty()) << "seed " << seed;
    ASSERT_EQ(read->tensors.size(), 1U) << "seed " << seed;
    const ModelTensor& tensor = read->tensors[0];
    EXPECT_EQ(tensor.name, "");
    EXPECT_EQ(tensor.dimensions, std::vector<std::uint64_t>{256});
    EXPECT_EQ(std::get<File>(tensor.data), File(144));
  }
}

// A fault of a file that cannot be lifted: the structure around it goes all the same, and the lie stays.
TEST(Shrink, keepsALieOfABrokenFile) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    FileModel file = any_model(seed);
    file.tensors.push_back({"huge", {4, 4}, TensorType::f32, Fill{}});
    Wire wire = write(file);
    const std::string label = indexed("tensor", file.tensors.size() - 1);
    wire.set_number(label + ".dimensions[0]", std::uint64_t{1} << 62);
    const Shrunk shrunk = thorough(wire.bytes(), [](Bytes bytes) {
      return breaks(Rule::tensor_elements)(bytes) && lift_wire(bytes).find("tensor[0].offset") != nullptr;
    });
    const Wire smallest = lift_wire(shrunk.bytes);
    EXPECT_EQ(smallest.find("metadata_kv_count")->number, 0U) << "seed " << seed;
    EXPECT_EQ(smallest.find("tensor_count")->number, 1U) << "seed " << seed;
    EXPECT_LE(shrunk.bytes.size(), 24U + 8 + 4 + 16 + 4 + 8) << "seed " << seed;
  }
}

// Whatever rule a mutant breaks, the shrunk file breaks it, is no larger, and comes out the same again.
TEST(Shrink, keepsTheRuleOfAnyMutant) {
  std::uint64_t before = 0, after = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    RandomChoices choices(seed);
    const FileModel file = any_file(choices);
    const Mutant mutant = any_mutant(choices, file);
    const Judgement judgement = validate(mutant.bytes);
    if (judgement.report.valid()) continue;
    const Interesting interesting = breaks(judgement.report.findings().front().rule);
    const Shrunk shrunk = shrink(mutant.bytes, interesting);
    ASSERT_TRUE(interesting(shrunk.bytes)) << mutant.what;
    ASSERT_LE(shrunk.bytes.size(), mutant.bytes.size());
    ASSERT_EQ(shrink(mutant.bytes, interesting).bytes, shrunk.bytes) << mutant.what;
    before += mutant.bytes.size();
    after += shrunk.bytes.size();
  }
  EXPECT_LT(after * 10, before);
}

TEST(Shrink, asksNoMoreOftenThanItMay) {
  std::uint64_t asked = 0;
  const File file = write(any_model(1)).bytes();
  const Interesting always = [&](Bytes) { return ++asked > 0; };
  const Shrunk shrunk = shrink(file, always, {.most_runs = 7});
  EXPECT_EQ(asked, shrunk.runs);
  EXPECT_LE(asked, 7U);
}

TEST(Shrink, givesBackWhatIsNotInteresting) {
  const File file = hex_bytes("'GGUF'");
  const Shrunk shrunk = shrink(file, [](Bytes) { return false; });
  EXPECT_EQ(shrunk.bytes, file);
  EXPECT_EQ(shrunk.runs, 1U);
  EXPECT_FALSE(shrunk.finished);
}

TEST(Shrink, stopsWhenItIsTold) {
  std::uint64_t asked = 0;
  const Interesting always = [&](Bytes) { return ++asked > 0; };
  shrink(write(any_model(1)).bytes(), always, {.stop = [&] { return asked >= 3; }});
  EXPECT_EQ(asked, 3U);
}

}  // namespace
}  // namespace ggufproof
