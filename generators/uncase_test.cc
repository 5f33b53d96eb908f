// Uncasing and assembling again gives the same bytes: for valid files, for mutants of them, for files cut
// anywhere and for bytes that are no file at all. And the text is one that a person would have written.
#include "generators/uncase.h"

#include <random>

#include <gtest/gtest.h>

#include "generators/any_file.h"
#include "generators/case_text.h"
#include "generators/field_mutants.h"
#include "generators/random_choices.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t seeds = 2000;

std::vector<std::uint8_t> assembled(const std::string& text) {
  const auto read = parse_case(text);
  if (const auto* error = std::get_if<CaseError>(&read)) {
    ADD_FAILURE() << message_of(*error) << '\n' << text.substr(0, 2000);
    return {};
  }
  return std::get<Case>(read).file.bytes();
}

bool comes_back(const std::vector<std::uint8_t>& bytes) {
  const std::string text = uncase(bytes, {.whole = 1 << 20}).text;
  const bool same = assembled(text) == bytes;
  EXPECT_TRUE(same) << text.substr(0, 4000);
  return same;
}

FileModel file_of(std::uint64_t seed) {
  RandomChoices choices(seed);
  FileOptions options;
  options.version_1 = options.big_endian = options.nested_arrays = true;
  return any_file(choices, options);
}

TEST(Uncase, ValidFilesComeBack) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    ASSERT_TRUE(comes_back(write(file_of(seed)).bytes())) << "seed " << seed;
}

TEST(Uncase, MutantsComeBack) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    RandomChoices choices(seed);
    const Mutant mutant = any_mutant(choices, file_of(seed));
    ASSERT_TRUE(comes_back(mutant.bytes)) << "seed " << seed << ": " << mutant.what;
  }
}

TEST(Uncase, CutFilesComeBack) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto bytes = write(file_of(seed)).bytes();
    while (!bytes.empty()) {
      bytes.pop_back();
      ASSERT_TRUE(comes_back(bytes)) << "seed " << seed << ", " << bytes.size() << " bytes";
    }
  }
}

TEST(Uncase, RandomBytesComeBack) {
  std::mt19937_64 random(1);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    std::vector<std::uint8_t> bytes(random() % 400);
    // Mostly zeros, after a plausible header half of the time: then lengths fit now and then.
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 4 == 0 ? random() % 16 : 0);
    const std::vector<std::uint8_t> header{'G', 'G', 'U', 'F', 3, 0, 0, 0, 1, 0, 0, 0,
                                           0,   0,   0,   0,   2, 0, 0, 0, 0, 0, 0, 0};
    if (seed % 2 == 0) bytes.insert(bytes.begin(), header.begin(), header.end());
    ASSERT_TRUE(comes_back(bytes)) << "seed " << seed;
  }
}

TEST(Uncase, DeepArraysComeBackAsBytes) {
  std::string text =
      "magic \"GGUF\" version u32 3 tensor_count u64 0 metadata_kv_count u64 1 kv \"a\" array ";
  for (int i = 0; i < 40; ++i) text += "array [ ";
  text += "u8 [7]";
  for (int i = 0; i < 40; ++i) text += " ]";
  const auto bytes = assembled(text);
  EXPECT_TRUE(comes_back(bytes));
  EXPECT_EQ(uncase(bytes).text.find("kv "), std::string::npos);
}

// What a person would write for the same file, but for the layout of lines.
TEST(Uncase, NamesWhatItCan) {
  const std::string text = R"(magic "GGUF"  version u32 3  tensor_count u64 3  metadata_kv_count u64 4
kv "general.architecture" string "\xc4\xa0x\"\\\n"
kv "general.alignment" u32 8
kv "k.list" array array [ u8 [ 1 2 ] string [ "a" "" ] f32 [ 0.5 nan ] ]
kv "k.many" array bool [ repeat 9 { true } false ]
tensor "a" dims 4 2  type f32  offset 8
tensor "b" dims 1  type i8  offset 0
tensor "c" dims 3  type i8  offset 40
pad 8
data "b" 1 fill 7
pad 8
data "a" 32
data "c" hex 01 02 03
pad hex 00 00 00 00 01
hex 09
sparse 64
)";
  std::string expected = text;
  expected.replace(expected.find("nan"), 3, "0x7fc00000");
  EXPECT_EQ(uncase(assembled(text)).text, expected);
}

TEST(Uncase, LongDataAreElidedAndCanBePutBack) {
  const std::string text = R"(magic "GGUF" version u32 3 tensor_count u64 1 metadata_kv_count u64 0
tensor "a" dims 64 type i8 offset 0
pad 32 data u8 [repeat 32 { 1 2 }] hex 01 02 03)";
  const auto bytes = assembled(text);
  const Uncased uncased = uncase(bytes, {.whole = 63});
  const std::string& short_text = uncased.text;
  EXPECT_EQ(uncased.elided_stretches, 1U);
  EXPECT_EQ(uncased.elided_bytes, 64U);
  EXPECT_EQ(uncased.longest, 64U);
  EXPECT_EQ(uncase(bytes, {.whole = 64}).elided_bytes, 0U);
  // The digest is sha256sum's of 32 times 01 02.
  EXPECT_NE(short_text.find(
                "data elided 64 sha256 22c0ab099e96503beeab66e9a44e82f6bf559d64ac2493c71f4dda6c672d2df2\n"),
            std::string::npos)
      << short_text;
  auto read = std::get<Case>(parse_case(short_text));
  EXPECT_EQ(read.file.size(), bytes.size());
  EXPECT_NE(read.file.bytes(), bytes);
  EXPECT_TRUE(read.file.restore_elided(bytes));
  EXPECT_EQ(read.file.bytes(), bytes);

  auto other = bytes;
  other[other.size() - 4] = 9;
  EXPECT_FALSE(std::get<Case>(parse_case(short_text)).file.restore_elided(other));
}

}  // namespace
}  // namespace ggufproof
