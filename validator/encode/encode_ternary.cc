// The ternary types TQ1_0 and TQ2_0: the scale is the largest magnitude, and a code says whether a value is
// nearer to minus, none or plus that (ggml-quants.c: quantize_row_tq1_0_ref, quantize_row_tq2_0_ref).
#include "spec/blocks.h"
#include "validator/encode/block_out.h"

namespace ggufproof {
namespace {

/// 0, 1 or 2 for minus, none and plus. Where NaN has hidden the largest value there are others, wrapped
/// around as the reference's are on x86: what int64 cannot hold counts as none.
std::uint32_t ternary(float value, float inverse_d) {
  const float rounded = std::round(value * inverse_d);
  if (!(rounded >= -0x1p63F && rounded < 0x1p63F)) return 1;
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(rounded)) + 1;
}

/// Packs base-3 digits, five to a byte, highest first: digit n of byte i is value n * bytes + i, and digits
/// past `digits` are 0. A byte is the five-digit number as a fraction of 3^5, in 256ths, rounded up.
void put_digits(const BlockOut& out, std::uint64_t offset, unsigned bytes, unsigned digits,
                BlockValues values, float inverse_d) {
  for (unsigned i = 0; i < bytes; ++i) {
    std::uint8_t number = 0;
    for (unsigned digit = 0; digit < 5; ++digit) {
      const std::uint32_t code = digit < digits ? ternary(values[digit * bytes + i], inverse_d) : 0;
      number = static_cast<std::uint8_t>(3 * number + code);
    }
    out.u8(offset + i, (number * 256U + 242) / 243);
  }
}

}  // namespace

template <>
void encode_block<TensorType::tq1_0>(BlockValues values, BlockOut out) {
  namespace at = block_at::tq1_0;
  const float d = largest_magnitude(values);
  out.f16(at::d, d);
  put_digits(out, at::qs, 32, 5, values, inverse(d));
  put_digits(out, at::qs + 32, 16, 5, values.subspan(160), inverse(d));
  put_digits(out, at::qh, 4, 4, values.subspan(240), inverse(d));
}

template <>
void encode_block<TensorType::tq2_0>(BlockValues values, BlockOut out) {
  namespace at = block_at::tq2_0;
  const float d = largest_magnitude(values);
  out.f16(at::d, d);
  for (unsigned byte = 0; byte < 64; ++byte) {
    std::uint32_t codes = 0;
    for (unsigned i = 0; i < 4; ++i) {
      codes |= (ternary(values[128 * (byte / 32) + 32 * i + byte % 32], inverse(d)) & 3) << 2 * i;
    }
    out.u8(at::qs + byte, codes);
  }
}

}  // namespace ggufproof
