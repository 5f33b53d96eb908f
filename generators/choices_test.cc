// What every driver of Choices promises, and that RapidCheck's counterexamples get small, for which lists
// exist.
#include "generators/choices.h"

#include <algorithm>
#include <limits>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/any_file.h"
#include "generators/byte_choices.h"
#include "generators/random_choices.h"
#include "generators/rc_choices.h"
#include "generators/show_model.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

TEST(ByteChoices, zerosFollowTheLastByte) {
  const std::vector<std::uint8_t> bytes{5};
  ByteChoices choices(bytes);
  EXPECT_EQ(choices.up_to(255), 5U);
  EXPECT_EQ(choices.up_to(255), 0U);
  EXPECT_EQ(choices.up_to(most), 0U);
  EXPECT_FALSE(choices.one_in(2));
  EXPECT_TRUE(choices.bytes(100).empty());
}

TEST(ByteChoices, takeAsManyBytesAsTheRangeNeeds) {
  const std::vector<std::uint8_t> bytes{1, 2, 3, 4};
  ByteChoices choices(bytes);
  EXPECT_EQ(choices.up_to(0), 0U);
  EXPECT_EQ(choices.up_to(9), 1U);
  EXPECT_EQ(choices.up_to(0x100), 0x0203U % 0x101);
  EXPECT_EQ(choices.up_to(0xff), 4U);
}

TEST(ByteChoices, aListGoesOnWhileItsBytesSaySo) {
  const std::vector<std::uint8_t> bytes{1, 10, 2, 20, 8, 30};
  ByteChoices choices(bytes);
  EXPECT_EQ(choices.bytes(100), (std::vector<std::uint8_t>{10, 20}));
  EXPECT_EQ(choices.up_to(255), 30U);
}

TEST(RandomChoices, dependOnTheSeedAlone) {
  RandomChoices a(1);
  RandomChoices b(1);
  RandomChoices c(2);
  const auto draw = [](Choices& choices) {
    return choices.list(50, [](Choices& inner) { return inner.up_to(most); });
  };
  const auto first = draw(a);
  EXPECT_EQ(first, draw(b));
  EXPECT_NE(first, draw(c));
  EXPECT_NE(first, draw(a));
}

TEST(Choices, numbersReachBothEndsAndPowersOfTwo) {
  RandomChoices choices(7);
  std::map<std::uint64_t, int> seen;
  for (int i = 0; i < 100000; ++i) ++seen[choices.number(3, most)];
  EXPECT_EQ(seen.begin()->first, 3U);
  for (const std::uint64_t boundary : {std::uint64_t{3}, std::uint64_t{1} << 31, (std::uint64_t{1} << 63) - 1,
                                       (std::uint64_t{1} << 32) + 1, most}) {
    EXPECT_GT(seen[boundary], 0) << boundary;
  }
}

RC_GTEST_PROP(Choices, numbersStayInTheirRange, (std::uint64_t a, std::uint64_t b, std::uint64_t seed)) {
  RandomChoices choices(seed);
  const auto [lo, hi] = std::minmax(a, b);
  for (int i = 0; i < 50; ++i) {
    const std::uint64_t number = choices.number(lo, hi);
    RC_ASSERT(lo <= number && number <= hi);
  }
}

// Generates files until one `fails`, and shrinks it as RapidCheck does: on to the first shrink that fails, to
// the end.
template <class Fails>
FileModel counterexample(Fails fails) {
  const auto files = rc_made([](Choices& choices) { return any_file(choices); });
  rc::Random random(42);
  for (;;) {
    auto file = files(random.split(), rc::kNominalSize);
    if (!fails(file.value())) continue;
    for (bool shrunk = true; shrunk;) {
      shrunk = false;
      auto shrinks = file.shrinks();
      while (auto next = shrinks.next()) {
        if (!fails(next->value())) continue;
        file = *next;
        shrunk = true;
        break;
      }
    }
    return file.value();
  }
}

TEST(RcChoicesShrink, toOnePairWhereOneValueMatters) {
  const FileModel file = counterexample([](const FileModel& f) {
    return std::any_of(f.metadata.begin(), f.metadata.end(),
                       [](const ModelPair& pair) { return std::holds_alternative<ModelArray>(pair.value); });
  });
  EXPECT_EQ(file.metadata.size(), 2U) << file;  // general.architecture is always there
  EXPECT_TRUE(file.tensors.empty()) << file;
  EXPECT_EQ(std::get<ModelArray>(file.metadata[1].value).elements,
            ModelElements(std::vector<std::uint64_t>{}))
      << file;
}

TEST(RcChoicesShrink, toOneCharacterWhereOneMatters) {
  const FileModel file = counterexample([](const FileModel& f) {
    return std::any_of(f.metadata.begin(), f.metadata.end(),
                       [](const ModelPair& pair) { return pair.key.find('x') != std::string::npos; });
  });
  EXPECT_EQ(file.metadata.size(), 2U) << file;
  EXPECT_LE(file.metadata.back().key.size(), std::string("toy.ax").size()) << file;
  EXPECT_TRUE(file.tensors.empty()) << file;
}

TEST(RcChoicesShrink, toTwoTensorsWhereTwoMatter) {
  const FileModel file = counterexample([](const FileModel& f) { return f.tensors.size() >= 2; });
  EXPECT_EQ(file.tensors.size(), 2U) << file;
  EXPECT_EQ(file.metadata.size(), 1U) << file;
  for (const ModelTensor& tensor : file.tensors) {
    EXPECT_LE(tensor.name.size(), 2U) << file;
    EXPECT_EQ(tensor.dimensions, std::vector<std::uint64_t>{1}) << file;
    EXPECT_EQ(tensor.type, TensorType::f32) << file;
  }
}

}  // namespace
}  // namespace ggufproof
