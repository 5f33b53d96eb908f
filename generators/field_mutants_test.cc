// Mutants change what they say they change, reach every kind, and know the values that wrap.
#include "generators/field_mutants.h"

#include <algorithm>
#include <array>
#include <set>

#include <gtest/gtest.h>

#include "generators/any_file.h"
#include "generators/boundary_values.h"
#include "generators/model_mutants.h"
#include "generators/random_choices.h"
#include "generators/show_model.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

// One number, one array, two tensors.
FileModel sample() {
  FileModel file;
  file.metadata = {{"general.alignment", Scalar{ValueType::u32, 64}},
                   {"toy.list", ModelArray{ValueType::u16, std::vector<std::uint64_t>{1, 2, 3}}}};
  file.tensors = {{"a", {256, std::uint64_t{3}}, TensorType::q4_k, Fill{1, 1}},
                  {"b", {5}, TensorType::f32, Fill{2, 1}}};
  return file;
}

std::set<std::uint64_t> values_for(const Wire& wire, std::string_view label) {
  const std::uint64_t size = wire.bytes().size();
  for (std::size_t i = 0; i < wire.fields().size(); ++i) {
    if (wire.fields()[i].label != label) continue;
    const auto values = boundary_values(wire, i, size);
    return {values.begin(), values.end()};
  }
  return {};
}

void expect_all(const std::set<std::uint64_t>& values, const std::vector<std::uint64_t>& wanted) {
  for (const std::uint64_t value : wanted) EXPECT_TRUE(values.contains(value)) << value;
}

constexpr std::uint64_t two(unsigned power) { return std::uint64_t{1} << power; }

TEST(BoundaryValues, ofACountAreAroundZeroTheRestOfTheFileAndPowersOfTwo) {
  const Wire wire = write(sample());
  const std::uint64_t remaining = wire.bytes().size() - wire.range("kv[1].value.count")->end;
  const auto values = values_for(wire, "kv[1].value.count");
  expect_all(values, {0, 1, 2, 4, 6, remaining - 1, remaining, remaining + 1, remaining / 2 + 1, two(31) - 1,
                      two(31), two(32) - 1, two(32), two(61), two(62), two(63), ~std::uint64_t{0}});
  EXPECT_FALSE(values.contains(3)) << "the value that is there already";
}

TEST(BoundaryValues, fitTheWidthOfTheirField) {
  for (const std::uint64_t value : values_for(write(sample()), "kv[1].value[0]")) EXPECT_LE(value, 0xffffU);
  FileModel file = sample();
  file.version = 1;
  for (const std::uint64_t value : values_for(write(file), "tensor_count")) EXPECT_LE(value, 0xffffffffU);
}

TEST(BoundaryValues, ofDimensionsMakeProductsWrap) {
  FileModel file = sample();
  file.tensors[0].dimensions = {256, two(32)};
  file.tensors[0].data = std::vector<std::uint8_t>{};
  const auto first = values_for(write(file), "tensor[0].dimensions[0]");
  // 2^31 rows of 2^32 elements are 2^63 elements; 2^32 of them are 0 to whoever lets the product wrap.
  expect_all(first, {two(31), two(31) - 256, two(31) + 256, two(32), two(32) + 256});
  // Rows of b blocks take 144 b bytes: at 2^32 rows, b = 2^32 / 144 rounded up is the first to pass 2^64.
  expect_all(first, {(two(32) / 144 + 1) * 256, two(32) / 144 * 256});
  const auto second = values_for(write(file), "tensor[0].dimensions[1]");
  expect_all(second, {two(55), two(56), ~std::uint64_t{0} / 144, ~std::uint64_t{0} / 144 + 1});
}

TEST(BoundaryValues, ofOffsetsWrapWhenSizeOrAlignmentIsAdded) {
  const auto values = values_for(write(sample()), "tensor[1].offset");
  // It stands at 3 * 144 = 432, padded to 448; 20 bytes long; alignment 64.
  expect_all(values,
             {0, 448 - 64, 448 + 64, 448 + 32, 448 + 20, 0 - std::uint64_t{20}, 0 - std::uint64_t{64}});
}

TEST(BoundaryValues, areNoneForBytes) {
  EXPECT_TRUE(values_for(write(sample()), "magic").empty());
  EXPECT_TRUE(values_for(write(sample()), "tensor[0].data").empty());
}

TEST(NumberNeighbours, changeNothingButTheirField) {
  const Wire wire = write(sample());
  const auto original = wire.bytes();
  const auto mutants = number_neighbours(wire);
  EXPECT_GT(mutants.size(), 500U);
  for (const Mutant& mutant : mutants) {
    ASSERT_EQ(mutant.bytes.size(), original.size()) << mutant.what;
    const auto range = wire.range(mutant.what.substr(0, mutant.what.find(':')));
    ASSERT_TRUE(range) << mutant.what;
    std::uint64_t changed = 0;
    for (std::uint64_t i = 0; i < original.size(); ++i) {
      if (original[i] == mutant.bytes[i]) continue;
      ++changed;
      ASSERT_TRUE(range->begin <= i && i < range->end) << mutant.what << " at " << i;
    }
    ASSERT_GT(changed, 0U) << mutant.what;
  }
}

TEST(FieldMutants, dependOnTheChoicesAlone) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomChoices a(seed);
    RandomChoices b(seed);
    const Mutant first = any_mutant(a, sample());
    const Mutant second = any_mutant(b, sample());
    EXPECT_EQ(first.bytes, second.bytes);
    EXPECT_EQ(first.what, second.what);
  }
}

TEST(FieldMutants, reachEveryKindAndAlmostAlwaysChangeTheFile) {
  const std::vector<std::string> words{"becomes",
                                       "swapped",
                                       "the text of",
                                       "a bad text",
                                       "flipped",
                                       "byte order",
                                       "not zero",
                                       "inserted",
                                       "removed",
                                       "cut to",
                                       "appended",
                                       "general.alignment: 64",
                                       "tensor_count",
                                       "metadata_kv_count",
                                       "kv[1].key.length",
                                       "kv[1].value.count",
                                       "kv[1].value.element_type",
                                       "kv[0].value_type",
                                       "tensor[0].type",
                                       "tensor[1].offset",
                                       "tensor[0].dimensions[1]",
                                       "tensor[0].n_dimensions",
                                       "tensor[1].name.length",
                                       "version"};
  std::set<std::string> unseen(words.begin(), words.end());
  unseen.erase("general.alignment: 64");
  const Wire wire = write(sample());
  const auto original = wire.bytes();
  int unchanged = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    RandomChoices choices(seed);
    const Mutant mutant = mutate_wire(choices, wire);
    ASSERT_FALSE(mutant.what.empty());
    unchanged += mutant.bytes == original ? 1 : 0;
    for (const std::string& word : words) {
      if (mutant.what.find(word) != std::string::npos) unseen.erase(word);
    }
  }
  EXPECT_TRUE(unseen.empty()) << *unseen.begin();
  EXPECT_LT(unchanged, 250);
}

// A record that nobody but its walk has heard of, with a member of each kind that is a number.
struct NewRecord {
  std::uint32_t flags = 7;
  Text note{"text"};
  Count rows{3};
  std::uint64_t seed = 9;
  static constexpr std::array<std::string_view, 4> names{"flags", "note", "rows", "seed"};
};

TEST(FieldMutants, reachANewMemberOfARecordThatIsListedNowhere) {
  Wire wire(ByteOrder::little, limits::current_version);
  wire.append_record("new", NewRecord{});
  std::set<std::string> neighbours, mutants;
  const auto note = [](std::set<std::string>& seen, const std::string& what) {
    seen.insert(what.substr(0, what.find(':')));
  };
  for (const Mutant& mutant : number_neighbours(wire)) note(neighbours, mutant.what);
  EXPECT_EQ(neighbours, (std::set<std::string>{"new.flags", "new.note.length", "new.rows", "new.seed"}));
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomChoices choices(seed);
    note(mutants, mutate_wire(choices, wire).what);
  }
  for (const std::string& label : neighbours) EXPECT_TRUE(mutants.contains(label)) << label;
}

TEST(FieldMutants, swapOffsets) {
  const Wire wire = write(sample());
  for (std::uint64_t seed = 0;; ++seed) {
    RandomChoices choices(seed);
    const Mutant mutant = mutate_wire(choices, wire);
    if (mutant.what != "tensor[0].offset and tensor[1].offset swapped") continue;
    EXPECT_EQ(mutant.bytes[wire.range("tensor[1].offset")->begin], 0);
    EXPECT_EQ(mutant.bytes[wire.range("tensor[0].offset")->begin], 448 % 256);
    EXPECT_EQ(mutant.bytes[wire.range("tensor[0].offset")->begin + 1], 448 / 256);
    return;
  }
}

TEST(ModelMutants, reachEveryKindAndStayWellLaidOut) {
  std::set<std::string> unseen{"general.alignment is 0",
                               "general.alignment is 24",
                               "general.alignment is 4",
                               "general.alignment is not a u32",
                               "a key like general.alignment",
                               "key is bad",
                               "the key of",
                               "value is bad",
                               "holds arrays",
                               "name is odd",
                               "the name of",
                               "5 dimensions",
                               "a dimension of 0 beside",
                               "not for storage",
                               "written as version 1",
                               "other byte order",
                               "another size"};
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    RandomChoices choices(seed);
    FileModel file = sample();
    const std::string what = mutate_model(choices, file);
    ASSERT_NE(file, sample()) << what;
    const Wire wire = write(file);
    ASSERT_EQ(wire.find("tensor_count")->number, file.tensors.size());
    ASSERT_EQ(wire.bytes().size() % (file.tensors.empty() ? 1 : alignment_of(file)), 0U) << what;
    std::erase_if(unseen, [&](const std::string& word) { return what.find(word) != std::string::npos; });
  }
  EXPECT_TRUE(unseen.empty()) << *unseen.begin();
}

TEST(FieldMutants, ofAFileWithoutPairsOrTensorsExistToo) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomChoices choices(seed);
    EXPECT_FALSE(any_mutant(choices, FileModel{}).what.empty());
  }
}

TEST(FieldMutants, ofAFileWithoutAByteHaveSome) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomChoices choices(seed);
    EXPECT_FALSE(mutate_wire(choices, Wire(ByteOrder::little, 3)).bytes.empty());
  }
}

// Found by fuzz_validate: the alignment was sought two fields behind the text, beyond the end of the file.
TEST(FieldMutants, doNotTakeAnyTextForTheKeyOfTheAlignment) {
  Wire wire(ByteOrder::little, 3);
  wire.append("kv[0].value", Text{"general.alignment"});
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomChoices choices(seed);
    EXPECT_FALSE(mutate_wire(choices, wire).what.empty());
  }
}

}  // namespace
}  // namespace ggufproof
