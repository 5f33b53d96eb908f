// IQ4_NL and IQ4_XS: four-bit codes for levels that lie denser near zero. Scales that map the largest value
// to a level near the largest one are tried; the levels of each are the nearest, and the scale that least
// squares gives them is kept. IQ4_XS has eight parts, whose scales are rounded to multiples of the block's
// (ggml-quants.c: quantize_iq4_nl, quantize_iq4_xs).
#include <algorithm>
#include <array>
#include <cmath>

#include "spec/blocks.h"
#include "spec/codebooks.h"
#include "validator/encode/search.h"

namespace ggufproof {
namespace {

float level_of(std::uint32_t code) { return static_cast<float>(iq4_levels[code]); }

/// The code of the nearest level, the upper of two; the last for NaN, as in the reference.
std::uint32_t nearest_code(float value) {
  constexpr std::uint32_t last = iq4_levels.size() - 1;
  if (value <= level_of(0)) return 0;
  if (value >= level_of(last)) return last;
  const auto* above =
      std::upper_bound(iq4_levels.begin() + 1, iq4_levels.begin() + last, value,
                       [](float v, std::int8_t level) { return v < static_cast<float>(level); });
  const auto upper = static_cast<std::uint32_t>(above - iq4_levels.begin());
  return value - level_of(upper - 1) < level_of(upper) - value ? upper - 1 : upper;
}

Fit fit_levels(const WeightedPart& part, float inverse_scale) {
  Fit fit;
  for (std::size_t i = 0; i < part.values.size(); ++i) {
    const float level = level_of(nearest_code(inverse_scale * part.values[i]));
    // The level comes before the value in the product, as it does not in other searches.
    fit.value_level += part.weights[i] * level * part.values[i];
    fit.level_level += part.weights[i] * level * level;
  }
  return fit;
}

/// The scale of 32 values.
float search_part(const WeightedPart& part) {
  const float largest = largest_value(part.values);
  if (std::fabs(largest) < part_least) return 0;
  const Fit first = fit_levels(part, 1 / (-largest / level_of(0)));
  float scale = first.level_level > 0 ? first.scale() : 0.0F;
  float best = scale * first.value_level;
  for (int step = -7; step <= 7; ++step) {
    const Fit fit = fit_levels(part, (static_cast<float>(step) + level_of(0)) / largest);
    if (!fit.is_better_than(best)) continue;
    scale = fit.scale();
    best = scale * fit.value_level;
  }
  return scale;
}

/// The scale of each part of 32 values of a block.
template <std::size_t parts>
std::array<float, parts> search_parts(const SearchedBlock& block) {
  std::array<float, parts> scales{};
  const auto count = static_cast<float>(block.values.size());
  const float mean_square = sum_of_squares(block.values) * (2.0F / count);
  for (std::size_t i = 0; i < parts; ++i) {
    const BlockValues values = block.values.subspan(32 * i, 32);
    std::array<float, 32> weights{};
    if (block.importance.empty()) {
      std::transform(values.begin(), values.end(), weights.begin(),
                     [](float value) { return value * value; });
    } else {
      weigh(values, block.importance.subspan(32 * i, 32), mean_square, weights);
    }
    scales[i] = search_part({values, weights});
  }
  return scales;
}

void put_codes(const BlockOut& out, std::uint64_t offset, BlockValues values, float scale) {
  const float inverse_scale = inverse(scale);
  put_nibbles(out, offset, 16, [&](unsigned i) { return nearest_code(inverse_scale * values[i]); });
}

}  // namespace

template <>
void search_block<TensorType::iq4_nl>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq4_nl;
  const float scale = search_parts<1>(block)[0];
  out.f16(at::d, scale);
  put_codes(out, at::qs, block.values, scale);
}

template <>
void search_block<TensorType::iq4_xs>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq4_xs;
  const std::array<float, 8> scales = search_parts<8>(block);
  const float d = -largest_value(scales) / 32;
  std::array<std::uint32_t, 8> codes{};
  std::uint32_t high_bits = 0;
  for (unsigned part = 0; part < 8; ++part) {
    const std::int32_t level = std::clamp(nearest_int(inverse(d) * scales[part]), -32, 31);
    // By the scale before it is rounded to binary16, unlike the K types.
    put_codes(out, at::qs + 16 * part, block.values.subspan(32 * part, 32), d * static_cast<float>(level));
    codes[part] = static_cast<std::uint32_t>(level + 32);
    high_bits |= codes[part] >> 4 << 2 * part;
  }
  out.f16(at::d, d);
  out.u16(at::scales_h, static_cast<std::uint16_t>(high_bits));
  for (unsigned i = 0; i < 4; ++i) out.u8(at::scales_l + i, (codes[2 * i] & 15) | codes[2 * i + 1] << 4);
}

}  // namespace ggufproof
