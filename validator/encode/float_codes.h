// Values of binary32 as the narrow floats that blocks store, rounded as the reference rounds them. Written
// apart from the decoders, which the round-trip tests hold against these.
#pragma once

#include <bit>
#include <cstdint>

namespace ggufproof {

/// IEEE 754 binary16, to nearest, ties to even. Beyond 65504 by half a step: infinity. NaN becomes 0x7E00
/// with its sign (ggml-impl.h: ggml_compute_fp32_to_fp16).
constexpr std::uint16_t f16_code(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000;
  const std::uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) return static_cast<std::uint16_t>(sign | 0x7E00);
  if (magnitude >= 0x47800000) return static_cast<std::uint16_t>(sign | 0x7C00);  // from 2^16 on
  if (magnitude < 0x33000000) return static_cast<std::uint16_t>(sign);  // below 2^-25, half the smallest
  const std::uint32_t exponent = magnitude >> 23;
  // A normal result loses 13 bits of the mantissa; a subnormal one as many more as its exponent lies below
  // 2^-14.
  const std::uint32_t lost = exponent < 113 ? 13 + (113 - exponent) : 13;
  const std::uint32_t mantissa = (magnitude & 0x7FFFFF) | 0x800000;
  const std::uint32_t half = 1U << (lost - 1);
  const std::uint32_t rounded = (mantissa + half - 1 + (mantissa >> lost & 1)) >> lost;
  // The leading one of a normal mantissa, and a carry out of it, count in the exponent.
  const std::uint32_t base = exponent < 113 ? 0 : (exponent - 113) << 10;
  return static_cast<std::uint16_t>(sign | (base + rounded));
}

/// The value of a binary16, without loss: what a stored scale multiplies by.
constexpr float f16_value(std::uint16_t code) {
  const std::uint32_t sign = static_cast<std::uint32_t>(code & 0x8000) << 16;
  const std::uint32_t magnitude = code & 0x7FFF;
  if (magnitude >= 0x7C00) return std::bit_cast<float>(sign | 0x7F800000 | (magnitude & 0x3FF) << 13);
  // Shifted into place the exponent is 112 too small; the product mends that, for subnormals too.
  return std::bit_cast<float>(sign | magnitude << 13) * 0x1p112F;
}

/// bfloat16, to nearest, ties to even; NaN is made quiet (ggml-impl.h: ggml_compute_fp32_to_bf16).
constexpr std::uint16_t bf16_code(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7FFFFFFF) > 0x7F800000) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

/// The E4M3 scale that the reference writes for a positive value, 0 for others (ggml-impl.h:
/// ggml_fp32_to_ue4m3). Halves round away from zero, and it is not everywhere the nearest: what rounds to 2^8
/// or more becomes 448, and subnormals stop at 7/8 of the smallest normal.
constexpr std::uint8_t e4m3_code(float value) {
  if (!(value > 0)) return 0;
  if (value >= 0x1p-6F) {
    if (value >= 0x1p8F) return 0x7E;
    const auto bits = std::bit_cast<std::uint32_t>(value) + (1U << 19);  // may carry into the exponent
    const std::uint32_t exponent = (bits >> 23) - (127 - 7);
    if (exponent >= 15) return 0x7E;
    return static_cast<std::uint8_t>(exponent << 3 | (bits >> 20 & 7));
  }
  const auto steps = static_cast<int>(value * 512.0F + 0.5F);
  return static_cast<std::uint8_t>(steps > 7 ? 7 : steps);
}

}  // namespace ggufproof
