// Every closed-form encoder against the reference library's quantizer, byte for byte: normal values of many
// sizes, floats of random bits (so infinities, NaN and subnormals too), and blocks drawn from a few awkward
// values.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/ggml_api.h"
#include "conformance/reference_library_test.h"
#include "conformance/values/type_names_test.h"
#include "validator/encode/encode.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t blocks_a_round = 200;

template <class Value>
std::string shown(std::span<Value> values) {
  return testing::PrintToString(std::vector<std::remove_const_t<Value>>(values.begin(), values.end()));
}

class EncodeOracle : public testing::TestWithParam<TensorTypeRow> {
 protected:
  void SetUp() override {
    GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
    const GgmlLoad load = load_ggml(fetched_ggml_path());
    ASSERT_TRUE(load) << load.error;
    traits_ = load.api.ggml_get_type_traits(static_cast<int>(row_.type));
    ASSERT_NE(traits_->from_float_ref, nullptr);
    ASSERT_EQ(traits_->block_bytes, row_.block_bytes);
  }

  /// A round's values, each from `value()`.
  template <class Value>
  std::vector<float> values_of(Value value) {
    std::vector<float> values(row_.block_elements == 1 ? 20000 : blocks_a_round * row_.block_elements);
    for (float& each : values) each = value();
    return values;
  }

  /// MXFP4 below 2^-125: the exponent of the scale is negative, and the reference converts it to an unsigned
  /// byte, which C does not define and x86 wraps around, up to 255, that is NaN. Ours takes the least
  /// exponent.
  bool is_disputed(std::span<const float> block) const {
    float largest = 0;
    for (const float value : block) largest = std::fmax(largest, std::fabs(value));
    return row_.type == TensorType::mxfp4 && largest > 0 && std::floor(std::log2(largest)) < -125;
  }

  void expect_same(const std::vector<float>& values) {
    std::vector<std::uint8_t> got(values.size() / row_.block_elements * row_.block_bytes);
    std::vector<std::uint8_t> want(got.size());
    ASSERT_TRUE(encode_row(row_.type, values, ByteOrder::little, got));
    traits_->from_float_ref(values.data(), want.data(), static_cast<std::int64_t>(values.size()));
    for (std::uint64_t i = 0; i < values.size() / row_.block_elements; ++i) {
      const std::span from = std::span(values).subspan(i * row_.block_elements, row_.block_elements);
      const std::span ours = std::span(got).subspan(i * row_.block_bytes, row_.block_bytes);
      const std::span theirs = std::span(want).subspan(i * row_.block_bytes, row_.block_bytes);
      if (is_disputed(from)) {
        EXPECT_EQ(ours[0], 0);
        EXPECT_GT(theirs[0], 200);
        ++disputed_;
        continue;
      }
      ASSERT_TRUE(std::equal(ours.begin(), ours.end(), theirs.begin()))
          << "ours   " << shown(ours) << "\ntheirs " << shown(theirs) << "\nof     " << shown(from);
    }
  }

  TensorTypeRow row_ = GetParam();
  const GgmlTypeTraits* traits_ = nullptr;
  std::uint64_t disputed_ = 0;  // blocks in which the reference differed as told
  std::mt19937_64 random_{4027 + static_cast<std::uint64_t>(row_.type)};
};

TEST_P(EncodeOracle, AgreesOnNormalValuesOfEverySize) {
  for (int exponent = -149; exponent <= 127 && !HasFatalFailure(); ++exponent) {
    std::normal_distribution<float> normal(0, 0.25F);
    expect_same(values_of([&] { return std::ldexp(normal(random_), exponent); }));
  }
  for (int round = 0; round < 100 && !HasFatalFailure(); ++round) {
    std::normal_distribution<float> normal(0, 0.02F);
    expect_same(values_of([&] { return normal(random_); }));
  }
  EXPECT_EQ(disputed_ > 0, row_.type == TensorType::mxfp4);
}

TEST_P(EncodeOracle, AgreesOnFloatsOfRandomBits) {
  for (int round = 0; round < 100 && !HasFatalFailure(); ++round) {
    expect_same(values_of([&] { return std::bit_cast<float>(static_cast<std::uint32_t>(random_())); }));
  }
}

// Halves and their neighbours, powers of two and theirs, ends of the narrow formats, and what is no number.
TEST_P(EncodeOracle, AgreesOnBlocksOfFewAwkwardValues) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> awkward{
      0,         -0.0F,    infinity, -infinity,  NAN,       std::numeric_limits<float>::max(),
      65504,     65519,    65520,    0x1p-149F,  0x1p-126F, 0x1p-127F,
      0x1p-128F, 0x1p-24F, 0x1p-25F, 0x1.8p-25F, 448,       6,
      3,         15};
  for (int exponent = -20; exponent <= 20; ++exponent) {
    for (const float value :
         {std::ldexp(1.0F, exponent), std::ldexp(1.5F, exponent), static_cast<float>(exponent) + 0.5F}) {
      for (const float near : {value, std::nextafter(value, 0.0F), std::nextafter(value, infinity)}) {
        awkward.push_back(near);
        awkward.push_back(-near);
      }
    }
  }
  for (int round = 0; round < 200 && !HasFatalFailure(); ++round) {
    std::vector<float> values;
    while (values.size() < blocks_a_round * row_.block_elements) {
      std::array<float, 4> few{};
      for (float& value : few) value = awkward[random_() % awkward.size()];
      const std::size_t kinds = 1 + random_() % few.size();
      for (std::uint64_t i = 0; i < row_.block_elements; ++i) values.push_back(few[random_() % kinds]);
    }
    expect_same(values);
  }
}

/// Not F32, which the library copies elsewhere, nor the types that are searched for (search_oracle_test.cc).
std::vector<TensorTypeRow> closed_form_types() {
  using enum TensorType;
  std::vector<TensorTypeRow> rows;
  for (const TensorType type :
       {f16, bf16, q4_0, q4_1, q5_0, q5_1, q8_0, tq1_0, tq2_0, mxfp4, nvfp4, q1_0, q2_0}) {
    rows.push_back(*tensor_type_row(static_cast<std::uint32_t>(type)));
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Types, EncodeOracle, testing::ValuesIn(closed_form_types()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace ggufproof
