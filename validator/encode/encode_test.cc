// Encoding against blocks computed by hand: a few values are set, and every byte is worked out. The scales
// are powers of two or small integers, so that each can be checked in the head.
#include "validator/encode/encode.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "spec/codebooks.h"
#include "validator/encode/float_codes.h"

namespace ggufproof {
namespace {

struct ValueAt {
  std::size_t element;
  float value;
};

const TensorTypeRow& row_of(TensorType type) { return *tensor_type_row(static_cast<std::uint32_t>(type)); }

/// One encoded block as hex digits: `background` everywhere but for some values.
std::string encoded(TensorType type, float background, const std::vector<ValueAt>& some,
                    ByteOrder order = ByteOrder::little) {
  std::vector<float> values(row_of(type).block_elements, background);
  for (const ValueAt& at : some) values[at.element] = at.value;
  std::vector<std::uint8_t> block(row_of(type).block_bytes);
  EXPECT_TRUE(encode_row(type, values, order, block));
  std::string hex;
  for (const std::uint8_t byte : block) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

std::string times(int count, const std::string& hex) {
  std::string all;
  for (int i = 0; i < count; ++i) all += hex;
  return all;
}

// binary16: 1 is 3c00, 2 is 4000.
TEST(Encode, BlocksWithOneScaleByHand) {
  EXPECT_EQ(encoded(TensorType::q4_0, 0, {{0, -8}, {1, 7}, {16, 1}}), "003c908f" + times(14, "88"));
  EXPECT_EQ(encoded(TensorType::q4_1, 1, {{1, 16}}), "003c003c000f" + times(14, "00"));
  EXPECT_EQ(encoded(TensorType::q5_0, 0, {{0, -16}, {31, 15}}), "003cfeffffff" + times(15, "00") + "f0");
  EXPECT_EQ(encoded(TensorType::q5_1, 0, {{1, 31}}), "003c000002000000000f" + times(14, "00"));
  EXPECT_EQ(encoded(TensorType::q8_0, 0, {{0, 127}, {1, -64.5F}}), "003c7fbf" + times(30, "00"));
  EXPECT_EQ(encoded(TensorType::q1_0, 1, {{1, -1}}), "003cfd" + times(15, "ff"));
  EXPECT_EQ(encoded(TensorType::q2_0, 0, {{0, 2}, {1, -2}, {2, 0.9F}}), "004052" + times(15, "55"));
}

// Digits 2 1 0 2 1 are 196, so 207 of 256; 1 1 1 1 1 are 121, so 128; 1 1 1 1 0 are 120, so 127.
TEST(Encode, TernaryBlocksByHand) {
  EXPECT_EQ(encoded(TensorType::tq1_0, 0, {{0, 1}, {64, -1}, {96, 1}}),
            "cf" + times(47, "80") + "7f7f7f7f" + "003c");
  EXPECT_EQ(encoded(TensorType::tq2_0, 0, {{0, 1}, {32, -1}}), "52" + times(63, "55") + "003c");
}

TEST(Encode, FourBitFloatBlocksByHand) {
  EXPECT_EQ(encoded(TensorType::mxfp4, 0, {{0, 6}, {16, -0.5F}}), "7f97" + times(15, "00"));
  EXPECT_EQ(encoded(TensorType::nvfp4, 0, {{0, 6}, {63, -12}}), "3800004007" + times(30, "00") + "f0");
}

TEST(Encode, PlainTypesAndBigEndianByHand) {
  EXPECT_EQ(encoded(TensorType::f32, 1, {}), "0000803f");
  EXPECT_EQ(encoded(TensorType::f32, 1, {}, ByteOrder::big), "3f800000");
  EXPECT_EQ(encoded(TensorType::f16, 1, {}, ByteOrder::big), "3c00");
  EXPECT_EQ(encoded(TensorType::bf16, 1, {}), "803f");
  EXPECT_EQ(encoded(TensorType::q5_0, 0, {{0, -16}, {31, 15}}, ByteOrder::big),
            "3c00feffffff" + times(15, "00") + "f0");
}

TEST(Encode, ZerosHaveTheScaleZero) {
  EXPECT_EQ(encoded(TensorType::q4_0, 0, {}), "0080" + times(16, "88"));  // 0 / -8 is -0
  EXPECT_EQ(encoded(TensorType::q4_1, 0, {}), times(20, "00"));
  EXPECT_EQ(encoded(TensorType::q8_0, 0, {}), times(34, "00"));
  EXPECT_EQ(encoded(TensorType::tq2_0, 0, {}), times(64, "55") + "0000");
  EXPECT_EQ(encoded(TensorType::mxfp4, 0, {}), times(17, "00"));
}

// The smallest magnitudes need an exponent below what E8M0 has; the least scale is then the nearest.
TEST(Encode, TinyBlocksOfMxfp4HaveTheLeastScale) {
  EXPECT_EQ(encoded(TensorType::mxfp4, 0, {{0, 0x1p-127F}, {1, -0x1p-128F}}), "000209" + times(14, "00"));
}

TEST(FloatCodes, Binary16RoundsToNearestEven) {
  EXPECT_EQ(f16_code(1), 0x3C00);
  EXPECT_EQ(f16_code(-0.0F), 0x8000);
  EXPECT_EQ(f16_code(1 + 0x1p-11F), 0x3C00);
  EXPECT_EQ(f16_code(1 + 0x3p-11F), 0x3C02);
  EXPECT_EQ(f16_code(65519), 0x7BFF);
  EXPECT_EQ(f16_code(65520), 0x7C00);
  EXPECT_EQ(f16_code(0x1p-24F), 0x0001);
  EXPECT_EQ(f16_code(0x1p-25F), 0x0000);
  EXPECT_EQ(f16_code(0x3p-25F), 0x0002);
  EXPECT_EQ(f16_code(-INFINITY), 0xFC00);
  EXPECT_EQ(f16_code(NAN), 0x7E00);
}

TEST(FloatCodes, Bfloat16RoundsToNearestEven) {
  EXPECT_EQ(bf16_code(1), 0x3F80);
  EXPECT_EQ(bf16_code(1 + 0x1p-8F), 0x3F80);
  EXPECT_EQ(bf16_code(1 + 0x3p-8F), 0x3F82);
  EXPECT_EQ(bf16_code(std::numeric_limits<float>::max()), 0x7F80);
  EXPECT_EQ(bf16_code(std::bit_cast<float>(0x7F800001U)), 0x7FC0);
}

TEST(FloatCodes, E4M3RoundsHalvesAwayAndSaturatesFrom256) {
  EXPECT_EQ(e4m3_code(1), 0x38);
  EXPECT_EQ(e4m3_code(1.0625F), 0x39);
  EXPECT_EQ(e4m3_code(1.9375F), 0x40);
  EXPECT_EQ(e4m3_code(240), 0x77);
  EXPECT_EQ(e4m3_code(256), 0x7E);
  EXPECT_EQ(e4m3_code(INFINITY), 0x7E);
  EXPECT_EQ(e4m3_code(0x1p-9F), 0x01);
  EXPECT_EQ(e4m3_code(0x1p-11F), 0x00);
  EXPECT_EQ(e4m3_code(std::nextafter(0x1p-6F, 0.0F)), 0x07);
  EXPECT_EQ(e4m3_code(-1), 0x00);
  EXPECT_EQ(e4m3_code(NAN), 0x00);
}

TEST(Encode, RefusesSizesThatDoNotFitAndTypesItDoesNotKnow) {
  const std::vector<float> values(64);
  std::vector<std::uint8_t> blocks(256, 0x5A);
  const auto encode = [&](TensorType type, std::size_t elements, std::size_t size) {
    return encode_row(type, std::span(values).first(elements), ByteOrder::little,
                      std::span(blocks).first(size));
  };
  EXPECT_FALSE(encode(TensorType::q4_0, 31, 18));
  EXPECT_FALSE(encode(TensorType::q4_0, 32, 17));
  EXPECT_FALSE(encode(TensorType::q4_0, 64, 18));
  EXPECT_FALSE(encode(TensorType::q4_2, 0, 0));
  EXPECT_FALSE(encode(TensorType::q8_1, 32, 36));
  EXPECT_FALSE(encode(static_cast<TensorType>(99), 0, 0));
  EXPECT_EQ(blocks, std::vector<std::uint8_t>(256, 0x5A));
  EXPECT_TRUE(encode(TensorType::q4_0, 64, 36));
  EXPECT_TRUE(encode(TensorType::q4_0, 0, 0));
}

TEST(Encode, ImportancesAreOfWholeBlocksAndWholeRows) {
  const std::vector<float> values(64, 1.0F);
  const std::vector<float> importance(96, 1.0F);
  std::vector<std::uint8_t> blocks(36);
  const auto encode = [&](std::size_t columns) {
    return encode_row(TensorType::q4_0, values, ByteOrder::little, blocks,
                      std::span(importance).first(columns));
  };
  EXPECT_TRUE(encode(0));
  EXPECT_TRUE(encode(32));
  EXPECT_TRUE(encode(64));
  EXPECT_FALSE(encode(16));
  EXPECT_FALSE(encode(48));
  EXPECT_FALSE(encode(96));
}

// Levels 0 to 15 of the scale 1 fit exactly. Part 0 has the minimum 4 and gets the largest code of minima, 63
// of 4/63, and of scales, 63 of 1/63: in binary16 0x2c10 and 0x2410. Part 1 is half of it.
TEST(Encode, SearchedBlockByHand) {
  std::vector<ValueAt> some;
  for (std::size_t i = 0; i < 64; ++i) {
    const auto level = static_cast<float>(i % 16) - 4;
    some.push_back({i, i < 32 ? level : level / 2});
  }
  const std::string nibbles = "00112233445566778899aabbccddeeff";
  const std::string block = encoded(TensorType::q4_k, 0, some);
  EXPECT_EQ(block.substr(0, 8), "1024102c");
  EXPECT_EQ(block.substr(8, 24), "3f2000003f20000000000000");
  EXPECT_EQ(block.substr(32), nibbles + nibbles + times(96, "00"));
}

// Values that are the levels themselves have the scale 1; zeros get the nearest level, 1, whose code is 8.
TEST(Encode, LevelsOfACodeBookByHand) {
  std::vector<ValueAt> some;
  for (std::size_t i = 0; i < iq4_levels.size(); ++i) some.push_back({i, static_cast<float>(iq4_levels[i])});
  EXPECT_EQ(encoded(TensorType::iq4_nl, 0, some), "003c808182838485868788898a8b8c8d8e8f");
}

}  // namespace
}  // namespace ggufproof
