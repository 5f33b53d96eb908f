// Where the small scales stand in a block: as the decoders have it (decode_k.cc, decode_grid.cc,
// decode_levels.cc), less what they make of them.
#include "validator/fidelity/peak_scales.h"

#include <algorithm>
#include <array>

#include "spec/blocks.h"
#include "validator/decode/block.h"

namespace ggufproof {
namespace {

constexpr std::array rows{
#define PEAK_SCALE(type, parts, peak, without) PeakScale{TensorType::type, parts, peak, without},
#include "spec/peak_scales.def"
};

std::uint32_t nibble(const Block& block, std::uint64_t offset, unsigned i) {
  return block.u8(offset + i / 2) >> 4 * (i % 2) & 15;
}

/// The last four of eight scales are split: a nibble here, the upper two bits above those of the first four.
std::uint32_t six_bits(const Block& block, std::uint64_t scales, unsigned i) {
  if (i < 4) return block.u8(scales + i) & 63;
  return (block.u8(scales + 4 + i) & 15) | (block.u8(scales + i - 4) >> 6) << 4;
}

std::uint32_t q3_k_bits(const Block& block, unsigned i) {
  namespace at = block_at::q3_k;
  const std::uint32_t low = block.u8(at::scales + i % 8) >> 4 * (i / 8) & 15;
  return low | (block.u8(at::scales + 8 + i % 4) >> 2 * (i / 4) & 3) << 4;
}

std::uint32_t iq4_xs_bits(const Block& block, unsigned i) {
  namespace at = block_at::iq4_xs;
  return nibble(block, at::scales_l, i) | (block.u16(at::scales_h) >> 2 * i & 3) << 4;
}

/// The bits of the i-th small scale.
std::uint32_t scale_bits(TensorType type, const Block& block, unsigned i) {
  switch (type) {
    case TensorType::q2_k:
      return block.u8(block_at::q2_k::scales + i) & 15;
    case TensorType::q3_k:
      return q3_k_bits(block, i);
    case TensorType::q4_k:
      return six_bits(block, block_at::q4_k::scales, i);
    case TensorType::q5_k:
      return six_bits(block, block_at::q5_k::scales, i);
    case TensorType::q6_k:
      return block.u8(block_at::q6_k::scales + i);
    case TensorType::iq2_xxs:
      return block.u16(block_at::iq2_xxs::qs + 8 * i + 6) >> 12;
    case TensorType::iq2_xs:
      return nibble(block, block_at::iq2_xs::scales, i);
    case TensorType::iq2_s:
      return nibble(block, block_at::iq2_s::scales, i);
    case TensorType::iq3_xxs:
      return block.word(block_at::iq3_xxs::scales_and_signs + 4 * i) >> 28;
    case TensorType::iq3_s:
      return nibble(block, block_at::iq3_s::scales, i);
    case TensorType::iq1_s:
      return block.u16(block_at::iq1_s::qh + 2 * i) >> 12 & 7;
    case TensorType::iq1_m:
      return block.u16(block_at::iq1_m::scales + 2 * (i / 4)) >> 3 * (i % 4) & 7;
    default:
      return iq4_xs_bits(block, i);
  }
}

std::int32_t small_scale(TensorType type, const Block& block, unsigned i) {
  const std::uint32_t bits = scale_bits(type, block, i);
  if (type == TensorType::q6_k) return static_cast<std::int8_t>(bits);
  const bool less_32 = type == TensorType::q3_k || type == TensorType::iq4_xs;
  return static_cast<std::int32_t>(bits) - (less_32 ? 32 : 0);
}

}  // namespace

const PeakScale* peak_scale(TensorType type) {
  const auto* row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& other) { return other.type == type; });
  return row == rows.end() ? nullptr : row;
}

bool has_peak(const PeakScale& row, Bytes block, ByteOrder order) {
  bool only_zeros = true, reached = false;
  for (unsigned i = 0; i < row.parts; ++i) {
    const std::int32_t scale = small_scale(row.type, {block.data(), order}, i);
    only_zeros = only_zeros && scale == 0;
    reached = reached || (row.peak < 0 ? scale <= row.peak : scale >= row.peak);
  }
  return reached || only_zeros;
}

}  // namespace ggufproof
