// Q2_K, Q4_K, Q5_K: parts of 16 or 32 values with a scale and a minimum each, which are searched for and then
// themselves rounded to multiples of one scale and one minimum of the whole block. The codes of the values
// are rounded once more, by the scales that are really stored. Without importances a part's weights favour
// large values, and the largest scale and minimum of the block get the largest code; with them all three are
// searched for (ggml-quants.c: quantize_row_q2_K_ref, _impl, and those of Q4_K and Q5_K).
#include <algorithm>
#include <array>
#include <cmath>

#include "spec/blocks.h"
#include "validator/encode/k_codes.h"
#include "validator/encode/search.h"

namespace ggufproof {
namespace {

struct MinKind {
  std::uint32_t part;       // values of a part
  std::int32_t code_most;   // largest code of a value
  std::int32_t scale_most;  // largest code of a scale or minimum
  float sigma_factor;       // what the mean square counts in weights of importances
  ScaleSteps plain;
};

constexpr MinKind q2_kind{16, 3, 15, 1, {-0.5F, 0.1F, 15, true}};
constexpr MinKind q4_kind{32, 15, 63, 2, {-1.0F, 0.1F, 20, false}};
constexpr MinKind q5_kind{32, 31, 63, 2, {-0.5F, 0.1F, 15, false}};

/// What is stored of a block: codes, and the halves that they are multiples of.
struct MinBlock {
  std::array<std::uint8_t, 16> scales{};
  std::array<std::uint8_t, 16> mins{};
  std::array<std::uint8_t, 256> codes{};
  std::uint16_t d = 0;
  std::uint16_t dmin = 0;
};

/// The parts of a block as the search found them.
struct FoundParts {
  std::array<float, 16> scales{};
  std::array<float, 16> mins{};
  std::array<float, 16> weights{};  // of all values of the part
};

/// Weights without importances: magnitudes, and for the wider parts their root mean square besides.
void weigh_by_magnitude(BlockValues values, std::span<float> weights) {
  const bool wide = values.size() == 32;
  const float base = wide ? std::sqrt(sum_of_squares(values) / 32) : 0.0F;
  for (std::size_t i = 0; i < values.size(); ++i) weights[i] = base + std::fabs(values[i]);
}

FoundParts search_parts(const MinKind& kind, const SearchedBlock& block, MinBlock& stored) {
  const bool weighted = !block.importance.empty();
  const float mean_square = kind.sigma_factor * sum_of_squares(block.values) / 256;
  FoundParts found;
  for (std::uint32_t i = 0; i < 256 / kind.part; ++i) {
    const BlockValues values = block.values.subspan(i * kind.part, kind.part);
    std::array<float, part_most> room{};
    const std::span weights = std::span(room).first(kind.part);
    if (weighted) {
      weigh(values, block.importance.subspan(i * kind.part, kind.part), mean_square, weights);
    } else {
      weigh_by_magnitude(values, weights);
    }
    for (const float weight : weights) found.weights[i] += weight;
    const ScaleAndMin line =
        search_scale_and_min({values, weights}, kind.code_most, weighted ? steps_by_importance : kind.plain,
                             std::span(stored.codes).subspan(i * kind.part, kind.part));
    found.scales[i] = line.scale;
    found.mins[i] = line.min;
  }
  return found;
}

/// Gives the largest of some scales the largest code. Returns what the codes are multiples of.
float scale_by_largest(BlockValues scales, std::int32_t most, Codes codes) {
  float largest = 0;
  for (const float scale : scales) largest = scale > largest ? scale : largest;
  const auto top = static_cast<float>(most);
  const float inverse_scale = largest > 0 ? top / largest : 0.0F;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const auto code = static_cast<std::uint8_t>(nearest_int(inverse_scale * scales[i]));
    codes[i] = std::min(static_cast<std::uint8_t>(most), code);
  }
  return largest / top;
}

MinBlock search_min_block(const MinKind& kind, const SearchedBlock& block) {
  MinBlock stored;
  const FoundParts found = search_parts(kind, block, stored);
  const std::uint32_t parts = 256 / kind.part;
  const auto scale_of = [&](const std::array<float, 16>& scales, std::array<std::uint8_t, 16>& codes) {
    const BlockValues some = std::span(scales).first(parts);
    const Codes some_codes = std::span(codes).first(parts);
    if (block.importance.empty()) return f16_code(scale_by_largest(some, kind.scale_most, some_codes));
    const BlockValues weights = std::span(found.weights).first(parts);
    return f16_code(search_positive_scale({some, weights}, kind.scale_most, some_codes));
  };
  stored.d = scale_of(found.scales, stored.scales);
  stored.dmin = scale_of(found.mins, stored.mins);
  for (std::uint32_t i = 0; i < parts; ++i) {
    const float scale = f16_value(stored.d) * static_cast<float>(stored.scales[i]);
    const float min = f16_value(stored.dmin) * static_cast<float>(stored.mins[i]);
    round_codes(block.values.subspan(i * kind.part, kind.part), {scale, min}, {0, kind.code_most},
                std::span(stored.codes).subspan(i * kind.part, kind.part));
  }
  return stored;
}

/// Eight scales and minima of 6 bits in 12 bytes: the first four scales and minima in the low bits of bytes 0
/// to 7, whose top bits are those of the other four, the low nibbles of which stand in bytes 8 to 11.
void put_scales_and_mins(const BlockOut& out, std::uint64_t offset, const MinBlock& stored) {
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint32_t scale = stored.scales[4 + i];
    const std::uint32_t min = stored.mins[4 + i];
    out.u8(offset + i, stored.scales[i] | scale >> 4 << 6);
    out.u8(offset + 4 + i, stored.mins[i] | min >> 4 << 6);
    out.u8(offset + 8 + i, (scale & 15) | min << 4);
  }
}

void put_low_nibbles(const BlockOut& out, std::uint64_t offset, const MinBlock& stored) {
  for (unsigned pair = 0; pair < 4; ++pair) {
    put_nibbles(out, offset + 32 * pair, 32, [&](unsigned i) { return stored.codes[64 * pair + i] & 15U; });
  }
}

}  // namespace

template <>
void search_block<TensorType::q2_k>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q2_k;
  const MinBlock stored = search_min_block(q2_kind, block);
  for (unsigned i = 0; i < 16; ++i) {
    out.u8(at::scales + i, stored.scales[i] | static_cast<std::uint32_t>(stored.mins[i]) << 4);
  }
  put_two_bits(out, at::qs, stored.codes, 0);
  out.u16(at::d, stored.d);
  out.u16(at::dmin, stored.dmin);
}

template <>
void search_block<TensorType::q4_k>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q4_k;
  const MinBlock stored = search_min_block(q4_kind, block);
  out.u16(at::d, stored.d);
  out.u16(at::dmin, stored.dmin);
  put_scales_and_mins(out, at::scales, stored);
  put_low_nibbles(out, at::qs, stored);
}

template <>
void search_block<TensorType::q5_k>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q5_k;
  const MinBlock stored = search_min_block(q5_kind, block);
  out.u16(at::d, stored.d);
  out.u16(at::dmin, stored.dmin);
  put_scales_and_mins(out, at::scales, stored);
  put_one_bit(out, at::qh, stored.codes, 4);
  put_low_nibbles(out, at::qs, stored);
}

}  // namespace ggufproof
