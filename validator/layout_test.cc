// The byte map of files written byte by byte: which fields they have was worked out by hand. And what holds
// for any bytes whatever: every byte lies in exactly one field.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "validator/layout_fields.h"

namespace ggufproof {
namespace {

using namespace std::string_literals;

std::string zeros(std::size_t n) { return std::string(n, '\0'); }

std::string header(char version, char tensors, char pairs) {
  return "GGUF"s + version + zeros(3) + tensors + zeros(7) + pairs + zeros(7);
}

// Info of a tensor of one dimension; name, type and offset are of one byte.
std::string info(char name, char elements, char type, char offset) {
  return "\1"s + zeros(7) + name + "\1"s + zeros(3) + elements + zeros(7) + type + zeros(3) + offset +
         zeros(7);
}

// Two pairs and a tensor of 8 F32 in 24 + 23 + 28 + 33 = 108 bytes, padding to 128, data, 2 bytes too many.
std::string whole_file() {
  return header(3, 1, 2) + "\1\0\0\0\0\0\0\0a\x08\0\0\0\2\0\0\0\0\0\0\0hi"s +
         "\1\0\0\0\0\0\0\0b\x09\0\0\0\1\0\0\0\3\0\0\0\0\0\0\0\5\xFA\7"s + info('t', 8, 0, 0) + zeros(20) +
         zeros(32) + "xy";
}

// Two tensors of F32 and no pairs: infos to 24 + 33 + 33 = 90, data from 96 on.
std::string two_tensors(char elements_a, char offset_a, char elements_b, char offset_b,
                        std::size_t data_bytes) {
  return header(3, 2, 0) + info('a', elements_a, 0, offset_a) + info('b', elements_b, 0, offset_b) +
         zeros(6) + zeros(data_bytes);
}

std::vector<Field> fields_of(std::string_view file, const MapStyle& style = {}) {
  std::vector<Field> fields;
  layout_fields(map_file(as_bytes(file)), style, [&](Field field) { fields.push_back(std::move(field)); });
  return fields;
}

/// A field in one line, as the tests below spell it.
std::string line(const Field& field) {
  return std::to_string(field.bytes.begin) + ' ' + std::to_string(field.bytes.end) + ' ' + field.path + '|' +
         field.type + '|' + std::string(field.text.value_or("")) + field.value;
}

std::vector<std::string> lines_of(std::string_view file, const MapStyle& style = {}) {
  std::vector<std::string> lines;
  for (const Field& field : fields_of(file, style)) lines.push_back(line(field));
  return lines;
}

void expect_joined(std::string_view file, const MapStyle& style = {}) {
  std::uint64_t at = 0;
  for (const Field& field : fields_of(file, style)) {
    EXPECT_EQ(field.bytes.begin, at) << line(field);
    EXPECT_LE(field.bytes.begin, field.bytes.end) << line(field);
    at = field.bytes.end;
  }
  EXPECT_EQ(at, file.size());
}

using Lines = std::vector<std::string>;

/// The lines from `from` on.
Lines tail_of(std::string_view file, std::size_t from, const MapStyle& style = {}) {
  Lines lines = lines_of(file, style);
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(std::min(from, lines.size())));
  return lines;
}

std::string stop_of(std::string_view file) {
  const auto stop = map_file(as_bytes(file)).stop;
  return stop ? std::to_string(stop->at) + ' ' + stop->path : "none";
}

TEST(Layout, AWholeFileFieldByField) {
  const Lines expected{"0 4 magic||\"GGUF\"",
                       "4 8 version|u32|3",
                       "8 16 tensor_count|u64|1",
                       "16 24 metadata_kv_count|u64|2",
                       "24 33 kv[0].key|string|a",
                       "33 37 kv[0].value_type|u32|string (8)",
                       "37 47 kv[0].value|string|hi",
                       "47 56 kv[1].key|string|b",
                       "56 60 kv[1].value_type|u32|array (9)",
                       "60 64 kv[1].value.element_type|u32|i8 (1)",
                       "64 72 kv[1].value.count|u64|3",
                       "72 73 kv[1].value[0]|i8|5",
                       "73 74 kv[1].value[1]|i8|-6",
                       "74 75 kv[1].value[2]|i8|7",
                       "75 84 tensor[0].name|string|t",
                       "84 88 tensor[0].n_dimensions|u32|1",
                       "88 96 tensor[0].dimensions[0]|u64|8",
                       "96 100 tensor[0].type|u32|F32 (0)",
                       "100 108 tensor[0].offset|u64|0",
                       "108 128 padding||zeros",
                       "128 160 tensor[0].data|F32 (0)|\"t\" [8] 32 bytes",
                       "160 162 trailing||78 79"};
  const std::string file = whole_file();
  EXPECT_EQ(lines_of(file), expected);
  EXPECT_FALSE(map_file(as_bytes(file)).stop);
}

TEST(Layout, BigEndianAndVersion1HaveTheSameFields) {
  const std::string big = "GGUF\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1"s + "\0\0\0\0\0\0\0\1a\0\0\0\2\1\2"s;
  EXPECT_EQ(lines_of(big),
            (Lines{"0 4 magic||\"GGUF\"", "4 8 version|u32|3 (big-endian)", "8 16 tensor_count|u64|0",
                   "16 24 metadata_kv_count|u64|1", "24 33 kv[0].key|string|a",
                   "33 37 kv[0].value_type|u32|u16 (2)", "37 39 kv[0].value|u16|258"}));
  const std::string first = "GGUF\1\0\0\0\0\0\0\0\1\0\0\0"s + "\1\0\0\0a\2\0\0\0\1\2"s;
  EXPECT_EQ(lines_of(first), (Lines{"0 4 magic||\"GGUF\"", "4 8 version|u32|1", "8 12 tensor_count|u32|0",
                                    "12 16 metadata_kv_count|u32|1", "16 21 kv[0].key|string|a",
                                    "21 25 kv[0].value_type|u32|u16 (2)", "25 27 kv[0].value|u16|513"}));
}

TEST(Layout, ElementsBeyondTheStyleAreOneField) {
  const std::string file = whole_file();
  const Lines one = tail_of(file, 11, {1, 80});
  EXPECT_EQ(one[0], "72 73 kv[1].value[0]|i8|5");
  EXPECT_EQ(one[1], "73 75 kv[1].value[1..2]||2 more elements");
  EXPECT_EQ(one[2], "75 84 tensor[0].name|string|t");
  EXPECT_EQ(tail_of(file, 11, {0, 80})[0], "72 75 kv[1].value[0..2]||3 more elements");
  EXPECT_EQ(tail_of(file, 11, {3, 80})[2], "74 75 kv[1].value[2]|i8|7");
}

// [["x"], [], ["y"]]: heads at 37, 49, 70, 82.
TEST(Layout, NestedArraysHavePathsOfTheirOwn) {
  const std::string head = "\x08\0\0\0\1\0\0\0\0\0\0\0"s, empty = "\x08\0\0\0"s + zeros(8);
  const std::string file = header(3, 0, 1) + "\1\0\0\0\0\0\0\0a\x09\0\0\0"s + "\x09\0\0\0\3\0\0\0\0\0\0\0"s +
                           head + "\1"s + zeros(7) + "x" + empty + head + "\1"s + zeros(7) + "y";
  EXPECT_EQ(tail_of(file, 6),
            (Lines{"37 41 kv[0].value.element_type|u32|array (9)", "41 49 kv[0].value.count|u64|3",
                   "49 53 kv[0].value[0].element_type|u32|string (8)", "53 61 kv[0].value[0].count|u64|1",
                   "61 70 kv[0].value[0][0]|string|x", "70 74 kv[0].value[1].element_type|u32|string (8)",
                   "74 82 kv[0].value[1].count|u64|0", "82 86 kv[0].value[2].element_type|u32|string (8)",
                   "86 94 kv[0].value[2].count|u64|1", "94 103 kv[0].value[2][0]|string|y"}));
  EXPECT_EQ(tail_of(file, 11, {2, 80}), (Lines{"70 103 kv[0].value[...]||3 more elements"}));
}

TEST(Layout, FloatsAndBoolsAreShownAsTheyAre) {
  EXPECT_EQ(tail_of(header(3, 0, 1) + "\1\0\0\0\0\0\0\0a\6\0\0\0\1\0\xC0\x7F"s, 6),
            (Lines{"37 41 kv[0].value|f32|nan (0x7fc00001)"}));
  EXPECT_EQ(tail_of(header(3, 0, 1) + "\1\0\0\0\0\0\0\0a\6\0\0\0\xCD\xCC\xCC\x3D"s, 6),
            (Lines{"37 41 kv[0].value|f32|0.1"}));
  EXPECT_EQ(tail_of(header(3, 0, 1) + "\1\0\0\0\0\0\0\0a\7\0\0\0\1"s, 6),
            (Lines{"37 38 kv[0].value|bool|true"}));
  EXPECT_EQ(tail_of(header(3, 0, 1) + "\1\0\0\0\0\0\0\0a\7\0\0\0\2"s, 6),
            (Lines{"37 38 kv[0].value|bool|2"}));
}

TEST(Layout, PaddingThenGapThenTheNextTensor) {
  EXPECT_EQ(tail_of(two_tensors(2, 0, 8, 64, 96), 14),
            (Lines{"90 96 padding||zeros", "96 104 tensor[0].data|F32 (0)|\"a\" [2] 8 bytes",
                   "104 128 tensor[0].padding||zeros",
                   "128 160 gap||00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ...",
                   "160 192 tensor[1].data|F32 (0)|\"b\" [8] 32 bytes"}));
}

TEST(Layout, WithoutTensorsOnlyZerosUpToTheAlignmentArePadding) {
  EXPECT_EQ(tail_of(header(3, 0, 0) + zeros(5), 4), (Lines{"24 29 padding||zeros"}));
  EXPECT_EQ(tail_of(header(3, 0, 0) + zeros(9), 4), (Lines{"24 32 padding||zeros", "32 33 trailing||00"}));
  EXPECT_EQ(tail_of(header(3, 0, 0) + zeros(4) + "x", 4), (Lines{"24 29 trailing||00 00 00 00 78"}));
}

TEST(Layout, TensorsStandInTheOrderOfTheirData) {
  EXPECT_EQ(tail_of(two_tensors(8, 32, 8, 0, 64), 15),
            (Lines{"96 128 tensor[1].data|F32 (0)|\"b\" [8] 32 bytes",
                   "128 160 tensor[0].data|F32 (0)|\"a\" [8] 32 bytes"}));
}

TEST(Layout, SharedBytesStayWithTheFirstTensor) {
  EXPECT_EQ(
      tail_of(two_tensors(8, 0, 16, 0, 64), 15),
      (Lines{
          "96 128 tensor[0].data|F32 (0)|\"a\" [8] 32 bytes",
          "128 160 tensor[1].data|F32 (0)|\"b\" [16] 64 bytes, OVERLAP: shares 32 bytes with tensor[0].data, "
          "begins at 0x60"}));
  EXPECT_EQ(
      tail_of(two_tensors(16, 0, 8, 32, 64), 15),
      (Lines{
          "96 160 tensor[0].data|F32 (0)|\"a\" [16] 64 bytes",
          "160 160 tensor[1].data|F32 (0)|\"b\" [8] 32 bytes, OVERLAP: shares 32 bytes with tensor[0].data, "
          "begins at 0x80"}));
}

TEST(Layout, CutDataSayWhereTheyBelong) {
  const std::string file = two_tensors(8, 0, 8, 32, 40);
  EXPECT_EQ(tail_of(file, 16),
            (Lines{"128 136 tensor[1].data|F32 (0)|\"b\" [8] 32 bytes, CUT: belongs at 0x80-0xa0"}));
  EXPECT_EQ(stop_of(file), "136 tensor[1].data");
}

TEST(Layout, ATensorOfUnknownTypeReachesToTheNextOne) {
  const std::string file = header(3, 2, 0) + info('a', 8, 77, 0) + info('b', 8, 0, 32) + zeros(6 + 64);
  EXPECT_EQ(tail_of(file, 15), (Lines{"96 128 tensor[0].data|type 77|\"a\" [8] size unknown",
                                      "128 160 tensor[1].data|F32 (0)|\"b\" [8] 32 bytes"}));
  EXPECT_EQ(stop_of(file), "45 tensor[0].type");
}

// Where the structure breaks, what could be read of the broken record is shown, its lie included.
TEST(Layout, StopsWhereTheStructureBreaks) {
  const auto last = [](const std::string& file) { return lines_of(file).back(); };
  EXPECT_EQ(stop_of("GGML"), "0 magic");
  EXPECT_EQ(last("GGML"), "0 4 unread||47 47 4d 4c");
  EXPECT_EQ(stop_of(header(4, 0, 0)), "4 version");
  EXPECT_EQ(lines_of(header(4, 0, 0))[1], "4 8 version|u32|4");
  EXPECT_EQ(stop_of(header(3, 0, 1) + "\1\0\0\0\0\0\0\0a\x0D\0\0\0z"s), "33 kv[0].value_type");
  const std::string many = header(3, 0, 1) + "\1\0\0\0\0\0\0\0a\x09\0\0\0\4\0\0\0\2\0\0\0\0\0\0\0\1\0\0\0"s;
  EXPECT_EQ(stop_of(many), "41 kv[0].value.count");
  EXPECT_EQ(tail_of(many, 6), (Lines{"37 41 kv[0].value.element_type|u32|u32 (4)",
                                     "41 49 kv[0].value.count|u64|2", "49 53 unread||01 00 00 00"}));
  EXPECT_EQ(stop_of(header(3, 1, 0) + info('t', 8, 0, 0).substr(0, 30)), "49 tensor[0].offset");
  EXPECT_EQ(stop_of(header(3, 1, 0) + info('t', 8, 0, 0)), "57 padding");
}

TEST(Layout, EveryPrefixAndEveryFlippedByteIsCoveredExactly) {
  for (const std::string& file :
       {whole_file(), two_tensors(2, 0, 8, 64, 96), two_tensors(16, 0, 8, 32, 64)}) {
    for (std::size_t n = 0; n < file.size(); ++n) {
      expect_joined(std::string_view(file).substr(0, n), {1, 80});
      for (const int flip : {1, 8, 0x80, 0xFF}) {
        std::string other = file;
        other[n] = static_cast<char>(other[n] ^ flip);
        expect_joined(other);
        expect_joined(other, {1, 80});
      }
    }
  }
}

TEST(Layout, APrefixThatLacksDataIsAStop) {
  const std::string file = whole_file();
  for (std::size_t n = 0; n < 160; ++n) EXPECT_NE(stop_of(std::string_view(file).substr(0, n)), "none") << n;
  EXPECT_EQ(stop_of(std::string_view(file).substr(0, 160)), "none");
}

}  // namespace
}  // namespace ggufproof
