// The ternary types TQ1_0 and TQ2_0 (ggml-quants.c: dequantize_row_tq1_0, dequantize_row_tq2_0).
#include "spec/blocks.h"
#include "validator/decode/block.h"

namespace ggufproof {
namespace {

/// Decodes bytes of base-3 digits, highest digit first. A byte b stands for the fraction b / 256 in base 3:
/// multiplying by a power of 3, modulo 256, shifts earlier digits out, and three times what is left, over
/// 256, is the digit. Digit n of byte i is element n * bytes + i.
void decode_digits(const Block& block, std::uint64_t offset, unsigned bytes, unsigned digits, float d,
                   float* out) {
  std::uint32_t power = 1;
  for (unsigned digit = 0; digit < digits; ++digit, power *= 3) {
    for (unsigned i = 0; i < bytes; ++i) {
      const std::uint32_t left = block.u8(offset + i) * power & 0xFF;
      *out++ = (as_float(left * 3 >> 8) - 1) * d;
    }
  }
}

}  // namespace

template <>
void decode_block<TensorType::tq1_0>(Block block, float* out) {
  namespace at = block_at::tq1_0;
  const float d = block.f16(at::d);
  decode_digits(block, at::qs, 32, 5, d, out);
  decode_digits(block, at::qs + 32, 16, 5, d, out + 160);
  decode_digits(block, at::qh, 4, 4, d, out + 240);
}

template <>
void decode_block<TensorType::tq2_0>(Block block, float* out) {
  namespace at = block_at::tq2_0;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 256; ++i) {
    const std::uint32_t code = block.u8(at::qs + 32 * (i / 128) + i % 32) >> 2 * (i / 32 % 4) & 3;
    out[i] = (as_float(code) - 1) * d;
  }
}

}  // namespace ggufproof
