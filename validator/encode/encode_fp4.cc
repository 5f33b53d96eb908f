// The four-bit floats MXFP4 and NVFP4: a scale that brings the largest magnitude near the largest code, then
// the nearest code of each value (ggml-quants.c: quantize_row_mxfp4_ref, quantize_row_nvfp4_ref).
#include <algorithm>
#include <bit>

#include "spec/blocks.h"
#include "spec/codebooks.h"
#include "validator/encode/block_out.h"

namespace ggufproof {
namespace {

/// The code whose value, at half the scale since the levels are doubled, is nearest; the lowest of several, 0
/// for NaN.
std::uint32_t nearest_code(float value, float half_scale) {
  std::uint32_t nearest = 0;
  float least = std::fabs(static_cast<float>(e2m1_doubled[0]) * half_scale - value);
  for (std::uint32_t code = 1; code < e2m1_doubled.size(); ++code) {
    const float error = std::fabs(static_cast<float>(e2m1_doubled[code]) * half_scale - value);
    if (error < least) {
      least = error;
      nearest = code;
    }
  }
  return nearest;
}

/// The scale's exponent: two less than the largest magnitude's, since the largest code is 6, in 4 to 8. The
/// logarithm is rounded to binary32 before it is cut, so that magnitudes just below a power of two count as
/// it.
std::uint8_t e8m0_code(float largest) {
  if (largest == 0) return 0;
  return static_cast<std::uint8_t>(std::max(0, truncated(std::floor(std::log2(largest)) - 2 + 127)));
}

/// Half of 2^(code - 127), without loss.
float half_of_e8m0(std::uint8_t code) { return std::ldexp(0.5F, code - 127); }

/// Half the value of an E4M3 without sign.
float half_of_e4m3(std::uint8_t code) {
  const int exponent = code >> 3;
  const auto mantissa = static_cast<float>(code & 7);
  return 0.5F * (exponent == 0 ? std::ldexp(mantissa, -9) : std::ldexp(1 + mantissa / 8, exponent - 7));
}

}  // namespace

template <>
void encode_block<TensorType::mxfp4>(BlockValues values, BlockOut out) {
  namespace at = block_at::mxfp4;
  const std::uint8_t e = e8m0_code(std::fabs(largest_value(values)));
  const float half_scale = half_of_e8m0(e);
  out.u8(at::e, e);
  put_nibbles(out, at::qs, 16, [&](unsigned i) { return nearest_code(values[i], half_scale); });
}

template <>
void encode_block<TensorType::nvfp4>(BlockValues values, BlockOut out) {
  namespace at = block_at::nvfp4;
  for (unsigned part = 0; part < 4; ++part) {
    const BlockValues part_values = values.subspan(16 * part, 16);
    const std::uint8_t d = e4m3_code(std::fabs(largest_value(part_values)) / 6.0F);
    const float half_scale = half_of_e4m3(d);
    out.u8(at::d + part, d);
    put_nibbles(out, at::qs + 8 * part, 8,
                [&](unsigned i) { return nearest_code(part_values[i], half_scale); });
  }
}

}  // namespace ggufproof
