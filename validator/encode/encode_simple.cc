// One scale, and perhaps a minimum, over 32 to 128 values: Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q1_0, Q2_0; and F32,
// F16, BF16, whose block is one value (ggml-quants.c: quantize_row_*_ref of the same names).
#include <algorithm>
#include <bit>

#include "spec/blocks.h"
#include "validator/encode/block_out.h"

namespace ggufproof {
namespace {

/// The smallest and the largest value, NaN left aside; the ends of binary32, crossed over, where all are NaN.
struct Extent {
  float min = std::numeric_limits<float>::max();
  float max = -std::numeric_limits<float>::max();
};

Extent extent_of(BlockValues values) {
  Extent extent;
  for (const float value : values) {
    if (value < extent.min) extent.min = value;
    if (value > extent.max) extent.max = value;
  }
  return extent;
}

/// A code of 4 or 5 bits: the reference rounds by adding a half before it truncates to a signed byte, and
/// bounds it above only.
std::uint32_t code_up_to(std::int32_t most, float value) {
  return static_cast<std::uint8_t>(std::min<std::int32_t>(most, static_cast<std::int8_t>(truncated(value))));
}

}  // namespace

template <>
void encode_block<TensorType::f32>(BlockValues values, BlockOut out) {
  const auto bits = std::bit_cast<std::uint32_t>(values[0]);
  const bool big = out.order == ByteOrder::big;
  for (std::uint32_t i = 0; i < 4; ++i) out.u8(big ? 3 - i : i, bits >> 8 * i);
}

template <>
void encode_block<TensorType::f16>(BlockValues values, BlockOut out) {
  out.f16(0, values[0]);
}

template <>
void encode_block<TensorType::bf16>(BlockValues values, BlockOut out) {
  out.u16(0, bf16_code(values[0]));
}

// The value of the largest magnitude gets code 0, which is -8 steps; so the scale has the opposite sign.
template <>
void encode_block<TensorType::q4_0>(BlockValues values, BlockOut out) {
  namespace at = block_at::q4_0;
  const float d = largest_value(values) / -8;
  const float inverse_d = inverse(d);
  out.f16(at::d, d);
  put_nibbles(out, at::qs, 16, [&](unsigned i) { return code_up_to(15, values[i] * inverse_d + 8.5F); });
}

template <>
void encode_block<TensorType::q4_1>(BlockValues values, BlockOut out) {
  namespace at = block_at::q4_1;
  const Extent extent = extent_of(values);
  const float d = (extent.max - extent.min) / 15;
  const float inverse_d = inverse(d);
  out.f16(at::d, d);
  out.f16(at::m, extent.min);
  put_nibbles(out, at::qs, 16,
              [&](unsigned i) { return code_up_to(15, (values[i] - extent.min) * inverse_d + 0.5F); });
}

template <>
void encode_block<TensorType::q5_0>(BlockValues values, BlockOut out) {
  namespace at = block_at::q5_0;
  const float d = largest_value(values) / -16;
  const float inverse_d = inverse(d);
  std::uint32_t fifth_bits = 0;
  out.f16(at::d, d);
  put_nibbles(out, at::qs, 16, [&](unsigned i) {
    const std::uint32_t code = code_up_to(31, values[i] * inverse_d + 16.5F);
    fifth_bits |= (code >> 4 & 1) << i;
    return code & 15;
  });
  out.word(at::qh, fifth_bits);
}

template <>
void encode_block<TensorType::q5_1>(BlockValues values, BlockOut out) {
  namespace at = block_at::q5_1;
  const Extent extent = extent_of(values);
  const float d = (extent.max - extent.min) / 31;
  const float inverse_d = inverse(d);
  std::uint32_t fifth_bits = 0;
  out.f16(at::d, d);
  out.f16(at::m, extent.min);
  put_nibbles(out, at::qs, 16, [&](unsigned i) {
    const auto code = static_cast<std::uint32_t>(truncated((values[i] - extent.min) * inverse_d + 0.5F));
    fifth_bits |= (code >> 4 & 1) << i;
    return code & 15;
  });
  out.word(at::qh, fifth_bits);
}

template <>
void encode_block<TensorType::q8_0>(BlockValues values, BlockOut out) {
  namespace at = block_at::q8_0;
  const float d = largest_magnitude(values) / 127;
  const float inverse_d = inverse(d);
  out.f16(at::d, d);
  for (unsigned i = 0; i < 32; ++i) {
    out.u8(at::qs + i, static_cast<std::uint32_t>(truncated(std::round(values[i] * inverse_d))));
  }
}

// The scale is the mean magnitude, summed in order; a bit says that a value is not negative.
template <>
void encode_block<TensorType::q1_0>(BlockValues values, BlockOut out) {
  namespace at = block_at::q1_0;
  float sum = 0;
  for (const float value : values) sum += std::fabs(value);
  out.f16(at::d, sum / 128);
  for (unsigned byte = 0; byte < 16; ++byte) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= static_cast<std::uint32_t>(values[8 * byte + i] >= 0) << i;
    out.u8(at::qs + byte, bits);
  }
}

template <>
void encode_block<TensorType::q2_0>(BlockValues values, BlockOut out) {
  namespace at = block_at::q2_0;
  const float d = std::fabs(largest_value(values));
  const float inverse_d = d > 0 ? 1.0F / d : 0.0F;
  out.f16(at::d, d);
  for (unsigned byte = 0; byte < 16; ++byte) {
    std::uint32_t codes = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const std::int32_t code = truncated(std::round(values[4 * byte + i] * inverse_d)) + 1;
      codes |= static_cast<std::uint32_t>(std::clamp<std::int32_t>(code, 0, 3)) << 2 * i;
    }
    out.u8(at::qs + byte, codes);
  }
}

}  // namespace ggufproof
