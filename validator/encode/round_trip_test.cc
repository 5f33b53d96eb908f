// Encoders against the decoders, which share nothing with them: how far a decoded value may lie from what was
// encoded, that both byte orders say the same, that closed-form types keep decoded values, and that nothing
// is harmed by values that are not finite.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "validator/decode/decode.h"
#include "validator/encode/encode.h"

namespace ggufproof {

/// Without this the names of tests would hold bytes of rows, addresses among them.
inline void PrintTo(const TensorTypeRow& row, std::ostream* out) { *out << row.name; }

namespace {

using Random = std::mt19937;

std::vector<std::uint8_t> encoded(const TensorTypeRow& row, const std::vector<float>& values,
                                  ByteOrder order = ByteOrder::little,
                                  const std::vector<float>& importance = {}) {
  std::vector<std::uint8_t> blocks(values.size() / row.block_elements * row.block_bytes);
  if (!encode_row(row.type, values, order, blocks, importance)) throw std::logic_error("sizes do not fit");
  return blocks;
}

std::vector<float> decoded(const TensorTypeRow& row, const std::vector<std::uint8_t>& blocks,
                           ByteOrder order = ByteOrder::little) {
  std::vector<float> values(blocks.size() / row.block_bytes * row.block_elements);
  if (!decode_row(row.type, blocks, order, std::span(values))) {
    throw std::logic_error("sizes do not fit");
  }
  return values;
}

std::vector<float> normal_values(std::size_t count, Random& random) {
  std::normal_distribution<float> normal(0, 0.02F);
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

/// How far a decoded value may lie from the encoded one, as a part of the block's largest magnitude: one step
/// between levels of a scale that maps this magnitude to the largest level, twice that where a minimum makes
/// levels span both signs. Points of a grid are further apart than their numbers; there no value may move by
/// more than the whole. IQ1 has so few points that a value may even get the other sign: then it moves by
/// itself and by the largest level, 1.125, times the factor 1.125 of scales.
float step_of(TensorType type) {
  using enum TensorType;
  switch (type) {
    case f32:
      return 0;
    case f16:
      return 0x1p-11F;
    case bf16:
      return 0x1p-8F;
    case q8_0:
      return 1.0F / 127;
    case q6_k:
      return 1.0F / 32;
    case q5_0:
      return 1.0F / 16;
    case q5_1:
    case q5_k:
      return 2.0F / 31;
    case q4_0:
      return 1.0F / 8;
    case q4_1:
    case q4_k:
      return 2.0F / 15;
    case iq4_nl:
    case iq4_xs:
      return 24.0F / 127;
    case mxfp4:
    case nvfp4:
      return 2.0F / 6;
    case q3_k:
      return 1.0F / 4;
    case q2_k:
      return 2.0F / 3;
    case iq1_s:
    case iq1_m:
      return 1 + 1.125F * 1.125F;
    default:
      return 1;
  }
}

class RoundTrip : public testing::TestWithParam<TensorTypeRow> {
 protected:
  TensorTypeRow row_ = GetParam();
  Random random_{17};
};

TEST_P(RoundTrip, NoValueMovesByMoreThanAStep) {
  const auto number =
      rc::gen::map(rc::gen::inRange(-1000, 1001), [](int x) { return static_cast<float>(x) / 8; });
  const auto block = rc::gen::container<std::vector<float>>(row_.block_elements, number);
  EXPECT_TRUE(rc::check([&] {
    const std::vector<float> values = *block;
    const std::vector<float> result = decoded(row_, encoded(row_, values));
    float largest = 0;
    for (const float value : values) largest = std::max(largest, std::fabs(value));
    const float bound = 1.01F * step_of(row_.type) * largest;  // scales are rounded, too
    for (std::size_t i = 0; i < values.size(); ++i) RC_ASSERT(std::fabs(result[i] - values[i]) <= bound);
  }));
}

TEST_P(RoundTrip, BothByteOrdersHoldTheSameValues) {
  const std::vector<float> values = normal_values(4 * row_.block_elements, random_);
  EXPECT_EQ(decoded(row_, encoded(row_, values)),
            decoded(row_, encoded(row_, values, ByteOrder::big), ByteOrder::big));
}

TEST_P(RoundTrip, ImportancesAreThoseOfTheColumnsOfEachRow) {
  const std::vector<float> row = normal_values(256, random_);
  std::vector<float> importance(256);
  for (float& each : importance) each = std::exp(100 * normal_values(1, random_)[0]);
  std::vector<float> two_rows = row;
  two_rows.insert(two_rows.end(), row.begin(), row.end());
  const std::vector<std::uint8_t> one = encoded(row_, row, ByteOrder::little, importance);
  std::vector<std::uint8_t> twice = one;
  twice.insert(twice.end(), one.begin(), one.end());
  EXPECT_EQ(encoded(row_, two_rows, ByteOrder::little, importance), twice);
}

// Sanitizers watch; nothing else is promised.
TEST_P(RoundTrip, NothingIsHarmedByValuesThatAreNotFinite) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr std::array odd{0.0F,      -0.0F,    NAN,   infinity, -infinity, std::numeric_limits<float>::max(),
                           0x1p-149F, 0x1p-20F, -1.0F, 3.5F,     1e30F,     -0x1p-126F};
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t kinds = 1 + random_() % 4;
    std::array<float, 4> few{};
    for (float& each : few) each = odd[random_() % odd.size()];
    std::vector<float> values(256);
    std::vector<float> importance(256);
    for (float& each : values) {
      each = round % 2 == 0 ? few[random_() % kinds]
                            : std::bit_cast<float>(static_cast<std::uint32_t>(random_()));
    }
    for (float& each : importance) each = round % 3 == 0 ? few[random_() % kinds] : 1.0F;
    EXPECT_EQ(decoded(row_, encoded(row_, values)).size(), values.size());
    EXPECT_EQ(decoded(row_, encoded(row_, values, ByteOrder::little, importance)).size(), values.size());
  }
}

std::vector<TensorTypeRow> all_types() {
  std::vector<TensorTypeRow> rows;
  for (const TensorTypeRow& row : tensor_types) {
    if (is_encodable(row.type)) rows.push_back(row);
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Types, RoundTrip, testing::ValuesIn(all_types()),
                         [](const auto& info) { return std::string(info.param.name); });

// What the reference gets wrong: the codes of a part of IQ3_S that comes after one of zeros.
TEST(RoundTripOfIq3S, PartsAfterZerosStandWhereTheyAreLookedFor) {
  const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(TensorType::iq3_s));
  std::vector<float> values(256);
  for (std::size_t i = 32; i < 64; ++i) values[i] = i % 3 == 0 ? -1.0F : 1.0F;
  const std::vector<float> result = decoded(row, encoded(row, values));
  for (std::size_t i = 0; i < 256; ++i) EXPECT_NEAR(result[i], values[i], 0.5) << i;
}

class ClosedForm : public RoundTrip {};

TEST_P(ClosedForm, DecodedValuesAreKept) {
  const std::vector<float> once = decoded(row_, encoded(row_, normal_values(20 * 256, random_)));
  EXPECT_EQ(decoded(row_, encoded(row_, once)), once);
}

/// Not NVFP4, which keeps all but a few blocks.
std::vector<TensorTypeRow> closed_form_types() {
  using enum TensorType;
  std::vector<TensorTypeRow> rows;
  for (const TensorType type :
       {f32, f16, bf16, q4_0, q4_1, q5_0, q5_1, q8_0, tq1_0, tq2_0, mxfp4, q1_0, q2_0}) {
    rows.push_back(*tensor_type_row(static_cast<std::uint32_t>(type)));
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Types, ClosedForm, testing::ValuesIn(closed_form_types()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace ggufproof
