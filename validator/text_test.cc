// UTF-8 as the Unicode standard's table 3-7 has it, and text made fit to be shown.
#include "validator/text.h"

#include <array>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

using namespace std::string_view_literals;

TEST(Utf8, TakesTheFirstAndLastOfEachLength) {
  for (const std::string_view text :
       {""sv, "\0"sv, "\x7F"sv, "\xC2\x80"sv, "\xDF\xBF"sv, "\xE0\xA0\x80"sv, "\xED\x9F\xBF"sv,
        "\xEE\x80\x80"sv, "\xEF\xBF\xBF"sv, "\xF0\x90\x80\x80"sv, "\xF4\x8F\xBF\xBF"sv}) {
    EXPECT_FALSE(first_invalid_utf8(text).has_value()) << escaped(text);
  }
}

struct Broken {
  std::string_view text;
  std::size_t at;
};

TEST(Utf8, RefusesAtTheFirstByteThatDoesNotBelong) {
  constexpr std::array broken{
      Broken{"\x80"sv, 0},              // continuation without a lead
      Broken{"ab\xC0\x80"sv, 2},        // NUL in two bytes
      Broken{"\xC1\xBF"sv, 0},          // longer than it need be
      Broken{"\xE0\x9F\xBF"sv, 0},      // likewise
      Broken{"\xED\xA0\x80"sv, 0},      // surrogate
      Broken{"\xF0\x8F\xBF\xBF"sv, 0},  // longer than it need be
      Broken{"\xF4\x90\x80\x80"sv, 0},  // above U+10FFFF
      Broken{"\xF5\x80\x80\x80"sv, 0},
      Broken{"12345678\xE2\x82"sv, 8},  // cut short
      Broken{"1234567\xFF"sv, 7},
      Broken{"123456789\xC3("sv, 9},
  };
  for (const Broken& b : broken) EXPECT_EQ(first_invalid_utf8(b.text), b.at) << escaped(b.text);
}

TEST(Escaped, LeavesTextAlone) { EXPECT_EQ(escaped("gr\xC3\xBC\xC3\x9F dich"), "gr\xC3\xBC\xC3\x9F dich"); }

TEST(Escaped, HidesWhatWouldActOnATerminal) {
  EXPECT_EQ(escaped("\x1B[31m"sv), "\\x1b[31m");
  EXPECT_EQ(escaped("a\0b\n"sv), "a\\x00b\\n");
  EXPECT_EQ(escaped("\xC2\x9B"sv), "\\u{009b}");            // the one-byte escape of old terminals
  EXPECT_EQ(escaped("\xE2\x80\xAE"sv), "\\u{202e}");        // right-to-left override
  EXPECT_EQ(escaped("\xF3\xA0\x81\x81"sv), "\\u{0e0041}");  // a tag character
  EXPECT_EQ(escaped("\xFFz"sv), "\\xffz");
  EXPECT_EQ(quoted("say \"x\\\""), "\"say \\\"x\\\\\\\"\"");
}

TEST(Escaped, CutsLongText) {
  EXPECT_EQ(escaped("abcdefgh", 4), "abcd...");
  EXPECT_EQ(escaped("abcd", 4), "abcd");
}

}  // namespace
}  // namespace ggufproof
