// The K types: 256 elements in parts of 16 or 32, each part with a small integer scale (and a small integer
// minimum) that one or two binary16 of the whole block multiply (ggml-quants.c: dequantize_row_q2_K to
// dequantize_row_q6_K).
#include <array>

#include "spec/blocks.h"
#include "validator/decode/block.h"

namespace ggufproof {
namespace {

/// Scale and minimum of each part of 32 elements, multiplied out.
struct Parts {
  std::array<float, 8> scale;
  std::array<float, 8> min;
};

/// Q4_K and Q5_K pack eight scales and eight minima of 6 bits in 12 bytes. Bytes 0 to 3 and 4 to 7 hold the
/// first four scales and minima in their low six bits; bytes 8 to 11 hold the low nibbles of the other four,
/// scale below minimum, whose high two bits are the top ones of bytes 0 to 3 and 4 to 7.
Parts unpack_parts(const Block& block, std::uint64_t scales, float d, float dmin) {
  Parts parts{};
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint32_t a = block.u8(scales + i);
    const std::uint32_t b = block.u8(scales + 4 + i);
    const std::uint32_t c = block.u8(scales + 8 + i);
    parts.scale[i] = d * as_float(a & 63);
    parts.min[i] = dmin * as_float(b & 63);
    parts.scale[4 + i] = d * as_float((c & 15) | (a >> 6) << 4);
    parts.min[4 + i] = dmin * as_float(c >> 4 | (b >> 6) << 4);
  }
  return parts;
}

/// Two bits of element `i`, stored so that 32 bytes hold elements 0-31 in their lowest bits, then 32-63,
/// 64-95, 96-127.
std::uint32_t two_bits(const Block& block, std::uint64_t offset, unsigned i) {
  return block.u8(offset + 32 * (i / 128) + i % 32) >> 2 * (i / 32 % 4) & 3;
}

/// One bit of element `i`: 32 bytes hold elements 0-31 in their lowest bits, then 32-63, and so on.
std::uint32_t one_bit(const Block& block, std::uint64_t offset, unsigned i) {
  return block.u8(offset + i % 32) >> i / 32 & 1;
}

/// Q3_K packs sixteen scales of 6 bits, less 32, in 12 bytes: eight bytes of low nibbles (scales 0-7 low,
/// 8-15 high), then four bytes whose pairs of bits, from the lowest, are the high bits of scales 0-3, 4-7,
/// 8-11, 12-15.
std::int32_t q3_k_scale(const Block& block, unsigned part) {
  namespace at = block_at::q3_k;
  const std::uint32_t low = block.u8(at::scales + part % 8) >> 4 * (part / 8) & 15;
  const std::uint32_t high = block.u8(at::scales + 8 + part % 4) >> 2 * (part / 4) & 3;
  return static_cast<std::int32_t>(low | high << 4) - 32;
}

}  // namespace

template <>
void decode_block<TensorType::q2_k>(Block block, float* out) {
  namespace at = block_at::q2_k;
  const float d = block.f16(at::d);
  const float dmin = block.f16(at::dmin);
  for (unsigned part = 0; part < 16; ++part) {
    const std::uint32_t both = block.u8(at::scales + part);
    const float scale = d * as_float(both & 15);
    const float min = dmin * as_float(both >> 4);
    for (unsigned i = 16 * part; i < 16 * part + 16; ++i)
      out[i] = scale * as_float(two_bits(block, at::qs, i)) - min;
  }
}

template <>
void decode_block<TensorType::q3_k>(Block block, float* out) {
  namespace at = block_at::q3_k;
  const float d = block.f16(at::d);
  for (unsigned part = 0; part < 16; ++part) {
    const float scale = d * as_float(q3_k_scale(block, part));
    for (unsigned i = 16 * part; i < 16 * part + 16; ++i) {
      const std::uint32_t code = two_bits(block, at::qs, i) | one_bit(block, at::hmask, i) << 2;
      out[i] = scale * (as_float(code) - 4);
    }
  }
}

template <>
void decode_block<TensorType::q4_k>(Block block, float* out) {
  namespace at = block_at::q4_k;
  const Parts parts = unpack_parts(block, at::scales, block.f16(at::d), block.f16(at::dmin));
  for (unsigned pair = 0; pair < 4; ++pair) {
    each_nibble(block, at::qs + 32 * pair, 32, [&](unsigned element, std::uint32_t code) {
      const unsigned part = 2 * pair + element / 32;
      out[64 * pair + element] = parts.scale[part] * as_float(code) - parts.min[part];
    });
  }
}

template <>
void decode_block<TensorType::q5_k>(Block block, float* out) {
  namespace at = block_at::q5_k;
  const Parts parts = unpack_parts(block, at::scales, block.f16(at::d), block.f16(at::dmin));
  for (unsigned pair = 0; pair < 4; ++pair) {
    each_nibble(block, at::qs + 32 * pair, 32, [&](unsigned element, std::uint32_t code) {
      const unsigned i = 64 * pair + element;
      const std::uint32_t five_bits = code | one_bit(block, at::qh, i) << 4;
      out[i] = parts.scale[i / 32] * as_float(five_bits) - parts.min[i / 32];
    });
  }
}

template <>
void decode_block<TensorType::q6_k>(Block block, float* out) {
  namespace at = block_at::q6_k;
  const float d = block.f16(at::d);
  for (unsigned half = 0; half < 2; ++half) {
    each_nibble(block, at::ql + 64 * half, 64, [&](unsigned element, std::uint32_t code) {
      const unsigned i = 128 * half + element;
      const float scale = d * as_float(block.i8(at::scales + i / 16));
      out[i] = scale * (as_float(code | two_bits(block, at::qh, i) << 4) - 32);
    });
  }
}

}  // namespace ggufproof
