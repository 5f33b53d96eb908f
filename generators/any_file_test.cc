// That any_file reaches every kind of file that it promises, and promises no more than it keeps.
#include "generators/any_file.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "generators/byte_choices.h"
#include "generators/random_choices.h"
#include "generators/show_model.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

FileModel file_of(std::uint64_t seed, const FileOptions& options = {}) {
  RandomChoices choices(seed);
  return any_file(choices, options);
}

FileOptions all_options() {
  FileOptions options;
  options.version_1 = options.big_endian = options.nested_arrays = true;
  return options;
}

constexpr std::uint64_t seeds = 3000;

// What was seen of value types, scalars as "u8" and arrays as "[u8]", with "[]" after those that were empty.
void note_value(const ModelValue& value, std::set<std::string>& seen) {
  if (const auto* number = std::get_if<Scalar>(&value)) {
    seen.insert(std::string(value_type_row(static_cast<std::uint32_t>(number->type))->name));
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    seen.insert(text->empty() ? "string empty" : "string");
  } else {
    const auto& array = std::get<ModelArray>(value);
    const bool empty = std::visit([](const auto& elements) { return elements.empty(); }, array.elements);
    seen.insert("[" + std::string(value_type_row(static_cast<std::uint32_t>(array.element_type))->name) +
                (empty ? "] empty" : "]"));
  }
}

TEST(AnyFile, reachesEveryValueTypeAlsoInFullAndEmptyArrays) {
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    for (const ModelPair& pair : file_of(seed, all_options()).metadata) note_value(pair.value, seen);
  }
  EXPECT_TRUE(seen.contains("string empty"));
  for (const ValueTypeRow& row : value_types) {
    const std::string name(row.name);
    EXPECT_TRUE(row.type == ValueType::array || seen.contains(name)) << name;
    EXPECT_TRUE(seen.contains("[" + name + "]")) << name;
    EXPECT_TRUE(seen.contains("[" + name + "] empty")) << name;
  }
}

TEST(AnyFile, reachesEveryLiveTensorTypeRankAndEmptyDimensions) {
  std::set<TensorType> types;
  std::set<std::size_t> ranks;
  std::set<std::size_t> counts;
  std::set<std::size_t> name_lengths;
  bool empty = false;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const FileModel file = file_of(seed);
    counts.insert(file.tensors.size());
    for (const ModelTensor& tensor : file.tensors) {
      types.insert(tensor.type);
      ranks.insert(tensor.dimensions.size());
      name_lengths.insert(tensor.name.size());
      empty = empty || std::count(tensor.dimensions.begin(), tensor.dimensions.end(), 0) > 0;
    }
  }
  for (const TensorTypeRow& row : tensor_types) {
    EXPECT_EQ(types.contains(row.type), row.status == TensorTypeStatus::live) << row.name;
  }
  EXPECT_EQ(ranks, (std::set<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(counts, (std::set<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(name_lengths.contains(1) && name_lengths.contains(63));
  EXPECT_EQ(*name_lengths.rbegin(), 63U);
  EXPECT_TRUE(empty);
}

TEST(AnyFile, reachesEveryAlignmentVersionAndByteOrder) {
  std::set<std::uint64_t> alignments;
  std::set<std::pair<std::uint32_t, bool>> headers;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const FileModel file = file_of(seed, all_options());
    alignments.insert(alignment_of(file));
    headers.insert({file.version, file.order == ByteOrder::big});
  }
  EXPECT_EQ(alignments, (std::set<std::uint64_t>{8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096}));
  EXPECT_EQ(headers,
            (std::set<std::pair<std::uint32_t, bool>>{{1, false}, {2, false}, {3, false}, {3, true}}));
}

TEST(AnyFile, reachesTextOfOneToFourBytesACharacter) {
  std::set<int> lengths;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomChoices choices(seed);
    for (const char c : any_text(choices, 20)) {
      const auto byte = static_cast<unsigned char>(c);
      lengths.insert(byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);
    }
  }
  EXPECT_EQ(lengths, (std::set<int>{0, 1, 2, 3, 4}));  // 0: the bytes that follow the first of a character
}

TEST(AnyFile, staysInsideTheReferenceReadersDialectByDefault) {
  std::set<std::uint32_t> versions;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const FileModel file = file_of(seed);
    EXPECT_EQ(file.order, ByteOrder::little);
    versions.insert(file.version);
    for (const ModelPair& pair : file.metadata) {
      const auto* array = std::get_if<ModelArray>(&pair.value);
      EXPECT_TRUE(array == nullptr || array->element_type != ValueType::array) << file;
    }
  }
  EXPECT_EQ(versions, (std::set<std::uint32_t>{2, 3}));
}

TEST(AnyFile, keysAndNamesAreUniqueAndTheArchitectureIsThere) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const FileModel file = file_of(seed);
    std::set<std::string> keys;
    std::set<std::string> names;
    for (const ModelPair& pair : file.metadata) {
      EXPECT_TRUE(keys.insert(pair.key).second) << file;
      EXPECT_EQ(pair.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_."), std::string::npos)
          << file;
    }
    for (const ModelTensor& tensor : file.tensors) {
      EXPECT_TRUE(names.insert(tensor.name).second) << file;
      EXPECT_TRUE(shape_bytes(tensor.dimensions, tensor.type).has_value()) << file;
    }
    EXPECT_TRUE(keys.contains("general.architecture")) << file;
  }
}

TEST(AnyFile, filesAreSmall) {
  std::vector<std::size_t> sizes;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) sizes.push_back(write(file_of(seed)).bytes().size());
  std::sort(sizes.begin(), sizes.end());
  EXPECT_LT(sizes[sizes.size() / 2], 2048U);
  EXPECT_LT(sizes.back(), 65536U);
}

TEST(AnyFile, isTheSameForTheSameChoices) {
  std::set<std::vector<std::uint8_t>> different;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(file_of(seed), file_of(seed));
    different.insert(write(file_of(seed)).bytes());
  }
  EXPECT_GT(different.size(), 95U);
}

TEST(AnyFile, ofNoFuzzBytesIsThePlainestFile) {
  ByteChoices choices({});
  FileModel plainest;
  plainest.metadata = {{"general.architecture", std::string("toy")}};
  EXPECT_EQ(any_file(choices), plainest) << any_file(choices);
}

TEST(AnyFile, ofFuzzBytesReachesTensorsAndPairs) {
  RandomChoices random(11);
  std::set<std::size_t> tensors;
  std::set<std::size_t> pairs;
  for (int i = 0; i < 300; ++i) {
    const std::vector<std::uint8_t> bytes = random.bytes(600);
    ByteChoices choices(bytes);
    const FileModel file = any_file(choices);
    tensors.insert(file.tensors.size());
    pairs.insert(file.metadata.size());
  }
  EXPECT_TRUE(tensors.contains(0) && tensors.contains(4));
  EXPECT_TRUE(pairs.contains(1) && *pairs.rbegin() > 6);
}

}  // namespace
}  // namespace ggufproof
