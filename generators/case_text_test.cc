// Cases against bytes written by hand from the document, labels against offsets counted by hand, and mistakes
// against the place and words that a writer of cases should see.
#include "generators/case_text.h"

#include <random>

#include <gtest/gtest.h>

#include "generators/case_memory.h"
#include "generators/hex_bytes.h"

namespace ggufproof {
namespace {

Case good(std::string_view text) {
  auto read = parse_case(text);
  const auto* error = std::get_if<CaseError>(&read);
  EXPECT_EQ(error, nullptr) << (error != nullptr ? message_of(*error) : "") << '\n' << text;
  return error != nullptr ? Case{} : std::get<Case>(std::move(read));
}

std::string fault(std::string_view text) {
  const auto read = parse_case(text);
  const auto* error = std::get_if<CaseError>(&read);
  return error != nullptr ? message_of(*error) : "no error";
}

void expect_bytes(std::string_view text, std::string_view hex) {
  EXPECT_EQ(good(text).file.bytes(), hex_bytes(hex)) << text;
}

constexpr std::string_view header =
    R"(magic "GGUF"  version u32 3  tensor_count u64 1  metadata_kv_count u64 2
)";

TEST(CaseText, HeaderIsInWireOrder) {
  expect_bytes(header, "'GGUF' 03000000 0100000000000000 0200000000000000");
  expect_bytes(R"(order big magic "GGUF" version u32 3 tensor_count u64 1 metadata_kv_count u64 2)",
               "'GGUF' 00000003 0000000000000001 0000000000000002");
  expect_bytes(R"(magic "GGUF" version u32 1 tensor_count u64 1 metadata_kv_count u64 2)",
               "'GGUF' 01000000 01000000 02000000");
  expect_bytes("counts u32 tensor_count u64 7", "07000000");
}

TEST(CaseText, ValuesOfEveryType) {
  expect_bytes("kv \"a\" u8 255", "0100000000000000 'a' 00000000 ff");
  expect_bytes("kv \"a\" i8 -1", "0100000000000000 'a' 01000000 ff");
  expect_bytes("kv \"a\" u16 0x1234", "0100000000000000 'a' 02000000 3412");
  expect_bytes("kv \"a\" i16 -2", "0100000000000000 'a' 03000000 feff");
  expect_bytes("kv \"a\" u32 1", "0100000000000000 'a' 04000000 01000000");
  expect_bytes("kv \"a\" i32 -1", "0100000000000000 'a' 05000000 ffffffff");
  expect_bytes("kv \"a\" f32 1.5", "0100000000000000 'a' 06000000 0000c03f");
  expect_bytes("kv \"a\" f32 nan", "0100000000000000 'a' 06000000 0000c07f");
  expect_bytes("kv \"a\" f32 -inf", "0100000000000000 'a' 06000000 000080ff");
  expect_bytes("kv \"a\" bool true", "0100000000000000 'a' 07000000 01");
  expect_bytes("kv \"a\" bool 2", "0100000000000000 'a' 07000000 02");
  expect_bytes("kv \"a\" string \"b\\xff\\n\"", "0100000000000000 'a' 08000000 0300000000000000 'b' ff 0a");
  expect_bytes("kv \"a\" u64 18446744073709551615", "0100000000000000 'a' 0a000000 ffffffffffffffff");
  expect_bytes("kv \"a\" i64 -9223372036854775808", "0100000000000000 'a' 0b000000 0000000000000080");
  expect_bytes("kv \"a\" f64 1.5", "0100000000000000 'a' 0c000000 000000000000f83f");
}

TEST(CaseText, Arrays) {
  expect_bytes("kv \"a\" array u16 [1 2]",
               "0100000000000000 'a' 09000000 02000000 0200000000000000 0100 0200");
  expect_bytes(
      "kv \"a\" array string [\"b\" \"\"]",
      "0100000000000000 'a' 09000000 08000000 0200000000000000 0100000000000000 'b' 0000000000000000");
  expect_bytes("kv \"a\" array array [u8 [7] string []]",
               "0100000000000000 'a' 09000000 09000000 0200000000000000 "
               "00000000 0100000000000000 07 08000000 0000000000000000");
  expect_bytes("kv \"a\" array u8 [repeat 2 { 1 2 } 3]",
               "0100000000000000 'a' 09000000 00000000 0500000000000000 0102010203");
  expect_bytes("kv \"a\" array u16 sparse 2",
               "0100000000000000 'a' 09000000 02000000 0200000000000000 00000000");
  expect_bytes("kv \"a\" array 77 []", "0100000000000000 'a' 09000000 4d000000 0000000000000000");
}

TEST(CaseText, TensorsPaddingAndData) {
  expect_bytes("tensor \"w\" dims 4 2 type q4_0 offset 32",
               "0100000000000000 'w' 02000000 0400000000000000 0200000000000000 02000000 2000000000000000");
  expect_bytes("tensor \"w\" dims type 77 offset 0",
               "0100000000000000 'w' 00000000 4d000000 0000000000000000");
  const std::string tensors = "repeat 4 { tensor \"w\" dims type f32 offset 0 } ",
                    made = "0100000000000000 'w' " + std::string(32, '0');
  const std::string infos = made + made + made + made;  // 100 bytes
  expect_bytes(tensors + "hex 01  pad 4  data 2  pad 4 fill 0xaa  data f32 [1] pad hex 00 01",
               infos + "01000000 0000 aaaa 0000803f 0001");
  expect_bytes(tensors + "data 2 fill 9 data hex 0102 data sparse 1 data u8 [repeat 3 { 4 }]",
               infos + "0909 0102 00 040404");
}

TEST(CaseText, ChangesHaveTheLastWord) {
  expect_bytes("kv \"a\" string \"b\" key.length u64 2 value_type u32 77 value.length u64 9",
               "0200000000000000 'a' 4d000000 0900000000000000 'b'");
  expect_bytes("kv \"a\" array u8 [5] value.count u64 3 value.element_type u32 1",
               "0100000000000000 'a' 09000000 01000000 0300000000000000 05");
  expect_bytes("tensor \"w\" dims 4 type f32 offset 0 n_dimensions u32 9 name.length u64 3",
               "0300000000000000 'w' 09000000 0400000000000000 00000000 0000000000000000");
  expect_bytes("version u32 1 kv \"a\" string \"b\" value.length u64 9",
               "01000000 01000000 'a' 08000000 09000000 'b'");
}

TEST(CaseText, RepeatsCountTheirTurns) {
  expect_bytes("repeat 2 { kv \"k\\#\" u8 1 }",
               "0200000000000000 'k0' 00000000 01 0200000000000000 'k1' 00000000 01");
  expect_bytes("kv \"ab\" x 2 bool false", "0400000000000000 'abab' 07000000 00");
  expect_bytes("raw \"a\\x00\"", "'a' 00");
  expect_bytes("repeat 2 { repeat 2 { hex 01 } hex 02 }", "010102 010102");
}

void expect_range(const CaseImage& file, std::string_view label, std::uint64_t begin, std::uint64_t end) {
  const auto range = file.range(label);
  ASSERT_TRUE(range) << label;
  EXPECT_EQ(range->begin, begin) << label;
  EXPECT_EQ(range->end, end) << label;
}

TEST(CaseText, LabelsOwnTheirBytes) {
  const CaseImage file = good(std::string(header) +
                              "kv \"ab\" array u16 [1 2 3]\n"           // 24: 8 + 2 + 4, then 4 + 8 + 6
                              "kv \"c\" array string [\"x\" \"yz\"]\n"  // 56: 8 + 1 + 4, then 4 + 8 + 9 + 10
                              "tensor \"w\" dims 4 1 type f32 offset 0\n"  // 100: 8 + 1, 4, 16, 4, 8
                              "pad 32 data f32 [1 2 3 4] pad 32 hex 01 02")
                             .file;  // 141, 160, 176, 192
  expect_range(file, "header", 0, 24);
  expect_range(file, "metadata", 24, 100);
  expect_range(file, "metadata.end", 100, 100);
  expect_range(file, "version", 4, 8);
  expect_range(file, "kv[0]", 24, 56);
  expect_range(file, "kv[0].key", 24, 34);
  expect_range(file, "kv[0].key.bytes[0..2]", 32, 34);
  expect_range(file, "kv[0].key.length", 24, 32);
  expect_range(file, "kv[0].key.bytes", 32, 34);
  expect_range(file, "kv[0].key.bytes[1]", 33, 34);
  expect_range(file, "kv[0].value_type", 34, 38);
  expect_range(file, "kv[0].value", 38, 56);
  expect_range(file, "kv[0].value.element_type", 38, 42);
  expect_range(file, "kv[0].value.count", 42, 50);
  expect_range(file, "kv[0].value[2]", 54, 56);
  expect_range(file, "kv[1].value[1]", 90, 100);
  expect_range(file, "kv[1].value[1].bytes[1]", 99, 100);
  expect_range(file, "kv", 24, 100);
  expect_range(file, "tensor[0].n_dimensions", 109, 113);
  expect_range(file, "tensor[0].dimensions", 113, 129);
  expect_range(file, "tensor[0].dimensions[1]", 121, 129);
  expect_range(file, "tensor[0].type", 129, 133);
  expect_range(file, "tensor[0].offset", 133, 141);
  expect_range(file, "padding", 141, 160);
  expect_range(file, "tensor[0].data", 160, 176);
  expect_range(file, "tensor[0].data[1]", 164, 168);
  expect_range(file, "tensor[0].padding", 176, 192);
  expect_range(file, "bytes[0]", 192, 194);
  expect_range(file, "file", 0, 194);
  EXPECT_FALSE(file.range("kv[2]"));
  EXPECT_FALSE(file.range("kv[0].value[3]"));
  EXPECT_FALSE(file.range("tens"));
}

TEST(CaseText, DataMayBeOutOfOrder) {
  const CaseImage file = good(
                             "tensor \"a\" dims 1 type i8 offset 1 tensor \"b\" dims 1 type i8 offset 0 "
                             "data \"b\" hex 0b data \"a\" hex 0a")
                             .file;
  EXPECT_EQ(file.range("tensor[1].data")->begin + 1, file.range("tensor[0].data")->begin);
}

TEST(CaseText, CutEndsTheFileInsideAField) {
  const CaseImage file = good("magic \"GGUF\" version u32 3 tensor_count u64 0 cut version 2").file;
  EXPECT_EQ(file.bytes(), hex_bytes("'GGUF' 0300"));
  expect_range(file, "version", 4, 6);
  expect_range(file, "tensor_count", 6, 6);
  EXPECT_EQ(good("magic \"GGUF\" cut file 0").file.size(), 0U);
}

TEST(CaseText, HolesCostNothing) {
  const CaseImage file = good("hex 01 sparse 1099511627776 hex 02").file;
  EXPECT_EQ(file.size(), 1099511627778U);
  EXPECT_EQ(file.written(), 2U);
  const CaseMemory memory(good("hex 01 sparse 4294967296 hex 02").file);
  ASSERT_TRUE(memory.ok());
  EXPECT_EQ(memory.bytes().front(), 1);
  EXPECT_EQ(memory.bytes()[4294967296], 0);
  EXPECT_EQ(memory.bytes().back(), 2);
}

TEST(CaseText, HeaderLines) {
  const Case read = good(R"(# a comment
why     clause 4.4: keys are unique # this is part of the text
expect  disputed key.duplicate at kv[1].key.bytes   # a comment again
also    header.version-2 at version
near    valid/metadata/key-prefix
link    https://example.org/issues/1#issuecomment-2
cve     CVE-2025-1
readers some reader takes the last
flags   memory   # seen by readers that trust counts
magic "GGUF" version u32 2 tensor_count u64 0 metadata_kv_count u64 2
kv "a" u8 1 kv "a" u8 1)");
  EXPECT_EQ(read.why, "clause 4.4: keys are unique # this is part of the text");
  EXPECT_EQ(read.expect, CaseClass::disputed);
  ASSERT_TRUE(read.finding);
  EXPECT_EQ(read.finding->rule, Rule::key_duplicate);
  EXPECT_EQ(read.finding->range, (WireRange{24 + 14 + 8, 24 + 14 + 9}));
  ASSERT_EQ(read.also.size(), 1U);
  EXPECT_EQ(read.also[0].rule, Rule::header_version_2);
  EXPECT_EQ(read.near, std::vector<std::string>{"valid/metadata/key-prefix"});
  EXPECT_EQ(read.links, std::vector<std::string>{"https://example.org/issues/1#issuecomment-2"});
  EXPECT_EQ(read.cves, std::vector<std::string>{"CVE-2025-1"});
  EXPECT_EQ(read.readers, std::vector<std::string>{"some reader takes the last"});
  EXPECT_EQ(read.flags, std::vector<std::string>{"memory"});
}

// layout.gap is an error to the reference reader alone, tensor.row-not-blocks a warning to the document; a
// rule that needs data says nothing where none are looked at.
TEST(CaseText, VerdictsFollowFromTheRules) {
  const auto verdicts = [](std::string_view expectation) {
    std::string out;
    const Case read = good(std::string(expectation) + " magic \"GGUF\"");
    for (const CaseJudgement& judgement : case_judgements) out += is_valid_in(read, judgement) ? '+' : '-';
    return out;
  };
  EXPECT_EQ(verdicts("expect valid\n"), "++++");
  EXPECT_EQ(verdicts("expect invalid file.not-gguf at magic\n"), "----");
  EXPECT_EQ(verdicts("expect invalid layout.beyond-end at magic\n"), "---+");
  EXPECT_EQ(verdicts("expect disputed layout.gap at magic\n"), "-+--");
  EXPECT_EQ(verdicts("expect disputed layout.last-padding at magic\n"), "++-+");
  EXPECT_EQ(verdicts("expect disputed key.hyphen at magic\n"), "+-++");
  EXPECT_EQ(verdicts("expect valid string.nul at magic\n"), "++++");
}

TEST(CaseText, MistakesSayWhereWhatAndWhatInstead) {
  EXPECT_EQ(fault("expect maybe"), "line 1, column 8: found `maybe`, wanted valid, invalid or disputed");
  EXPECT_EQ(fault("expect valid\nexpect valid"),
            "line 2, column 1: found `expect`, wanted one expect and any number of also");
  EXPECT_EQ(fault("expect invalid no.rule at magic"),
            "line 1, column 16: found `no.rule`, wanted the name of a rule");
  EXPECT_EQ(fault("expect invalid key.empty at kv[0].key\nmagic \"GGUF\""),
            "line 1, column 29: found `kv[0].key`, wanted a label that the body of the case has");
  EXPECT_EQ(fault("magic GGUF"),
            "line 1, column 7: found `GGUF`, wanted the first bytes of the file as a text");
  EXPECT_EQ(fault("magic \"GG"),
            "line 1, column 7: found a text without its end, wanted a closing `\"` on the same line");
  EXPECT_EQ(fault("kv \"a\\q\" u8 1"),
            "line 1, column 6: found `\\q`, wanted \\n \\t \\\\ \\\" \\xNN or \\#");
  EXPECT_EQ(fault("version u64 3"), "line 1, column 9: found `u64`, wanted u32");
  EXPECT_EQ(fault("kv \"a\" u8 256"), "line 1, column 11: found `256`, wanted a u8 from 0 to 255");
  EXPECT_EQ(fault("kv \"a\" u8 1 value u64 3"),
            "line 1, column 19: found `u64`, wanted a type as wide as the field, 8 bits");
  EXPECT_EQ(fault("kv \"a\" u8 1 value.count u64 3"),
            "line 1, column 13: found `value.count`, wanted a number of this record, such as value.count");
  EXPECT_EQ(fault("kv \"a\" array u8[1]"),
            "line 1, column 14: found `u8[1]`, wanted an element type such as u32, string or array, or the "
            "number of one");
  EXPECT_EQ(fault("kv \"a\" array u8 [1"),
            "line 1, column 19: found the end of the case, wanted a u8 from 0 to 255, repeat or ]");
  EXPECT_EQ(fault("tensor \"a\" 4"), "line 1, column 12: found `4`, wanted dims");
  EXPECT_EQ(fault("repeat 2 { hex 00"), "line 1, column 18: found the end of the case, wanted }");
  EXPECT_EQ(fault("hex 0"), "line 1, column 5: found `0`, wanted pairs of hexadecimal digits");
  EXPECT_EQ(fault("magic \"a\" cut magic 1 hex 00"),
            "line 1, column 23: found `hex`, wanted the end of the case after cut");
  EXPECT_EQ(fault("\n  dat 3"),
            "line 2, column 3: found `dat`, wanted one of: order magic version counts tensor_count "
            "metadata_kv_count kv "
            "tensor pad data hex raw sparse elided repeat cut");
}

TEST(CaseText, NoTextCostsMoreThanTheLimits) {
  EXPECT_NE(fault("repeat 18446744073709551615 { repeat 18446744073709551615 { } }"), "no error");
  EXPECT_NE(fault("kv \"aaaaaaaa\" x 18446744073709551615 u8 1"), "no error");
  EXPECT_NE(fault("hex 00 pad 18446744073709551615 fill 1"), "no error");
  EXPECT_NE(fault("repeat 3 { sparse 4611686018427387904 }"), "no error");
  EXPECT_NE(fault("kv \"a\" array u64 sparse 2305843009213693952"), "no error");
  std::string deep = "kv \"a\" array ";
  for (int i = 0; i < 100000; ++i) deep += "array [ ";
  EXPECT_NE(fault(deep), "no error");
}

// Whatever is done to a text, reading it ends, and in a case or a mistake with its place.
TEST(CaseText, NoTextIsTooStrange) {
  const std::string whole = std::string(header) + R"(kv "a" array string ["x" repeat 2 { "\x41\#" } "y" x 3]
tensor "w" dims 4 2 type q4_0 offset 0 name.length u64 9  tensor "v" dims type f32 offset 0
pad 32 data "w" f32 [1 nan] data elided 3 sha256 )" +
                            std::string(64, 'a') + " hex 00 sparse 9 cut file 40";
  ASSERT_EQ(fault(whole), "no error");
  std::mt19937_64 random(7);
  const CaseLimits limits{.written = 4096, .turns = 100, .depth = 8};
  for (int i = 0; i < 20000; ++i) {
    std::string text = whole.substr(0, i % 2 == 0 ? random() % whole.size() : whole.size());
    for (std::uint64_t k = random() % 4; k > 0 && !text.empty(); --k)
      text[random() % text.size()] = "\"[]{}#\\ x0-\n\xff"[random() % 13];
    const auto read = parse_case(text, limits);
    if (const auto* error = std::get_if<CaseError>(&read)) {
      EXPECT_GE(error->place.line, 1U);
      EXPECT_FALSE(error->found.empty() || error->wanted.empty()) << text;
    } else {
      EXPECT_LE(std::get<Case>(read).file.written(), 3 * limits.written) << text;
    }
  }
}

}  // namespace
}  // namespace ggufproof
