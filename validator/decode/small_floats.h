// The narrow floats that blocks hold, widened to binary32 without loss. Each is written from its format's
// definition; NaN keeps its sign and stays NaN, its payload is not promised.
#pragma once

#include <bit>
#include <cstdint>

namespace ggufproof {

/// IEEE 754 binary16: 1 sign, 5 exponent (bias 15), 10 mantissa bits.
constexpr float f16_to_float(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t exponent = half >> 10 & 0x1FU;
  const std::uint32_t mantissa = half & 0x3FFU;
  if (exponent == 0) {  // mantissa * 2^-24; 2^-24 is normal in binary32, so the product is exact
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
  }
  const std::uint32_t widened = exponent == 0x1F ? 0xFFU : exponent + (127 - 15);
  return std::bit_cast<float>(sign | widened << 23 | mantissa << 13);
}

/// bfloat16: the upper 16 bits of a binary32.
constexpr float bf16_to_float(std::uint16_t brain) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(brain) << 16);
}

/// OCP E8M0: 2^(bits - 127); 255 is NaN (OCP Microscaling Formats 1.0, 5.4.1).
constexpr float e8m0_to_float(std::uint8_t bits) {
  if (bits == 0xFF) return std::bit_cast<float>(0x7FC00000U);
  return std::bit_cast<float>(bits == 0 ? 0x00400000U : static_cast<std::uint32_t>(bits) << 23);
}

/// The magnitude of an OCP E4M3: 4 exponent (bias 7), 3 mantissa bits, no infinity; 0x7F is NaN (OCP 8-bit
/// Floating Point Specification 1.0). Bit 7 is a sign elsewhere; NVFP4 scales have none and the bit is
/// ignored, as ggml does on the CPU (ggml-impl.h: ggml_ue4m3_to_fp32).
constexpr float e4m3_magnitude(std::uint8_t bits) {
  const std::uint32_t exponent = bits >> 3 & 0xFU;
  const std::uint32_t mantissa = bits & 7U;
  if ((bits & 0x7F) == 0x7F) return std::bit_cast<float>(0x7FC00000U);
  if (exponent == 0) return static_cast<float>(mantissa) * 0x1p-9F;
  return std::bit_cast<float>((exponent + (127 - 7)) << 23 | mantissa << 20);
}

}  // namespace ggufproof
