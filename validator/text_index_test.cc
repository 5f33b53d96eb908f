// The table against std::map, narrow and wide, as full as it may get.
#include "validator/text_index.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

/// Texts with many repetitions: of n texts about two thirds stood before.
std::vector<std::string> texts(std::uint64_t n) {
  std::vector<std::string> out;
  for (std::uint64_t i = 0; i < n; ++i) out.push_back("key." + std::to_string(i * i % (n / 3 + 1)));
  return out;
}

void expect_like_map(const std::vector<std::string>& all, TextIndex index) {
  std::map<std::string, std::uint64_t> first;
  const auto text_of = [&](std::uint64_t i) -> std::string_view { return all[i]; };
  for (std::uint64_t i = 0; i < all.size(); ++i) {
    const auto [entry, is_new] = first.emplace(all[i], i);
    const auto before = index.add(i, text_of);
    ASSERT_EQ(before, is_new ? std::nullopt : std::optional(entry->second)) << all[i];
  }
  for (const auto& [text, i] : first) ASSERT_EQ(index.find(text, text_of), i) << text;
  EXPECT_EQ(index.find("missing", text_of), std::nullopt);
  EXPECT_EQ(index.find("", text_of), std::nullopt);
}

TEST(TextIndex, FindsTheFirstOfEqualTexts) {
  for (const std::uint64_t n : {1u, 2u, 3u, 7u, 8u, 100u, 65535u, 65536u})
    expect_like_map(texts(n), TextIndex(n));
}

TEST(TextIndex, KeepsNumbersOfMoreThan32BitsInTwoColumns) {
  for (const std::uint64_t n : {1u, 100u, 65536u}) expect_like_map(texts(n), TextIndex(n, 0));
}

TEST(TextIndex, HoldsAsManyDistinctTextsAsThereIsRoomFor) {
  std::vector<std::string> all;
  for (int i = 0; i < 4096; ++i) all.push_back(std::string(1, static_cast<char>(i)) + std::to_string(i));
  expect_like_map(all, TextIndex(all.size()));
}

TEST(TextIndex, LooksAtNextToNoOtherTexts) {
  std::vector<std::string> all;
  for (int i = 0; i < 65536; ++i) all.push_back(std::to_string(i));
  std::uint64_t looks = 0;
  const auto text_of = [&](std::uint64_t i) -> std::string_view {
    ++looks;
    return all[i];
  };
  TextIndex index(all.size());
  for (std::uint64_t i = 0; i < all.size(); ++i) ASSERT_EQ(index.add(i, text_of), std::nullopt);
  EXPECT_LT(looks, all.size() + all.size() / 100)
      << "one look at each text, and hardly any at one that differs";
}

TEST(TextIndex, WithoutRoomFindsNothing) {
  const auto none = [](std::uint64_t) { return std::string_view(); };
  EXPECT_EQ(TextIndex().find("", none), std::nullopt);
  EXPECT_EQ(TextIndex(0).find("a", none), std::nullopt);
}

TEST(TextIndex, TellsNumbersOfMoreThan32BitsApart) {
  const std::uint64_t far = std::uint64_t{1} << 32;
  const auto text_of = [&](std::uint64_t i) {
    return std::string_view(i == 0 ? "near" : i == far ? "far" : "last");
  };
  TextIndex index(3, 2);
  EXPECT_EQ(index.add(0, text_of), std::nullopt);
  EXPECT_EQ(index.add(far, text_of), std::nullopt);
  EXPECT_EQ(index.add(far - 1, text_of), std::nullopt);
  EXPECT_EQ(index.find("near", text_of), 0);
  EXPECT_EQ(index.find("far", text_of), far);
  EXPECT_EQ(index.find("last", text_of), far - 1);
}

}  // namespace
}  // namespace ggufproof
