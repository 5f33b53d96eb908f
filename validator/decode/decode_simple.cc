// Types whose block has one scale, and perhaps a minimum, over 32 to 128 elements: Q4_0, Q4_1, Q5_0, Q5_1,
// Q8_0, Q1_0, Q2_0 (ggml-quants.c: dequantize_row_* of the same names).
#include "spec/blocks.h"
#include "validator/decode/block.h"

namespace ggufproof {

template <>
void decode_block<TensorType::q4_0>(Block block, float* out) {
  namespace at = block_at::q4_0;
  const float d = block.f16(at::d);
  each_nibble(block, at::qs, 16,
              [&](unsigned element, std::uint32_t code) { out[element] = (as_float(code) - 8) * d; });
}

template <>
void decode_block<TensorType::q4_1>(Block block, float* out) {
  namespace at = block_at::q4_1;
  const float d = block.f16(at::d);
  const float m = block.f16(at::m);
  each_nibble(block, at::qs, 16,
              [&](unsigned element, std::uint32_t code) { out[element] = as_float(code) * d + m; });
}

template <>
void decode_block<TensorType::q5_0>(Block block, float* out) {
  namespace at = block_at::q5_0;
  const float d = block.f16(at::d);
  const std::uint32_t fifth_bits = block.word(at::qh);
  each_nibble(block, at::qs, 16, [&](unsigned element, std::uint32_t code) {
    out[element] = (as_float(code | (fifth_bits >> element & 1) << 4) - 16) * d;
  });
}

template <>
void decode_block<TensorType::q5_1>(Block block, float* out) {
  namespace at = block_at::q5_1;
  const float d = block.f16(at::d);
  const float m = block.f16(at::m);
  const std::uint32_t fifth_bits = block.word(at::qh);
  each_nibble(block, at::qs, 16, [&](unsigned element, std::uint32_t code) {
    out[element] = as_float(code | (fifth_bits >> element & 1) << 4) * d + m;
  });
}

template <>
void decode_block<TensorType::q8_0>(Block block, float* out) {
  namespace at = block_at::q8_0;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 32; ++i) out[i] = as_float(block.i8(at::qs + i)) * d;
}

template <>
void decode_block<TensorType::q1_0>(Block block, float* out) {
  namespace at = block_at::q1_0;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 128; ++i) out[i] = (block.u8(at::qs + i / 8) >> i % 8 & 1) != 0 ? d : -d;
}

template <>
void decode_block<TensorType::q2_0>(Block block, float* out) {
  namespace at = block_at::q2_0;
  const float d = block.f16(at::d);
  for (unsigned i = 0; i < 64; ++i) {
    out[i] = (as_float(block.u8(at::qs + i / 4) >> 2 * (i % 4) & 3) - 1) * d;
  }
}

}  // namespace ggufproof
