// Whole files, written down byte by byte from the format's document, and sizes from ggml's block tables.
#include "generators/write.h"

#include <gtest/gtest.h>

#include "generators/hex_bytes.h"

namespace ggufproof {
namespace {

using Numbers = std::vector<std::uint64_t>;

std::string zeros(std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += "00 ";
  return out;
}

// A pair of each shape, alignment 8, a tensor of 3 bytes and one of 4.
FileModel sample() {
  FileModel file;
  file.metadata = {
      {"general.alignment", Scalar{ValueType::u32, 8}},
      {"t.s", std::string("x\xc3\xa9")},
      {"t.a", ModelArray{ValueType::i16, Numbers{0xffff, 2}}},
      {"t.b", ModelArray{ValueType::string, std::vector<std::string>{"", "z"}}},
      {"t.n", ModelArray{ValueType::array, std::vector<ModelArray>{{ValueType::boolean, Numbers{1}},
                                                                   {ValueType::f64, Numbers{}}}}},
  };
  file.tensors = {{"u", {3, 1}, TensorType::i8, std::vector<std::uint8_t>{1, 2, 3}},
                  {"v", {}, TensorType::f32, Fill{60, 3}}};
  return file;
}

TEST(WriteFile, version3LittleEndian) {
  const std::string expected =
      "'GGUF'  03 00 00 00  02 00 00 00 00 00 00 00  05 00 00 00 00 00 00 00"
      "11 00 00 00 00 00 00 00 'general.alignment'  04 00 00 00  08 00 00 00"
      "03 00 00 00 00 00 00 00 't.s'  08 00 00 00  03 00 00 00 00 00 00 00 'x' c3 a9"
      "03 00 00 00 00 00 00 00 't.a'  09 00 00 00  03 00 00 00  02 00 00 00 00 00 00 00  ff ff  02 00"
      "03 00 00 00 00 00 00 00 't.b'  09 00 00 00  08 00 00 00  02 00 00 00 00 00 00 00"
      "   00 00 00 00 00 00 00 00  01 00 00 00 00 00 00 00 'z'"
      "03 00 00 00 00 00 00 00 't.n'  09 00 00 00  09 00 00 00  02 00 00 00 00 00 00 00"
      "   07 00 00 00  01 00 00 00 00 00 00 00  01   0c 00 00 00  00 00 00 00 00 00 00 00"
      "01 00 00 00 00 00 00 00 'u'  02 00 00 00  03 00 00 00 00 00 00 00  01 00 00 00 00 00 00 00"
      "   18 00 00 00  00 00 00 00 00 00 00 00"
      "01 00 00 00 00 00 00 00 'v'  00 00 00 00   00 00 00 00  08 00 00 00 00 00 00 00";
  const std::size_t infos_end = hex_bytes(expected).size();
  ASSERT_EQ(infos_end, 24U + 33 + 26 + 31 + 44 + 52 + 41 + 25);  // 276, hence 4 bytes of padding
  EXPECT_EQ(write(sample()).bytes(),
            hex_bytes(expected + zeros(4) + "01 02 03" + zeros(5) + "3c 3f 02 05" + zeros(4)));
}

TEST(WriteFile, version3BigEndian) {
  FileModel file;
  file.order = ByteOrder::big;
  file.metadata = {{"t.f", Scalar{ValueType::f32, 0x3f800000}}};  // 1.0
  file.tensors = {{"w", {2}, TensorType::f16, std::vector<std::uint8_t>{0x3c, 0, 0xbc, 0}}};
  EXPECT_EQ(write(file).bytes(),
            hex_bytes("'GGUF'  00 00 00 03  00 00 00 00 00 00 00 01  00 00 00 00 00 00 00 01"
                      "00 00 00 00 00 00 00 03 't.f'  00 00 00 06  3f 80 00 00"
                      "00 00 00 00 00 00 00 01 'w'  00 00 00 01  00 00 00 00 00 00 00 02"
                      "00 00 00 01  00 00 00 00 00 00 00 00" +
                      zeros(20) + "3c 00 bc 00" + zeros(28)));
}

TEST(WriteFile, version2IsVersion3ButForItsNumber) {
  FileModel file = sample();
  auto expected = write(file).bytes();
  expected[4] = 2;
  file.version = 2;
  EXPECT_EQ(write(file).bytes(), expected);
}

TEST(WriteFile, version1HasCountsAndLengthsOf32Bits) {
  FileModel file;
  file.version = 1;
  file.metadata = {{"k", ModelArray{ValueType::string, std::vector<std::string>{"ab"}}}};
  file.tensors = {{"w", {1}, TensorType::i64, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}}};
  EXPECT_EQ(write(file).bytes(),
            hex_bytes("'GGUF'  01 00 00 00  01 00 00 00  01 00 00 00"
                      "01 00 00 00 'k'  09 00 00 00  08 00 00 00  01 00 00 00  02 00 00 00 'ab'"
                      "01 00 00 00 'w'  01 00 00 00  01 00 00 00  1b 00 00 00"
                      "00 00 00 00 00 00 00 00"
                      "01 02 03 04 05 06 07 08" +
                      zeros(24)));
}

TEST(WriteFile, withoutTensorsThereIsNoPadding) {
  FileModel file;
  file.metadata = {{"k", Scalar{ValueType::boolean, 1}}};
  EXPECT_EQ(write(file).bytes(),
            hex_bytes("'GGUF' 03 00 00 00  00 00 00 00 00 00 00 00  01 00 00 00 00 00 00 00"
                      "01 00 00 00 00 00 00 00 'k'  07 00 00 00  01"));
}

TEST(WriteFile, labelsFollowTheGrammar) {
  std::vector<std::string> labels;
  const Wire wire = write(sample());
  for (const WireField& field : wire.fields()) labels.push_back(field.label);
  const std::vector<std::string> expected{"magic",
                                          "version",
                                          "tensor_count",
                                          "metadata_kv_count",
                                          "kv[0].key",
                                          "kv[0].value_type",
                                          "kv[0].value",
                                          "kv[1].key",
                                          "kv[1].value_type",
                                          "kv[1].value",
                                          "kv[2].key",
                                          "kv[2].value_type",
                                          "kv[2].value.element_type",
                                          "kv[2].value.count",
                                          "kv[2].value[0]",
                                          "kv[2].value[1]",
                                          "kv[3].key",
                                          "kv[3].value_type",
                                          "kv[3].value.element_type",
                                          "kv[3].value.count",
                                          "kv[3].value[0]",
                                          "kv[3].value[1]",
                                          "kv[4].key",
                                          "kv[4].value_type",
                                          "kv[4].value.element_type",
                                          "kv[4].value.count",
                                          "kv[4].value[0].element_type",
                                          "kv[4].value[0].count",
                                          "kv[4].value[0][0]",
                                          "kv[4].value[1].element_type",
                                          "kv[4].value[1].count",
                                          "tensor[0].name",
                                          "tensor[0].n_dimensions",
                                          "tensor[0].dimensions[0]",
                                          "tensor[0].dimensions[1]",
                                          "tensor[0].type",
                                          "tensor[0].offset",
                                          "tensor[1].name",
                                          "tensor[1].n_dimensions",
                                          "tensor[1].type",
                                          "tensor[1].offset",
                                          "padding",
                                          "tensor[0].data",
                                          "tensor[0].padding",
                                          "tensor[1].data",
                                          "tensor[1].padding"};
  EXPECT_EQ(labels, expected);
}

TEST(ShapeBytes, followBlocks) {
  EXPECT_EQ(shape_bytes({}, TensorType::f32), 4U);
  EXPECT_EQ(shape_bytes({5, 3}, TensorType::f16), 30U);
  EXPECT_EQ(shape_bytes({64, 2}, TensorType::q4_0), 2U * 2 * 18);
  EXPECT_EQ(shape_bytes({256, 1, 3}, TensorType::q6_k), 3U * 210);
  EXPECT_EQ(shape_bytes({128}, TensorType::q1_0), 18U);
  EXPECT_EQ(shape_bytes({0, 7}, TensorType::q4_0), 0U);
  EXPECT_EQ(shape_bytes({32, 0, std::uint64_t{1} << 63, 4}, TensorType::q4_0), 0U);
}

TEST(ShapeBytes, areNothingWhereTheyCannotBeTold) {
  EXPECT_EQ(shape_bytes({33}, TensorType::q4_0), std::nullopt);
  EXPECT_EQ(shape_bytes({}, TensorType::q4_0), std::nullopt);
  EXPECT_EQ(shape_bytes({32}, TensorType::q4_2), std::nullopt);
  EXPECT_EQ(shape_bytes({1}, static_cast<TensorType>(43)), std::nullopt);
  EXPECT_EQ(shape_bytes({std::uint64_t{1} << 62}, TensorType::f32), std::nullopt);
  EXPECT_EQ(shape_bytes({std::uint64_t{1} << 32, std::uint64_t{1} << 32}, TensorType::i8), std::nullopt);
  EXPECT_EQ(shape_bytes({(std::uint64_t{1} << 62) - 1}, TensorType::f32), ~std::uint64_t{0} - 3);
}

TEST(WriteFile, speltOutIsTheSameFile) {
  const FileModel file = sample();
  const FileModel spelt = spelt_out(file);
  EXPECT_EQ(std::get<std::vector<std::uint8_t>>(spelt.tensors[1].data), hex_bytes("3c 3f 02 05"));
  EXPECT_NE(spelt, file);
  EXPECT_EQ(write(spelt).bytes(), write(file).bytes());
}

}  // namespace
}  // namespace ggufproof
