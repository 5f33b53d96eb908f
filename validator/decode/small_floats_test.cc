// Every bit pattern of every narrow float, against the definition of its format in arithmetic.
#include "validator/decode/small_floats.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

/// The value of a binary float by definition, for formats whose largest exponent means infinity and NaN.
double ieee_value(std::uint32_t bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const auto mantissa = static_cast<double>(bits & ((1U << mantissa_bits) - 1));
  const double sign = (bits >> (exponent_bits + mantissa_bits) & 1) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return mantissa == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
  }
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(1 + std::ldexp(mantissa, -mantissa_bits), exponent - bias);
}

/// Same value, both NaN, or zeros of the same sign.
testing::AssertionResult same(double got, double want) {
  if (std::isnan(want) ? std::isnan(got) : got == want && std::signbit(got) == std::signbit(want)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << got << " is not " << want;
}

TEST(SmallFloats, EveryBinary16) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    ASSERT_TRUE(same(f16_to_float(static_cast<std::uint16_t>(bits)), ieee_value(bits, 5, 10)))
        << std::hex << bits;
  }
}

TEST(SmallFloats, EveryBfloat16) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    ASSERT_TRUE(same(bf16_to_float(static_cast<std::uint16_t>(bits)), ieee_value(bits, 8, 7)))
        << std::hex << bits;
  }
}

TEST(SmallFloats, EveryE8M0) {
  for (int bits = 0; bits < 0xFF; ++bits) {
    ASSERT_TRUE(same(e8m0_to_float(static_cast<std::uint8_t>(bits)), std::ldexp(1.0, bits - 127))) << bits;
  }
  EXPECT_TRUE(std::isnan(e8m0_to_float(0xFF)));
}

TEST(SmallFloats, EveryE4M3Magnitude) {
  for (std::uint32_t bits = 0; bits < 0x100; ++bits) {
    const float got = e4m3_magnitude(static_cast<std::uint8_t>(bits));
    if ((bits & 0x7F) == 0x7F) {
      EXPECT_TRUE(std::isnan(got)) << bits;
      continue;
    }
    const std::uint32_t mantissa = bits & 7;
    const int exponent = static_cast<int>(bits >> 3 & 15);
    const double want =
        exponent == 0 ? std::ldexp(mantissa, -9) : std::ldexp(1 + mantissa / 8.0, exponent - 7);
    ASSERT_TRUE(same(got, want)) << bits;
  }
}

// The largest, the smallest and one, as the formats' documents state them.
TEST(SmallFloats, LandmarksOfTheFormats) {
  EXPECT_EQ(f16_to_float(0x7BFF), 65504.0F);
  EXPECT_EQ(f16_to_float(0x0001), 0x1p-24F);
  EXPECT_EQ(f16_to_float(0x3C00), 1.0F);
  EXPECT_EQ(e8m0_to_float(0), 0x1p-127F);
  EXPECT_EQ(e4m3_magnitude(0x7E), 448.0F);
  EXPECT_EQ(e4m3_magnitude(0x38), 1.0F);
}

}  // namespace
}  // namespace ggufproof
