// The grid types: a code names a point of 4 or 8 numbers (spec/grids.def), signs or a shift are stored apart,
// and parts of 16 or 32 elements have small scales (ggml-quants.c: dequantize_row_iq1_s, _iq1_m, _iq2_xxs,
// _iq2_xs, _iq2_s, _iq3_xxs, _iq3_s).
#include <array>

#include "spec/blocks.h"
#include "spec/codebooks.h"
#include "validator/decode/block.h"

namespace ggufproof {
namespace {

/// Writes a point, number i negated where bit i of `signs` is set.
template <std::size_t numbers>
void put_signed(const std::array<std::int8_t, numbers>& point, float scale, std::uint32_t signs, float* out) {
  for (unsigned i = 0; i < numbers; ++i) {
    const float magnitude = scale * as_float(point[i]);
    out[i] = (signs >> i & 1) != 0 ? -magnitude : magnitude;
  }
}

/// Writes a point of the IQ1 grid, shifted down where `down`, else up.
void put_shifted(std::uint32_t code, float scale, bool down, float* out) {
  const float shift = down ? -iq1_shift : iq1_shift;
  for (const std::int8_t number : grids::iq1[code]) *out++ = scale * (as_float(number) + shift);
}

}  // namespace

// A part of 32: four codes in two words, then 28 bits of signs and 4 of scale in the next two.
template <>
void decode_block<TensorType::iq2_xxs>(Block block, float* out) {
  namespace at = block_at::iq2_xxs;
  const float d = block.f16(at::d);
  for (std::uint64_t words = at::qs; words < at::qs + 64; words += 8) {
    const std::uint32_t codes = block.u16(words) | block.u16(words + 2) << 16;
    const std::uint32_t signs = block.u16(words + 4) | block.u16(words + 6) << 16;
    const float scale = d * (0.5F + as_float(signs >> 28)) * 0.25F;
    for (unsigned i = 0; i < 4; ++i, out += 8) {
      put_signed(grids::iq2_xxs[codes >> 8 * i & 0xFF], scale, eight_signs(signs >> 7 * i & 127), out);
    }
  }
}

// A word for eight elements: 9 bits of code, 7 of signs. A byte of two scales for 32.
template <>
void decode_block<TensorType::iq2_xs>(Block block, float* out) {
  namespace at = block_at::iq2_xs;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 32; ++i) {
    const std::uint32_t word = block.u16(at::qs + 2 * i);
    const std::uint32_t nibble = block.u8(at::scales + i / 4) >> 4 * (i / 2 % 2) & 15;
    const float scale = d * (0.5F + as_float(nibble)) * 0.25F;
    put_signed(grids::iq2_xs[word & 511], scale, eight_signs(word >> 9), out + 8 * i);
  }
}

// Eight elements have a code of 10 bits (two of them in qh) and a byte of signs.
template <>
void decode_block<TensorType::iq2_s>(Block block, float* out) {
  namespace at = block_at::iq2_s;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 32; ++i) {
    const std::uint32_t high = block.u8(at::qh + i / 4) >> 2 * (i % 4) & 3;
    const std::uint32_t nibble = block.u8(at::scales + i / 4) >> 4 * (i / 2 % 2) & 15;
    const float scale = d * (0.5F + as_float(nibble)) * 0.25F;
    put_signed(grids::iq2_s[block.u8(at::qs + i) | high << 8], scale, block.u8(at::signs + i), out + 8 * i);
  }
}

// A part of 32: eight codes for four elements each, and a word of 28 bits of signs and 4 of scale.
template <>
void decode_block<TensorType::iq3_xxs>(Block block, float* out) {
  namespace at = block_at::iq3_xxs;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint32_t word = block.word(at::scales_and_signs + 4 * (i / 8));
    const float scale = d * (0.5F + as_float(word >> 28)) * 0.5F;
    const std::uint32_t signs = eight_signs(word >> 7 * (i / 2 % 4) & 127) >> 4 * (i % 2);
    put_signed(grids::iq3_xxs[block.u8(at::qs + i)], scale, signs, out + 4 * i);
  }
}

// Four elements have a code of 9 bits (one of them in qh) and four bits of signs; two parts of 32 share a
// byte of scales.
template <>
void decode_block<TensorType::iq3_s>(Block block, float* out) {
  namespace at = block_at::iq3_s;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint32_t nibble = block.u8(at::scales + i / 16) >> 4 * (i / 8 % 2) & 15;
    const float scale = d * as_float(1 + 2 * nibble);
    const std::uint32_t code = block.u8(at::qs + i) | (block.u8(at::qh + i / 8) >> i % 8 & 1) << 8;
    put_signed(grids::iq3_s[code], scale, block.u8(at::signs + i / 2) >> 4 * (i % 2), out + 4 * i);
  }
}

// A part of 32: four codes of 11 bits, the upper three in a word that also has a scale of 3 bits and the
// shift's sign.
template <>
void decode_block<TensorType::iq1_s>(Block block, float* out) {
  namespace at = block_at::iq1_s;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 32; ++i) {
    const std::uint32_t word = block.u16(at::qh + 2 * (i / 4));
    const float scale = d * as_float(2 * (word >> 12 & 7) + 1);
    put_shifted(block.u8(at::qs + i) | (word >> 3 * (i % 4) & 7) << 8, scale, word >> 15 != 0, out + 8 * i);
  }
}

// Eight elements have a nibble of qh: three upper bits of the code and the shift's sign. Sixteen have a scale
// of 3 bits, four to a word, whose top nibble is a digit of the block's binary16.
template <>
void decode_block<TensorType::iq1_m>(Block block, float* out) {
  namespace at = block_at::iq1_m;
  std::uint32_t half = 0;
  for (unsigned i = 0; i < 4; ++i) half |= block.u16(at::scales + 2 * i) >> 12 << 4 * i;
  const float d = f16_to_float(static_cast<std::uint16_t>(half));
  for (unsigned i = 0; i < 32; ++i) {
    const std::uint32_t high = block.u8(at::qh + i / 2) >> 4 * (i % 2) & 15;
    const std::uint32_t three_bits = block.u16(at::scales + 2 * (i / 8)) >> 3 * (i / 2 % 4) & 7;
    const float scale = d * as_float(2 * three_bits + 1);
    put_shifted(block.u8(at::qs + i) | (high & 7) << 8, scale, high >> 3 != 0, out + 8 * i);
  }
}

}  // namespace ggufproof
