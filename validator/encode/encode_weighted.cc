// Q4_0, Q4_1, Q5_0, Q5_1 by importances: then their scales are searched for, as those of the K types are.
// Without importances they follow in closed form (encode_simple.cc). Source: ggml-quants.c:
// quantize_row_q4_0_impl and those of the other three.
#include <array>

#include "spec/blocks.h"
#include "validator/encode/search.h"

namespace ggufproof {
namespace {

struct Found {
  ScaleAndMin line;
  std::array<std::uint8_t, 32> codes{};
};

std::array<float, 32> weights_of(const SearchedBlock& block) {
  std::array<float, 32> weights{};
  weigh(block.values, block.importance, block.row_mean_square, weights);
  return weights;
}

Found found_scale(const SearchedBlock& block, std::int32_t most) {
  const std::array<float, 32> weights = weights_of(block);
  Found found;
  found.line.scale = search_scale({block.values, weights}, most, found.codes);
  return found;
}

Found found_scale_and_min(const SearchedBlock& block, std::int32_t most) {
  const std::array<float, 32> weights = weights_of(block);
  Found found;
  found.line = search_scale_and_min({block.values, weights}, most, steps_by_importance, found.codes);
  return found;
}

void put_four_bits(const BlockOut& out, std::uint64_t offset, const Found& found) {
  put_nibbles(out, offset, 16, [&](unsigned i) { return found.codes[i] & 15U; });
}

void put_fifth_bits(const BlockOut& out, std::uint64_t offset, const Found& found) {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 32; ++i) bits |= static_cast<std::uint32_t>(found.codes[i] >> 4 & 1) << i;
  out.word(offset, bits);
}

}  // namespace

template <>
void search_block<TensorType::q4_0>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q4_0;
  const Found found = found_scale(block, 8);
  out.f16(at::d, found.line.scale);
  put_four_bits(out, at::qs, found);
}

template <>
void search_block<TensorType::q4_1>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q4_1;
  const Found found = found_scale_and_min(block, 15);
  out.f16(at::d, found.line.scale);
  out.f16(at::m, -found.line.min);
  put_four_bits(out, at::qs, found);
}

template <>
void search_block<TensorType::q5_0>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q5_0;
  const Found found = found_scale(block, 16);
  out.f16(at::d, found.line.scale);
  put_fifth_bits(out, at::qh, found);
  put_four_bits(out, at::qs, found);
}

template <>
void search_block<TensorType::q5_1>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q5_1;
  const Found found = found_scale_and_min(block, 31);
  out.f16(at::d, found.line.scale);
  out.f16(at::m, -found.line.min);
  put_fifth_bits(out, at::qh, found);
  put_four_bits(out, at::qs, found);
}

}  // namespace ggufproof
