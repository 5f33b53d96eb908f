// Decoding against blocks computed by hand from the layouts: a few bytes are set, a few elements are worked
// out. The scales are powers of two, so that every expected value can be checked in the head; element numbers
// reach both ends of a block. Hand-made bytes also cover what no oracle does: integers, doubles, the foreign
// byte order and refusals.
#include "validator/decode/decode.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "spec/blocks.h"

namespace ggufproof {
namespace {

struct ByteAt {
  std::uint64_t offset;
  std::uint8_t byte;
};

struct ElementIs {
  std::uint64_t element;
  float value;
};

/// A block of zero bytes but for some, and what some of its elements are worth.
struct HandBlock {
  TensorType type;
  std::vector<ByteAt> bytes;
  std::vector<ElementIs> elements;
};

// binary16: 0.5 is 38 00, 1 is 3C 00, -1 is BC 00, 2 is 40 00, 4 is 44 00, 8 is 48 00.
const std::vector<HandBlock> hand_blocks{
    {TensorType::q4_0, {{1, 0x40}, {2, 0x1F}}, {{0, 14}, {16, -14}, {1, -16}, {31, -16}}},
    {TensorType::q4_1, {{1, 0x40}, {3, 0x3C}, {19, 0x50}}, {{15, 1}, {31, 11}}},
    {TensorType::q5_0,
     {{1, 0x3C}, {2, 0x01}, {5, 0x80}, {6, 0x03}, {21, 0xF0}},
     {{0, 3}, {16, -16}, {15, -16}, {31, 15}}},
    {TensorType::q5_1, {{1, 0x3C}, {3, 0xBC}, {5, 0x01}, {16, 0x02}}, {{8, 17}, {24, -1}}},
    {TensorType::q8_0, {{1, 0x38}, {2, 0x7F}, {33, 0x80}}, {{0, 63.5F}, {1, 0}, {31, -64}}},
    {TensorType::q1_0, {{1, 0x40}, {2, 0x02}, {17, 0x80}}, {{0, -2}, {1, 2}, {126, -2}, {127, 2}}},
    {TensorType::q2_0,
     {{1, 0x40}, {2, 0xE4}, {17, 0x40}},
     {{0, -2}, {1, 0}, {2, 2}, {3, 4}, {62, -2}, {63, 0}}},
    // Part 0: scale 3, minimum 1; part 1: minimum 2; part 6: scale 2; part 15: scale 5.
    {TensorType::q2_k,
     {{0, 0x13}, {1, 0x20}, {6, 0x02}, {15, 0x05}, {16, 0xE4}, {79, 0x80}, {81, 0x3C}, {83, 0x40}},
     {{0, -2}, {16, -4}, {96, 6}, {255, 10}}},
    // Part 0: 5 | 2 << 4, less 32; part 15: 15 | 3 << 4, less 32.
    {TensorType::q3_k,
     {{0, 0x01},
      {31, 0x80},
      {32, 0x03},
      {95, 0x40},
      {96, 0x05},
      {103, 0xF0},
      {104, 0x02},
      {107, 0xC0},
      {109, 0x3C}},
     {{0, 15}, {1, -20}, {254, -124}, {255, 31}}},
    // Part 0: scale 1, minimum 2; part 4: scale 5 | 3 << 4, minimum 7 | 1 << 4.
    {TensorType::q4_k,
     {{1, 0x3C}, {3, 0x38}, {4, 0xC1}, {8, 0x42}, {12, 0x75}, {16, 0x0F}, {80, 0x02}},
     {{0, 14}, {1, -1}, {128, 94.5F}, {129, -11.5F}}},
    {TensorType::q5_k,
     {{1, 0x3C},
      {3, 0x3C},
      {4, 0x02},
      {8, 0x03},
      {15, 0x04},
      {16, 0x01},
      {47, 0x80},
      {48, 0x01},
      {175, 0xA0}},
     {{0, 31}, {1, -3}, {255, 104}}},
    // Part 0: scale -2; part 15: scale 127.
    {TensorType::q6_k,
     {{0, 0x0F}, {127, 0x10}, {128, 0x03}, {191, 0x80}, {192, 0xFE}, {207, 0x7F}, {209, 0x38}},
     {{0, -31}, {1, 32}, {254, -2032}, {255, 63.5F}}},
    // The digits 2 1 0 2 1 are 196 of 243, so the byte is 207; 0 2 1 2 (0) are 69 of 243, so it is 73.
    {TensorType::tq1_0,
     {{0, 207}, {47, 207}, {51, 73}, {53, 0x40}},
     {{0, 2},
      {32, 0},
      {64, -2},
      {96, 2},
      {128, 0},
      {175, 2},
      {239, 0},
      {243, -2},
      {247, 2},
      {251, 0},
      {255, 2}}},
    {TensorType::tq2_0,
     {{0, 0xE4}, {63, 0x40}, {65, 0x40}},
     {{0, -2}, {32, 0}, {64, 2}, {96, 4}, {223, -2}, {255, 0}}},
    {TensorType::iq4_nl, {{1, 0x40}, {2, 0xF0}}, {{0, -254}, {16, 226}}},
    // Part 0: 15 | 1 << 4, less 32; part 7: 15 | 3 << 4, less 32.
    {TensorType::iq4_xs,
     {{1, 0x3C}, {2, 0x01}, {3, 0xC0}, {4, 0x0F}, {7, 0xF0}, {135, 0x80}},
     {{0, 127}, {224, -3937}, {255, 31}}},
    {TensorType::mxfp4, {{0, 128}, {1, 0x1F}}, {{0, -12}, {16, 1}, {1, 0}}},
    // Part 0: 1; part 3: 2 (1 + 1/8).
    {TensorType::nvfp4,
     {{0, 0x38}, {3, 0x41}, {4, 0x72}, {35, 0x3A}},
     {{0, 1}, {8, 6}, {55, -2.25F}, {63, 3.375F}}},
    // Grid point 0 is all 8, point 1 begins with 43. Scales: 8 * 1.5 / 4 and 8 * 0.5 / 4.
    {TensorType::iq2_xxs,
     {{1, 0x48}, {2, 0x01}, {6, 0x01}, {9, 0x10}},
     {{0, -129}, {1, 24}, {7, -24}, {8, 24}, {32, 8}, {255, 8}}},
    // Scales: 8 * 1.5 / 4, then 8 * 2.5 / 4.
    {TensorType::iq2_xs,
     {{1, 0x48}, {2, 0x01}, {3, 0x02}, {66, 0x21}},
     {{0, -129}, {7, -24}, {8, 24}, {16, 40}}},
    // Point 1 begins with 43, point 1023 is all 43. Scales: 3 at both ends.
    {TensorType::iq2_s,
     {{1, 0x48}, {2, 0x01}, {33, 0xFF}, {34, 0x02}, {73, 0xC0}, {74, 0x01}, {81, 0x10}},
     {{0, 129}, {1, -24}, {255, 129}}},
    // Point 0 is all 4, point 1 begins with 20. Scale: 4 * 1.5 / 2.
    {TensorType::iq3_xxs,
     {{1, 0x44}, {2, 0x01}, {66, 0x01}, {69, 0x10}},
     {{0, -60}, {1, 12}, {7, -12}, {8, 12}, {32, 4}}},
    // Point 0 is all 1, point 1 begins with 3, point 511 is 1 1 15 15. Scales: 3, then 5.
    {TensorType::iq3_s,
     {{1, 0x3C}, {2, 0x01}, {3, 0xFF}, {66, 0x02}, {74, 0x80}, {106, 0x21}},
     {{0, 9}, {1, 3}, {5, 3}, {6, 45}, {7, -45}, {32, 5}}},
    // Point 0 is all -1, point 2047 all 1. Scales: 1, 7, 1; the second part is shifted down.
    {TensorType::iq1_s,
     {{1, 0x3C}, {33, 0xFF}, {37, 0xB0}, {49, 0x0E}},
     {{0, -0.875F}, {32, -7.875F}, {248, 1.125F}, {255, 1.125F}}},
    // d is 3C00: digits 0, 0, C, 3. Scales: 3, 1, and 5 at the end; the first eight are shifted down.
    {TensorType::iq1_m,
     {{31, 0xFF}, {32, 0x08}, {47, 0x70}, {48, 0x01}, {53, 0xC0}, {55, 0x34}},
     {{0, -3.375F}, {8, -2.625F}, {16, -0.875F}, {255, 5.625F}}},
};

const TensorTypeRow& row_of(TensorType type) { return *tensor_type_row(static_cast<std::uint32_t>(type)); }

std::vector<std::uint8_t> bytes_of(const HandBlock& hand) {
  std::vector<std::uint8_t> bytes(row_of(hand.type).block_bytes);
  for (const ByteAt& at : hand.bytes) bytes[at.offset] = at.byte;
  return bytes;
}

/// Reverses the units of every field of every block.
void swap_units(TensorType type, std::vector<std::uint8_t>& blocks) {
  const std::uint64_t block_bytes = row_of(type).block_bytes;
  for (const BlockField& field : block_fields) {
    if (field.type != type) continue;
    const std::uint64_t unit = field_kind_row(field.kind).unit_bytes;
    for (std::uint64_t block = 0; block < blocks.size(); block += block_bytes) {
      for (std::uint64_t i = 0; i < field.units; ++i) {
        const auto first = blocks.begin() + static_cast<std::ptrdiff_t>(block + field.offset + i * unit);
        std::reverse(first, first + static_cast<std::ptrdiff_t>(unit));
      }
    }
  }
}

TEST(Decode, EveryQuantizedTypeHasABlockByHand) {
  for (const TensorTypeRow& row : tensor_types) {
    if (row.status != TensorTypeStatus::live || !is_quantized(row)) continue;
    EXPECT_TRUE(std::any_of(hand_blocks.begin(), hand_blocks.end(), [&](const HandBlock& hand) {
      return hand.type == row.type;
    })) << row.name;
  }
}

TEST(Decode, BlocksByHand) {
  for (const HandBlock& hand : hand_blocks) {
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      std::vector<std::uint8_t> bytes = bytes_of(hand);
      if (order == ByteOrder::big) swap_units(hand.type, bytes);
      std::vector<float> floats(row_of(hand.type).block_elements);
      std::vector<double> doubles(floats.size());
      ASSERT_TRUE(decode_row(hand.type, bytes, order, std::span<float>(floats)));
      ASSERT_TRUE(decode_row(hand.type, bytes, order, std::span<double>(doubles)));
      for (const ElementIs& want : hand.elements) {
        EXPECT_EQ(floats[want.element], want.value) << row_of(hand.type).name << " element " << want.element;
        EXPECT_EQ(doubles[want.element], want.value) << row_of(hand.type).name << " element " << want.element;
      }
    }
  }
}

// What is reversed in a big-endian file, in bytes: d of Q4_0, words of IQ2_XS, the bytes of a word of Q5_0
// not.
TEST(Decode, BigEndianBytesByHand) {
  const auto first = [](TensorType type, std::vector<std::uint8_t> bytes) {
    bytes.resize(row_of(type).block_bytes);
    std::vector<float> out(row_of(type).block_elements);
    EXPECT_TRUE(decode_row(type, bytes, ByteOrder::big, std::span<float>(out)));
    return out.front();
  };
  EXPECT_EQ(first(TensorType::q4_0, {0x40, 0x00, 0x0F}), 14.0F);
  EXPECT_EQ(first(TensorType::iq2_xs, {0x48, 0x00, 0x02, 0x01}), -43.0F);
  EXPECT_EQ(first(TensorType::q5_0, {0x3C, 0x00, 0x01, 0, 0, 0, 0x03}), 3.0F);
  EXPECT_EQ(first(TensorType::f64, {0x3F, 0xF8, 0, 0, 0, 0, 0, 0}), 1.5F);
  EXPECT_EQ(first(TensorType::i32, {0xFF, 0xFF, 0xFF, 0xFE}), -2.0F);
}

TEST(Decode, EitherOrderOfRandomBlocksGivesTheSame) {
  std::mt19937_64 random(7);
  for (const TensorTypeRow& row : tensor_types) {
    if (!is_decodable(row.type)) continue;
    std::vector<std::uint8_t> blocks(row.block_bytes * 100);
    for (std::uint8_t& byte : blocks) byte = static_cast<std::uint8_t>(random());
    std::vector<float> little(row.block_elements * 100);
    std::vector<float> big(little.size());
    ASSERT_TRUE(decode_row(row.type, blocks, ByteOrder::little, std::span<float>(little)));
    swap_units(row.type, blocks);
    ASSERT_TRUE(decode_row(row.type, blocks, ByteOrder::big, std::span<float>(big)));
    for (std::size_t i = 0; i < little.size(); ++i) {
      ASSERT_TRUE(little[i] == big[i] || (std::isnan(little[i]) && std::isnan(big[i])))
          << row.name << " " << i;
    }
  }
}

template <class Out>
std::vector<Out> plain(TensorType type, const std::vector<std::uint8_t>& bytes) {
  std::vector<Out> out(bytes.size() / row_of(type).block_bytes);
  EXPECT_TRUE(decode_row(type, bytes, ByteOrder::little, std::span<Out>(out)));
  return out;
}

TEST(Decode, PlainTypesByHand) {
  EXPECT_EQ(plain<float>(TensorType::f32, {0, 0, 0x80, 0x3F, 0, 0, 0x20, 0xC0}),
            (std::vector<float>{1, -2.5F}));
  EXPECT_EQ(plain<float>(TensorType::f16, {0, 0x3C, 0xFF, 0x7B}), (std::vector<float>{1, 65504}));
  EXPECT_EQ(plain<float>(TensorType::bf16, {0x80, 0x3F, 0x20, 0xC0}), (std::vector<float>{1, -2.5F}));
  EXPECT_EQ(plain<float>(TensorType::i8, {0x80, 0x7F}), (std::vector<float>{-128, 127}));
  EXPECT_EQ(plain<float>(TensorType::i16, {0, 0x80, 0xFF, 0x7F}), (std::vector<float>{-32768, 32767}));
  EXPECT_EQ(plain<float>(TensorType::i32, {0xFF, 0xFF, 0xFF, 0xFF}), (std::vector<float>{-1}));
}

// 2^24 + 1 and 2^53 + 1 are the first integers that the two widths cannot hold; both ties go to even.
TEST(Decode, RoundsOnlyWhereTheWidthEnds) {
  EXPECT_EQ(plain<float>(TensorType::i32, {1, 0, 0, 1}), (std::vector<float>{16777216.0F}));
  EXPECT_EQ(plain<double>(TensorType::i32, {1, 0, 0, 1}), (std::vector<double>{16777217.0}));
  EXPECT_EQ(plain<double>(TensorType::i64, {1, 0, 0, 0, 0, 0, 0x20, 0}),
            (std::vector<double>{9007199254740992.0}));
  EXPECT_EQ(plain<double>(TensorType::i64, {0, 0, 0, 0, 0, 0, 0, 0x80}), (std::vector<double>{-0x1p63}));
  const std::vector<std::uint8_t> huge{0, 0, 0, 0, 0, 0, 0, 0x70};  // 2^(0x700 - 1023)
  EXPECT_EQ(plain<double>(TensorType::f64, huge), (std::vector<double>{0x1p769}));
  EXPECT_EQ(plain<float>(TensorType::f64, huge), (std::vector<float>{INFINITY}));
}

TEST(Decode, OverflowOfTheLargestPowersIsAnInfinity) {
  std::vector<std::uint8_t> block(17);
  std::vector<float> out(32);
  block[0] = 0xFE;
  block[1] = 0x73;  // 1.5 and 6
  ASSERT_TRUE(decode_row(TensorType::mxfp4, block, ByteOrder::little, std::span<float>(out)));
  EXPECT_EQ(out[0], 1.5F * 0x1p127F);
  EXPECT_EQ(out[16], INFINITY);
}

TEST(Decode, RefusesSizesThatDoNotFitAndTypesWithoutValues) {
  const std::vector<std::uint8_t> bytes(36);
  std::vector<float> out(64, 5.0F);
  const auto decode = [&](TensorType type, std::size_t size, std::size_t elements) {
    return decode_row(type, Bytes(bytes).first(size), ByteOrder::little,
                      std::span<float>(out).first(elements));
  };
  EXPECT_FALSE(decode(TensorType::q4_0, 17, 32));
  EXPECT_FALSE(decode(TensorType::q4_0, 18, 31));
  EXPECT_FALSE(decode(TensorType::q4_0, 18, 64));
  EXPECT_FALSE(decode(TensorType::q4_0, 18, 0));
  EXPECT_FALSE(decode(TensorType::q8_1, 36, 32));
  EXPECT_FALSE(decode(TensorType::q4_2, 0, 0));
  EXPECT_FALSE(decode(static_cast<TensorType>(43), 0, 0));
  EXPECT_EQ(out, std::vector<float>(64, 5.0F));
  EXPECT_TRUE(decode(TensorType::q4_0, 0, 0));
  EXPECT_TRUE(decode(TensorType::q4_0, 36, 64));
}

TEST(Decode, KnowsExactlyTheLiveTypes) {
  EXPECT_TRUE(is_decodable(TensorType::f64));
  EXPECT_TRUE(is_decodable(TensorType::nvfp4));
  EXPECT_FALSE(is_decodable(TensorType::q8_1));
  EXPECT_FALSE(is_decodable(TensorType::q8_k));
  EXPECT_FALSE(is_decodable(TensorType::iq4_nl_4_4));
  EXPECT_FALSE(is_decodable(static_cast<TensorType>(0xFFFFFFFF)));
}

}  // namespace
}  // namespace ggufproof
