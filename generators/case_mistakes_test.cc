// A mistake in a case is told where it stands: what the message names is what the text has at that place, and
// what stands before it is no mistake. For mistakes that people make, and for cases that were damaged in any
// way.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/case_text.h"

namespace ggufproof {
namespace {

std::string fault(std::string_view text, const CaseLimits& limits = {}) {
  const auto read = parse_case(text, limits);
  const auto* error = std::get_if<CaseError>(&read);
  return error != nullptr ? message_of(*error) : "no error";
}

TEST(CaseMistakes, WhatCostsTooMuchIsNamed) {
  const std::string turns = ", wanted at most 4000000 turns of all repeats together";
  EXPECT_EQ(fault("repeat 1000000000000 { hex 00 }"), "line 1, column 8: found `1000000000000`" + turns);
  const std::string bytes =
      ", wanted at most 268435456 bytes written out in the whole file (sparse costs none)";
  EXPECT_EQ(fault("kv \"k\" string \"a\" x 99999999999"), "line 1, column 21: found `99999999999`" + bytes);
  const std::string tensor = "tensor \"a\" dims type f32 offset 0\n";
  EXPECT_EQ(fault(tensor + "data 99999999999 fill 7\nhex 00"),
            "line 2, column 6: found `99999999999`" + bytes);
  EXPECT_EQ(fault("pad 99999999999 fill 7 hex 00"), "no error")
      << "the file stands at a multiple of anything";
  EXPECT_EQ(fault("hex 00 pad 99999999999 fill 7 hex 00"), "line 1, column 12: found `99999999999`" + bytes);
  const CaseLimits little{.written = 10, .turns = 10, .depth = 2};
  const std::string most = ", wanted at most 10 bytes written out in the whole file (sparse costs none)";
  EXPECT_EQ(fault("hex 00010203 04050607\nhex 08 090a 0b", little), "line 2, column 8: found `090a`" + most);
  EXPECT_EQ(fault("repeat 3 { raw \"abcde\" }", little), "line 1, column 16: found `\"abcde\"`" + most);
  EXPECT_EQ(fault("magic \"0123456789a\"", little), "line 1, column 7: found `\"0123456789a\"`" + most);
  EXPECT_EQ(
      fault("kv \"\" array u8 [1 2]", {.written = 25}),
      "line 1, column 19: found `2`, wanted at most 25 bytes written out in the whole file (sparse costs "
      "none)");
  const std::string size = ", wanted a file of less than 2^63 bytes";
  EXPECT_EQ(fault("hex 00 sparse 9223372036854775807 hex 00"),
            "line 1, column 15: found `9223372036854775807`" + size);
  EXPECT_EQ(fault("kv \"a\" array u64 sparse 2305843009213693952\nhex 00"),
            "line 1, column 25: found `2305843009213693952`" + size);
  EXPECT_EQ(fault("elided 9223372036854775808 sha256 " + std::string(64, 'a')),
            "line 1, column 8: found `9223372036854775808`" + size);
  EXPECT_EQ(fault("sparse 9223372036854775807\nhex 00"),
            "line 2, column 1: found `hex`" + size + ", which this makes too large");
  EXPECT_EQ(fault("sparse 9223372036854775800 kv \"a\" u8 1"),
            "line 1, column 28: found `kv`" + size + ", which this makes too large");
  EXPECT_EQ(fault("kv sparse 9223372036854775790 string sparse 9223372036854775800"),
            "line 1, column 45: found `9223372036854775800`" + size);
  EXPECT_EQ(fault("sparse 9223372036854775806 pad 9223372036854775807 pad 9223372036854775807"), "no error");
  EXPECT_EQ(fault("sparse 9223372036854775807 pad 2"), "line 1, column 32: found `2`" + size);
  EXPECT_EQ(fault("sparse 9223372036854775807 repeat 2 { raw \"\" raw \"a\" }"),
            "line 1, column 46: found `raw`" + size + ", which this makes too large");
  EXPECT_EQ(fault("repeat 4 {\n repeat 2 { } }", little),
            "line 2, column 9: found `2`, wanted at most 10 turns of all repeats together");
  EXPECT_EQ(fault("repeat 1 { repeat 1 { repeat 1 { } } }", little),
            "line 1, column 30: found `1`, wanted at most 2 arrays and repeats inside one another");
  EXPECT_EQ(fault("kv \"a\" array array [array [u8 [1]]]", {.depth = 2}),
            "line 1, column 31: found `[`, wanted at most 2 arrays and repeats inside one another");
}

TEST(CaseMistakes, DigitsThatAreNoneAreToldAsSuch) {
  const std::string wanted = ", wanted pairs of hexadecimal digits, or one of: order ";
  EXPECT_TRUE(fault("hex 00 gg").starts_with("line 1, column 8: found `gg`" + wanted)) << fault("hex 00 gg");
  EXPECT_TRUE(fault("pad hex 00\n0").starts_with("line 2, column 1: found `0`" + wanted));
  EXPECT_TRUE(fault("pad 32 gg").starts_with("line 1, column 8: found `gg`, wanted one of: order "));
  EXPECT_EQ(fault("hex gg"), "line 1, column 5: found `gg`, wanted pairs of hexadecimal digits");
}

TEST(CaseMistakes, ACarriageReturnEndsNoLine) {
  const std::string wanted =
      ": found a carriage return without a line feed, wanted lines that end with LF or CRLF";
  EXPECT_EQ(fault("why a\rexpect valid\rmagic \"GGUF\""), "line 1, column 6" + wanted);
  EXPECT_EQ(fault("hex 00\r\n# a comment\r"), "line 2, column 12" + wanted);
  EXPECT_EQ(fault("hex 00\r\r\n"), "line 1, column 7" + wanted);
  EXPECT_EQ(fault("raw \"a\\x0d\""), "no error") << "as an escape";
}

// Bytes that no tensor has would get the label of one that there is not.
TEST(CaseMistakes, DataAreATensors) {
  const std::string wanted =
      ": found `data`, wanted a tensor above whose data did not come yet; raw, hex and sparse write bytes of "
      "none";
  EXPECT_EQ(fault("magic \"GGUF\" data 5"), "line 1, column 14" + wanted);
  const std::string tensors = "tensor \"a\" dims type f32 offset 0 tensor \"b\" dims type f32 offset 0\n";
  EXPECT_EQ(fault(tensors + "data 4 data 4"), "no error");
  EXPECT_EQ(fault(tensors + "data 4 data 4\ndata f32 [1]"), "line 3, column 1" + wanted);
  EXPECT_EQ(fault(tensors + "data \"b\" 4 data \"a\" 4 data \"b\" 4"), "no error") << "twice";
  EXPECT_EQ(fault(tensors + "data \"b\" 4 data 4"), "line 2, column 12" + wanted);
}

TEST(CaseMistakes, WhatMakesNoSenseIsRefused) {
  EXPECT_EQ(fault("hex 00\npad 0"),
            "line 2, column 5: found `0`, wanted a number above 0; `pad 1` writes nothing");
  EXPECT_EQ(fault("repeat 0 { }"), "line 1, column 8: found `0`, wanted how often, at least 1");
  EXPECT_EQ(fault("magic \"GGUF\" cut magic 5"),
            "line 1, column 24: found `5`, wanted at most 4, the bytes of the field");
  EXPECT_EQ(fault("flags memory bogus"),
            "line 1, column 14: found `bogus`, wanted the flag memory or roundtrip (others are seen from the "
            "file itself)");
  EXPECT_EQ(fault("flags\nmagic \"GGUF\""),
            "line 1, column 1: found `flags`, wanted a flag after it, on the same line");
  EXPECT_EQ(fault("why\nmagic \"GGUF\""),
            "line 1, column 1: found `why`, wanted a text after it, on the same line");
  EXPECT_EQ(fault("link  \nmagic \"GGUF\""),
            "line 1, column 1: found `link`, wanted a text after it, on the same line");
  EXPECT_EQ(fault("near # nothing\nmagic \"GGUF\""),
            "line 1, column 1: found `near`, wanted the path of a case, such as valid/layout/offset-aligned "
            "after it, on the same line");
  EXPECT_EQ(fault("name a/b.gguf"),
            "line 1, column 6: found `a/b.gguf`, wanted the name of a file, without directories");
  EXPECT_EQ(
      fault("with\nmagic \"GGUF\""),
      "line 1, column 1: found `with`, wanted the path of a case, such as valid/shards/first after it, on "
      "the same line");
  EXPECT_EQ(fault("cve 2024-34359"),
            "line 1, column 5: found `2024-34359`, wanted a CVE id, such as CVE-2024-34359");
  EXPECT_EQ(
      fault("version u32 1 kv \"a\" u8 1 key.length u64 4294967296"),
      "line 1, column 42: found `4294967296`, wanted a number of 32 bits, which is how wide the field is");
  EXPECT_EQ(fault("tensor \"w\" dims type f32 offset 0"), "no error") << "no dimension is a file that can be";
}

TEST(CaseMistakes, HeaderLinesStandFirst) {
  const std::string wanted =
      "`, wanted a statement: lines of the header, such as this one, stand before the first";
  for (const std::string_view word : case_header_words)
    EXPECT_EQ(fault("magic \"GGUF\"\n" + std::string(word) + " x"),
              "line 2, column 1: found `" + std::string(word) + wanted);
}

TEST(CaseMistakes, LineEndsMayBeOfEitherKindAndMarksAreNamed) {
  const std::string text = "why a\r\n# b\r\nexpect valid\r\nmagic \"GGUF\"\r\nhex 00\r\n";
  auto read = parse_case(text);
  ASSERT_TRUE(std::holds_alternative<Case>(read)) << fault(text);
  EXPECT_EQ(std::get<Case>(read).why, "a");
  EXPECT_EQ(std::get<Case>(read).file.size(), 5U);
  EXPECT_EQ(fault("magic \"GGUF\"\r\n  dat"), fault("magic \"GGUF\"\n  dat"));
  EXPECT_EQ(
      fault("\xEF\xBB\xBFmagic \"GGUF\""),
      "line 1, column 1: found the byte order mark of UTF-8, wanted a text of ASCII or UTF-8 without a mark");
  EXPECT_NE(fault(std::string("\xFF\xFEm\0a\0", 6)).find("the byte order mark of UTF-16"), std::string::npos);
}

// --- any mistake

constexpr std::string_view whole = R"(# a case with everything
why     clause 1.1: a # text
expect  invalid key.duplicate at kv[1].key.bytes
also    header.version-2 at version
near    valid/metadata/key-prefix
link    https://example.org
cve     CVE-2025-1
readers some
flags   memory
name    a-00001-of-00002.gguf
with    valid/shards/second
original valid/fidelity/original
magic "GGUF"  version u32 2  tensor_count u64 2  metadata_kv_count u64 3
kv "a" array string ["x" repeat 2 { "\x41\#" } "y" x 3]  value.count u64 9
kv "a" array array [u8 [1 2] f32 [nan] i8 sparse 3]
kv "b" bool true  key.length u64 3
tensor "w" dims 4 2  type q4_0  offset 0  name.length u64 9
tensor "v" dims  type 77  offset 32  tensor "u" dims  type f32  offset 64
pad 32  data "w" f32 [1 -inf]  pad hex 00 01
data elided 3 sha256 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
data 4 fill 0xaa
repeat 3 { raw "z\#" hex 0a0b }  sparse 9
counts u32  order big  kv "c" u32 7
cut file 40
)";

/// The tokens of a text, as they stand in it, and some that would be mistakes almost anywhere.
std::vector<std::string> vocabulary() {
  std::vector<std::string> words{"0",
                                 "99",
                                 "18446744073709551615",
                                 "9223372036854775807",
                                 "5000",
                                 "{",
                                 "}",
                                 "[",
                                 "]",
                                 "\"",
                                 "\"\\q\"",
                                 "\"a",
                                 "x",
                                 "#",
                                 "why",
                                 "flags",
                                 "\n",
                                 "\r\n",
                                 "\xff",
                                 "\x1b"};
  CaseLexer lexer(whole);
  while (lexer.peek().kind != CaseToken::Kind::end) words.emplace_back(lexer.next().raw);
  return words;
}

/// Takes, puts or changes something at a place between two tokens or inside one.
void damage(std::string& text) {
  static const std::vector<std::string> words = vocabulary();
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  const std::size_t token = std::min(text.find_first_of(" \n", at), text.size() - 1);
  const std::size_t behind = std::min(text.find_first_of(" \n", token + 1), text.size());
  switch (*rc::gen::inRange(0, 5)) {
    case 0:
      text.insert(token, ' ' + *rc::gen::elementOf(words) + ' ');
      break;
    case 1:
      text.replace(token, behind - token, ' ' + *rc::gen::elementOf(words));
      break;
    case 2:
      text.erase(token, behind - token);
      break;
    case 3:
      text[at] = *rc::gen::arbitrary<char>();
      break;
    default:
      text.resize(at + 1);
  }
}

/// Where a line and column are, or nothing where the text has no such place.
std::optional<std::size_t> offset_of(std::string_view text, const TextPlace& place) {
  std::size_t begin = 0;
  for (std::uint64_t line = 1; line < place.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return std::nullopt;
    ++begin;
  }
  const std::size_t offset = begin + place.column - 1;
  const bool on_line =
      offset <= text.size() && text.substr(begin, offset - begin).find('\n') == std::string_view::npos;
  return on_line ? std::optional(offset) : std::nullopt;
}

constexpr std::string_view lone_return = "a carriage return without a line feed";

/// Whether the text goes on with what a message has named: a token in backquotes with `?` for what cannot be
/// shown and `...` for what is too long; the end; or a text that does not end.
bool goes_on_with(std::string_view rest, std::string_view found) {
  if (found == "the end of the case") return CaseLexer(rest).peek().kind == CaseToken::Kind::end;
  if (found == "a text without its end") return rest.starts_with('"');
  if (found == lone_return) return rest.starts_with('\r') && !rest.starts_with("\r\n");
  if (found.starts_with("the byte order mark")) return rest.starts_with("\xEF\xBB\xBF") || rest.size() >= 2;
  if (found.size() < 3 || found.front() != '`' || found.back() != '`') return false;
  std::string_view named = found.substr(1, found.size() - 2);
  if (named.size() > 60 && named.ends_with("...")) named.remove_suffix(3);
  if (named.size() > rest.size()) return false;
  return std::equal(named.begin(), named.end(), rest.begin(), [](char shown, char is) {
    return shown == is || (shown == '?' && (is < ' ' || is > '~'));
  });
}

/// Whether a text has no mistake but that something is still to come.
bool is_unfinished(std::string_view text, const CaseLimits& limits) {
  const auto read = parse_case(text, limits);
  const auto* error = std::get_if<CaseError>(&read);
  return error == nullptr || error->found == "the end of the case" ||
         error->found == "a text without its end" ||
         error->wanted == "a label that the body of the case has" ||
         error->wanted.starts_with("a tensor above whose data did not come yet") ||  // a name may follow
         error->wanted.ends_with(", on the same line");
}

constexpr CaseLimits small{.written = 4096, .turns = 100, .depth = 4};

TEST(CaseMistakes, TheWholeCaseIsRight) { EXPECT_EQ(fault(whole, small), "no error"); }

RC_GTEST_PROP(CaseMistakes, AreToldWhereTheyStand, ()) {
  std::string text(whole);
  for (int n = *rc::gen::inRange(1, 4); n > 0 && !text.empty(); --n) damage(text);
  const auto read = parse_case(text, small);
  const auto* error = std::get_if<CaseError>(&read);
  RC_CLASSIFY(error != nullptr, "mistakes");
  if (error == nullptr) return;
  const std::string told = message_of(*error) + "\n" + text;
  const auto at = offset_of(text, error->place);
  if (!at) RC_FAIL("no such place: " + told);
  if (!goes_on_with(std::string_view(text).substr(*at), error->found))
    RC_FAIL("something else stands there: " + told);
  // Ends of lines are looked at before anything else, so that other mistakes may stand before one.
  if (error->found != lone_return && !is_unfinished(std::string_view(text).substr(0, *at), small))
    RC_FAIL("wrong before that place: " + told);
}

}  // namespace
}  // namespace ggufproof
