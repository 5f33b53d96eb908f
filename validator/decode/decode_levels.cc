// Types whose four-bit codes look up a level: the non-linear IQ4_NL and IQ4_XS, and the four-bit floats MXFP4
// and NVFP4 (ggml-quants.c: dequantize_row_iq4_nl, _iq4_xs, _mxfp4, _nvfp4).
#include "spec/blocks.h"
#include "spec/codebooks.h"
#include "validator/decode/block.h"

namespace ggufproof {

template <>
void decode_block<TensorType::iq4_nl>(Block block, float* out) {
  namespace at = block_at::iq4_nl;
  const float d = block.f16(at::d);
  each_nibble(block, at::qs, 16,
              [&](unsigned element, std::uint32_t code) { out[element] = d * as_float(iq4_levels[code]); });
}

// Each part of 32 elements has a scale of 6 bits, less 32: a nibble of scales_l and two bits of scales_h.
template <>
void decode_block<TensorType::iq4_xs>(Block block, float* out) {
  namespace at = block_at::iq4_xs;
  const float d = block.f16(at::d);
  const std::uint32_t high_bits = block.u16(at::scales_h);
  for (unsigned part = 0; part < 8; ++part) {
    const std::uint32_t low = block.u8(at::scales_l + part / 2) >> 4 * (part % 2) & 15;
    const float scale = d * (as_float(low | (high_bits >> 2 * part & 3) << 4) - 32);
    each_nibble(block, at::qs + 16 * part, 16, [&](unsigned element, std::uint32_t code) {
      out[32 * part + element] = scale * as_float(iq4_levels[code]);
    });
  }
}

// The levels are doubled, so the scale is halved: exact, since a power of two times at most 4 bits cannot
// round, and it keeps the largest scale from overflowing before a small code brings the product back.
template <>
void decode_block<TensorType::mxfp4>(Block block, float* out) {
  namespace at = block_at::mxfp4;
  const float half_scale = e8m0_to_float(block.bytes[at::e]) * 0.5F;
  each_nibble(block, at::qs, 16, [&](unsigned element, std::uint32_t code) {
    out[element] = as_float(e2m1_doubled[code]) * half_scale;
  });
}

template <>
void decode_block<TensorType::nvfp4>(Block block, float* out) {
  namespace at = block_at::nvfp4;
  for (unsigned part = 0; part < 4; ++part) {
    const float half_scale = e4m3_magnitude(block.bytes[at::d + part]) * 0.5F;
    each_nibble(block, at::qs + 8 * part, 8, [&](unsigned element, std::uint32_t code) {
      out[16 * part + element] = as_float(e2m1_doubled[code]) * half_scale;
    });
  }
}

}  // namespace ggufproof
