// The quick look against the close one, on every instruction set of this processor, and the close one against
// what the decoders make of the same blocks and against scales read at offsets that stand here a second time.
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include "validator/decode/decode.h"
#include "validator/decode/small_floats.h"
#include "validator/values/block_faults.h"
#include "validator/values/byte_order.h"
#include "validator/values/suspects.h"

namespace ggufproof {

void PrintTo(const TensorTypeRow& row, std::ostream* out) { *out << row.name; }

namespace {

using Data = std::vector<std::uint8_t>;

std::set<Rule> rules_broken(const TensorTypeRow& type, Bytes blocks, ByteOrder order = ByteOrder::little) {
  std::set<Rule> found;
  for (std::size_t at = 0; at < blocks.size(); at += type.block_bytes)
    find_faults(type, blocks.data() + at, order, [&](const BlockFault& fault) { found.insert(fault.rule); });
  return found;
}

/// Where blocks have a binary16 whose exponent may be all ones: ggml-common.h, read anew.
std::vector<std::size_t> halves_of(TensorType type) {
  switch (type) {
    case TensorType::q4_0:
    case TensorType::q5_0:
    case TensorType::q8_0:
    case TensorType::q1_0:
    case TensorType::q2_0:
    case TensorType::iq2_xxs:
    case TensorType::iq2_xs:
    case TensorType::iq2_s:
    case TensorType::iq3_xxs:
    case TensorType::iq3_s:
    case TensorType::iq1_s:
    case TensorType::iq4_nl:
    case TensorType::iq4_xs:
      return {0};
    case TensorType::q4_1:
    case TensorType::q5_1:
    case TensorType::q4_k:
    case TensorType::q5_k:
      return {0, 2};
    case TensorType::q2_k:
      return {80, 82};
    case TensorType::q3_k:
      return {108};
    case TensorType::q6_k:
      return {208};
    case TensorType::tq1_0:
      return {52};
    case TensorType::tq2_0:
      return {64};
    default:
      return {};
  }
}

class Values : public testing::TestWithParam<TensorTypeRow> {
 protected:
  void TearDown() override { use(0); }

  /// Restricts Highway to one instruction set, or with 0 to none.
  static void use(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }

  Data random_blocks(std::size_t count) {
    Data blocks(count * type_.block_bytes);
    for (std::uint8_t& byte : blocks) byte = static_cast<std::uint8_t>(random_());
    return blocks;
  }

  /// Blocks in which nothing is wrong: random ones, most bytes of which are small, that have no fault.
  Data good_blocks(std::size_t count, ByteOrder order = ByteOrder::little) {
    Data blocks;
    while (blocks.size() < count * type_.block_bytes) {
      Data block = random_blocks(1);
      for (std::uint8_t& byte : block) byte &= 0x2A;  // no exponent of ones, no code of 3
      if (type_.type == TensorType::tq1_0) std::fill(block.begin(), block.end(), std::uint8_t{0});
      if (rules_broken(type_, block, order).empty()) blocks.insert(blocks.end(), block.begin(), block.end());
    }
    return blocks;
  }

  /// The first block that breaks a rule; none of integers does.
  std::optional<Bytes> first_faulty(Bytes blocks, ByteOrder order) const {
    for (; !blocks.empty(); blocks = blocks.subspan(type_.block_bytes)) {
      const Bytes block = blocks.first(type_.block_bytes);
      if (!rules_broken(type_, block, order).empty()) return block;
    }
    return std::nullopt;
  }

  /// Calls `test` under each instruction set of this processor, in each byte order.
  template <class Test>
  static void on_every_path(const Test& test) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      use(target);
      SCOPED_TRACE(hwy::TargetName(target));
      for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) test(order);
    }
  }

  const TensorTypeRow type_ = GetParam();
  std::mt19937_64 random_{static_cast<std::uint64_t>(type_.type)};
};

TEST_P(Values, TheQuickLookAgreesWithTheCloseOneOnEveryInstructionSet) {
  const Data random = random_blocks(2000);
  on_every_path([&](ByteOrder order) {
    const Data good = good_blocks(130, order);
    const std::optional<Bytes> faulty = first_faulty(random, order);
    for (std::size_t i = 0; i < 2000; ++i) {
      const Bytes block = Bytes(random).subspan(i * type_.block_bytes, type_.block_bytes);
      ASSERT_EQ(has_suspects(type_, block, order), !rules_broken(type_, block, order).empty())
          << testing::PrintToString(block);
    }
    // One faulty block at each place of runs of each length, so that each lane and each rest of a vector is
    // met.
    for (const std::size_t length : {1U, 2U, 3U, 7U, 8U, 9U, 31U, 33U, 64U, 65U, 127U, 130U}) {
      Data run(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length * type_.block_bytes));
      ASSERT_FALSE(has_suspects(type_, run, order)) << length;
      for (std::size_t place = 0; faulty && place < length; ++place) {
        Data spoilt = run;
        std::copy_n(faulty->begin(), type_.block_bytes,
                    spoilt.begin() + static_cast<std::ptrdiff_t>(place * type_.block_bytes));
        ASSERT_TRUE(has_suspects(type_, spoilt, order)) << place << " of " << length;
      }
    }
  });
}

TEST_P(Values, EachByteOfABlockIsLookedAtOnEveryInstructionSet) {
  on_every_path([&](ByteOrder order) {
    Data block = good_blocks(1, order);
    for (std::uint8_t& byte : block) {
      const std::uint8_t good = byte;
      for (unsigned value = 0; value<256; value += type_.block_bytes> 100 ? 5 : 1) {
        byte = static_cast<std::uint8_t>(value);
        ASSERT_EQ(has_suspects(type_, block, order), !rules_broken(type_, block, order).empty())
            << value << " at " << &byte - block.data();
      }
      byte = good;
    }
  });
}

// Every bit pattern of every binary16, beside codes that are never all zero.
TEST_P(Values, ScalesAreJudgedByTheirMagnitude) {
  for (const std::size_t at : halves_of(type_.type)) {
    Data block = good_blocks(1);
    for (std::uint32_t half = 0; half < 0x10000; ++half) {
      block[at] = static_cast<std::uint8_t>(half);
      block[at + 1] = static_cast<std::uint8_t>(half >> 8);
      const float scale = std::abs(f16_to_float(static_cast<std::uint16_t>(half)));
      std::set<Rule> wanted;
      if (!std::isfinite(scale)) {
        wanted = {Rule::values_scale};
      } else if (scale >= 1024) {
        wanted = {Rule::values_implausible};
      }
      ASSERT_EQ(rules_broken(type_, block), wanted) << half << " at " << at;
      std::swap(block[at], block[at + 1]);
    }
  }
}

TEST_P(Values, WhatDoesNotDecodeToFiniteNumbersIsAnError) {
  if (!is_decodable(type_.type)) return;
  const Data blocks = random_blocks(5000);
  std::vector<double> values(type_.block_elements);
  std::uint64_t not_finite = 0;
  for (std::size_t at = 0; at < blocks.size(); at += type_.block_bytes) {
    const Bytes block = Bytes(blocks).subspan(at, type_.block_bytes);
    ASSERT_TRUE(decode_row(type_.type, block, ByteOrder::little, std::span<double>(values)));
    const bool finite =
        std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
    const std::set<Rule> found = rules_broken(type_, block);
    ASSERT_EQ(finite, !found.contains(Rule::values_element) && !found.contains(Rule::values_scale) &&
                          !found.contains(Rule::values_overflow))
        << testing::PrintToString(block);
    not_finite += finite ? 0 : 1;
  }
  const bool integer = type_.type >= TensorType::i8 && type_.type <= TensorType::i64;
  EXPECT_EQ(not_finite == 0, integer) << "random blocks show nothing";
}

std::vector<TensorTypeRow> types_with_blocks() {
  std::vector<TensorTypeRow> rows;
  std::copy_if(tensor_types.begin(), tensor_types.end(), std::back_inserter(rows),
               [](const TensorTypeRow& row) { return row.block_bytes > 0; });
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Types, Values, testing::ValuesIn(types_with_blocks()),
                         [](const auto& info) { return std::string(info.param.name); });

// 243 numbers of five ternary digits, as quantize_row_tq1_0_ref packs them: 256 / 243 times the number,
// rounded up.
TEST(TernaryBytes, AreThoseThatDigitsMake) {
  const TensorTypeRow& type = *tensor_type_row(static_cast<std::uint32_t>(TensorType::tq1_0));
  std::set<int> five, four;
  for (int digits = 0; digits < 243; ++digits) {
    const int byte = (digits * 256 + 242) / 243;
    five.insert(byte);
    if (digits % 3 == 0) four.insert(byte);
  }
  ASSERT_EQ(five.size(), 243u);
  for (int byte = 0; byte < 256; ++byte) {
    Data block(type.block_bytes);
    block[47] = static_cast<std::uint8_t>(byte);
    EXPECT_EQ(rules_broken(type, block).empty(), five.contains(byte)) << byte;
    EXPECT_EQ(has_suspects(type, block, ByteOrder::little), !five.contains(byte)) << byte;
    block[47] = 0;
    block[48] = static_cast<std::uint8_t>(byte);
    EXPECT_EQ(rules_broken(type, block).empty(), four.contains(byte)) << byte;
    EXPECT_EQ(has_suspects(type, block, ByteOrder::little), !four.contains(byte)) << byte;
  }
}

TEST(BigEndianBlocks, AreReadInTheirOrder) {
  const TensorTypeRow& f32 = *tensor_type_row(0);
  const TensorTypeRow& q4_0 = *tensor_type_row(2);
  const TensorTypeRow& iq1_m = *tensor_type_row(29);
  EXPECT_EQ(rules_broken(f32, Data{0x7F, 0xC0, 0, 0}, ByteOrder::big), std::set{Rule::values_element});
  EXPECT_TRUE(rules_broken(f32, Data{0, 0, 0xC0, 0x7F}, ByteOrder::big).empty());
  Data block(18);
  block[0] = 0x7C;
  EXPECT_EQ(rules_broken(q4_0, block, ByteOrder::big), std::set{Rule::values_scale});
  EXPECT_TRUE(rules_broken(q4_0, block).empty());
  Data assembled(56);
  assembled[52] = 0xC0;
  assembled[54] = 0x70;
  EXPECT_EQ(rules_broken(iq1_m, assembled, ByteOrder::big), std::set{Rule::values_scale});
}

// Numbers drawn as weights are, as whole floats and as floats that were 16 bits wide once.
TEST(SwappedNumbers, AreToldFromGoodOnes) {
  std::mt19937_64 random(1);
  std::normal_distribution<float> weight(0, 0.02F);
  const TensorTypeRow& f32 = *tensor_type_row(0);
  for (const std::uint32_t kept : {0xFFFFFFFFU, 0xFFFF0000U}) {
    Data blocks(4 * 1000);
    for (std::size_t at = 0; at < blocks.size(); at += 4) {
      const std::uint32_t bits = std::bit_cast<std::uint32_t>(weight(random)) & kept;
      for (unsigned i = 0; i < 4; ++i) blocks[at + i] = static_cast<std::uint8_t>(bits >> 8 * i);
    }
    EXPECT_FALSE(looks_byte_swapped(f32, blocks, ByteOrder::little));
    EXPECT_TRUE(looks_byte_swapped(f32, blocks, ByteOrder::big));
  }
}

// Scales of K types lie below the smallest normal binary16 more often than not.
TEST(SwappedNumbers, SmallScalesAreNone) {
  std::mt19937_64 random(1);
  const TensorTypeRow& q4_k = *tensor_type_row(12);
  Data blocks(144 * 1000);
  for (std::size_t at = 0; at < blocks.size(); at += 144) {
    const std::uint64_t scale = 0x100 + random() % 0x300;
    blocks[at] = static_cast<std::uint8_t>(scale);
    blocks[at + 1] = static_cast<std::uint8_t>(scale >> 8);
  }
  EXPECT_FALSE(looks_byte_swapped(q4_k, blocks, ByteOrder::little));
}

}  // namespace
}  // namespace ggufproof
