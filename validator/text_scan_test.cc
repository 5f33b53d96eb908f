// The quick look against decoding: a text is well-formed where each sequence decodes to a code point that is
// encoded in just these bytes. Sequences are tried at every boundary of the table, across the edges of the
// blocks that the look goes by, and against what stands before and behind.
#include "validator/text_scan.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "validator/text.h"

namespace ggufproof {
namespace {

/// The bytes that encode a code point, or none for what is no character (Unicode, D90 and D92).
std::string encoded(std::uint32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return "";
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
}

/// Whether a text is a row of encoded characters, NUL not among them.
bool well_formed(std::string_view text) {
  while (!text.empty()) {
    const auto first = static_cast<std::uint8_t>(text[0]);
    const std::size_t n = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first == 0 || n > text.size()) return false;
    std::uint32_t c = n == 1 ? first : first & (0x7Fu >> n);
    for (std::size_t i = 1; i < n; ++i) c = c << 6 | (static_cast<std::uint8_t>(text[i]) & 0x3Fu);
    if (encoded(c) != text.substr(0, n)) return false;
    text.remove_prefix(n);
  }
  return true;
}

bool looks_clean(std::string_view text, std::string_view before = "...", std::string_view behind = "") {
  const std::string file = std::string(before).append(text).append(behind);
  return surely_clean(as_bytes(file), {before.size(), before.size() + text.size()});
}

constexpr std::array<std::uint8_t, 14> edges{0x01, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                             0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0, 0xFF};

TEST(SurelyClean, IsExactAtEveryBoundaryOfTheTable) {
  std::string text(4, '\0');
  for (int lead = 1; lead < 256; ++lead) {
    for (const std::uint8_t b : edges) {
      for (const std::uint8_t c : edges) {
        for (const std::uint8_t d : edges) {
          text = {static_cast<char>(lead), static_cast<char>(b), static_cast<char>(c), static_cast<char>(d)};
          ASSERT_EQ(looks_clean(text), well_formed(text)) << quoted(text);
          ASSERT_EQ(!first_invalid_utf8(text), well_formed(text)) << quoted(text);
        }
      }
    }
  }
}

TEST(SurelyClean, TakesEveryCharacterAcrossTheEdgesOfBlocks) {
  for (std::uint32_t c = 1; c <= 0x10FFFF; c += c < 0x3000 || (c > 0xD700 && c < 0xE100) ? 1 : 61) {
    const std::string character = encoded(c);
    if (character.empty()) continue;
    const std::size_t lead = 126 - c % 5;
    EXPECT_TRUE(looks_clean(std::string(lead, 'x') + character + "tail")) << c;
    EXPECT_TRUE(looks_clean(character)) << c;
  }
}

TEST(SurelyClean, SeesOneWrongByteWhereverItStands) {
  const std::string good = [] {
    std::string text;
    while (text.size() < 700) text += encoded(static_cast<std::uint32_t>('a' + text.size() * 97 % 0x3000));
    return text;
  }();
  ASSERT_TRUE(looks_clean(good));
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int wrong : {0x00, 0x41, 0x80, 0xC0, 0xC3, 0xE1, 0xF1, 0xFF}) {
      std::string text = good;
      text[i] = static_cast<char>(wrong);
      ASSERT_EQ(looks_clean(text), well_formed(text)) << i << ": " << wrong;
    }
  }
}

TEST(SurelyClean, SeesWhereATextIsCut) {
  for (const std::uint32_t c : {0xE9u, 0x4E2Du, 0x1F600u}) {
    for (std::size_t n = 1; n < encoded(c).size(); ++n) {
      const std::string head = encoded(c).substr(0, n), rest = encoded(c).substr(n);
      for (const std::size_t lead : {0u, 1u, 127u, 128u, 255u}) {
        EXPECT_FALSE(looks_clean(std::string(lead, 'x') + head, "...", rest)) << c << " cut at " << n;
      }
      EXPECT_FALSE(looks_clean(rest, "..." + head)) << c << " begun before the text";
    }
  }
}

TEST(SurelyClean, CountsNulBytes) {
  const auto looks = [](std::size_t nuls, std::size_t wanted) {
    std::string file = "..." + std::string(300, 'x');
    for (std::size_t i = 0; i < nuls; ++i) file[3 + i * 300 / nuls] = '\0';
    return surely_clean(as_bytes(file), {3, file.size()}, wanted);
  };
  for (const std::size_t nuls : {0u, 1u, 2u, 128u, 256u, 300u}) {
    EXPECT_TRUE(looks(nuls, nuls)) << nuls;
    EXPECT_FALSE(looks(nuls, nuls + 1)) << nuls;
    EXPECT_FALSE(looks(nuls, nuls - 1)) << nuls;
  }
}

}  // namespace
}  // namespace ggufproof
