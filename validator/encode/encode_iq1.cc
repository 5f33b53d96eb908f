// IQ1_S and IQ1_M: points of eight numbers that are -1, 0 or 1, all of them shifted a little up or down. With
// three levels the best scale can be found exactly: sorted, the values fall into three runs, and sums from
// the start give the fit of each pair of ends. Points without a code then give way to near ones
// (ggml-quants.c: quantize_row_iq1_s_impl, quantize_row_iq1_m_impl). The reference refuses to encode IQ1_S
// without importances; ours takes all columns to be as important.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "spec/blocks.h"
#include "validator/encode/grid_search.h"

namespace ggufproof {
namespace {

/// The three levels of a point shifted up, and of one shifted down.
constexpr std::array<std::array<float, 3>, 2> shifted_levels{
    {{-1 + iq1_shift, iq1_shift, 1 + iq1_shift}, {-1 - iq1_shift, -iq1_shift, 1 - iq1_shift}}};

/// A part's fit: where the runs of middle and of large values begin, and which points are shifted down.
struct Split {
  std::size_t middle = 0;
  std::size_t large = 0;
  std::uint32_t down = 0;  // bit i for point i
  float scale = 0;
  float best = -std::numeric_limits<float>::max();
  bool found = false;

  void offer(const Fit& fit, std::size_t middle_from, std::size_t large_from, std::uint32_t shifted_down) {
    if (!fit.is_better_than(best)) return;
    scale = fit.scale();
    best = scale * fit.value_level;
    middle = middle_from;
    large = large_from;
    down = shifted_down;
    found = true;
  }
};

struct FoundPart {
  std::array<std::uint16_t, 4> codes{};
  std::uint32_t down = 0;
  float scale = 0;
};

/// The places of values in rising order, equal ones as they stand.
std::array<std::uint8_t, part_most> sorted_places(BlockValues values) {
  std::array<std::uint8_t, part_most> places{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t at = i;
    for (; at > 0 && values[i] < values[places[at - 1]]; --at) places[at] = places[at - 1];
    places[at] = static_cast<std::uint8_t>(i);
  }
  return places;
}

/// Sums over the first values of the sorted ones: of weights, and of weighted values.
struct Sums {
  std::array<float, part_most + 1> weights{};
  std::array<float, part_most + 1> values{};

  void add(std::size_t at, float weight, float value) {
    weights[at + 1] = weights[at] + weight;
    values[at + 1] = values[at] + weight * value;
  }
};

/// IQ1_S: all four points of the part are shifted alike.
Split split_alike(const WeightedPart& part, std::span<const std::uint8_t> places) {
  const std::size_t size = part.values.size();
  Sums sums;
  for (std::size_t i = 0; i < size; ++i) sums.add(i, part.weights[places[i]], part.values[places[i]]);
  Split split;
  for (std::size_t middle = 0; middle <= size; ++middle) {
    for (std::size_t large = middle; large <= size; ++large) {
      for (std::uint32_t down = 0; down < 2; ++down) {
        const std::array<float, 3>& x = shifted_levels[down];
        Fit fit;
        fit.value_level = sums.values[middle] * x[0] + (sums.values[large] - sums.values[middle]) * x[1] +
                          (sums.values[size] - sums.values[large]) * x[2];
        fit.level_level = sums.weights[middle] * x[0] * x[0] +
                          (sums.weights[large] - sums.weights[middle]) * x[1] * x[1] +
                          (sums.weights[size] - sums.weights[large]) * x[2] * x[2];
        split.offer(fit, middle, large, down == 0 ? 0 : 15);
      }
    }
  }
  return split;
}

/// The fit of one half of a part for given ends of runs. Neighbouring levels are 1 apart, so that the sum of
/// products is that for the largest level less the sums up to both ends.
Fit half_fit(const Sums& sums, std::size_t size, std::size_t middle, std::size_t large, std::uint32_t down) {
  const std::array<float, 3>& x = shifted_levels[down];
  Fit fit;
  fit.value_level = sums.values[size] * x[2] - (sums.values[middle] + sums.values[large]);
  fit.level_level = sums.weights[size] * x[2] * x[2] + sums.weights[middle] * (x[0] * x[0] - x[1] * x[1]) +
                    sums.weights[large] * (x[1] * x[1] - x[2] * x[2]);
  return fit;
}

/// IQ1_M: each of the two points of the part has a shift of its own.
Split split_apart(const WeightedPart& part, std::span<const std::uint8_t> places) {
  const std::size_t size = part.values.size();
  std::array<Sums, 2> halves;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t half = places[i] / 8U;
    halves[half].add(i, part.weights[places[i]], part.values[places[i]]);
    halves[1 - half].add(i, 0, 0);
  }
  Split split;
  for (std::size_t middle = 0; middle <= size; ++middle) {
    for (std::size_t large = middle; large <= size; ++large) {
      std::array<std::array<Fit, 2>, 2> fits;  // by half and shift
      for (std::uint32_t half = 0; half < 2; ++half) {
        for (std::uint32_t down = 0; down < 2; ++down) {
          fits[half][down] = half_fit(halves[half], size, middle, large, down);
        }
      }
      for (const std::uint32_t down : {0U, 2U, 1U, 3U}) {  // the order decides which of equal fits is taken
        const Fit& first = fits[0][down & 1];
        const Fit& second = fits[1][down >> 1];
        const Fit both{first.value_level + second.value_level, first.level_level + second.level_level};
        split.offer(both, middle, large, down);
      }
    }
  }
  return split;
}

/// Adds a point's values to a fit, its levels times `factor`.
void add_point(Fit& fit, const WeightedPart& eight, std::uint16_t code, const std::array<float, 3>& levels,
               float factor) {
  const Digits digits = iq1_points().point(code);
  for (std::size_t i = 0; i < 8; ++i) {
    const float level = levels[digits[i]] * factor;
    // The level comes before the value in the product, as it does not in other searches.
    fit.value_level += eight.weights[i] * level * eight.values[i];
    fit.level_level += eight.weights[i] * level * level;
  }
}

WeightedPart eight_of(const WeightedPart& part, std::size_t point) {
  return {part.values.subspan(8 * point, 8), part.weights.subspan(8 * point, 8)};
}

using SplitSearch = Split (*)(const WeightedPart&, std::span<const std::uint8_t>);

FoundPart search_part(const WeightedPart& part, float least, SplitSearch search) {
  const std::size_t size = part.values.size();
  if (std::fabs(largest_value(part.values)) < least) return {};
  const std::array<std::uint8_t, part_most> places = sorted_places(part.values);
  Split split = search(part, std::span(places).first(size));
  if (!split.found) return {};
  std::array<std::uint8_t, part_most> digits{};
  for (std::size_t i = 0; i < size; ++i) digits[places[i]] = i < split.middle ? 0 : i < split.large ? 1 : 2;
  if (split.scale < 0) {  // stored scales have no sign
    for (std::uint8_t& digit : digits) digit = static_cast<std::uint8_t>(2 - digit);
    split.scale = -split.scale;
    split.down ^= size == 32 ? 15U : 3U;
  }
  FoundPart found{{}, split.down, split.scale};
  bool all_on_grid = true;
  Fit fit;
  for (std::size_t i = 0; i < size / 8; ++i) {
    const std::array<float, 3>& levels = shifted_levels[split.down >> i & 1];
    const Digits point = std::span(digits).subspan(8 * i, 8);
    found.codes[i] = nearest_code(iq1_points(), point, eight_of(part, i), split.scale, levels);
    all_on_grid = all_on_grid && std::ranges::equal(point, iq1_points().point(found.codes[i]));
    add_point(fit, eight_of(part, i), found.codes[i], levels, 1);
  }
  if (!all_on_grid && fit.value_level > 0 && fit.level_level > 0) found.scale = fit.scale();
  return found;
}

/// A block's weights: by importance, else by `plain_weight`.
std::array<float, 256> block_weights(const SearchedBlock& block, float (*plain_weight)(float, float)) {
  std::array<float, 256> weights{};
  const float mean_square = 2 * sum_of_squares(block.values) / 256;
  if (!block.importance.empty()) {
    weigh(block.values, block.importance, mean_square, weights);
  } else {
    std::transform(block.values.begin(), block.values.end(), weights.begin(),
                   [&](float value) { return plain_weight(mean_square, value); });
  }
  return weights;
}

/// The largest scale over 15, of which stored scales are odd multiples.
template <std::size_t parts>
float unit_of(const std::array<FoundPart, parts>& found) {
  float largest = 0;
  for (const FoundPart& part : found) largest = largest > part.scale ? largest : part.scale;
  return largest / 15;
}

}  // namespace

// A part of 32: four codes of 11 bits, the upper three in a word that also has a scale of 3 bits and the
// shift's sign.
template <>
void search_block<TensorType::iq1_s>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq1_s;
  const std::array<float, 256> weights = block_weights(
      block, [](float mean_square, float value) { return std::sqrt(mean_square + value * value); });
  std::array<FoundPart, 8> parts;
  for (std::size_t i = 0; i < 8; ++i) {
    parts[i] = search_part({block.values.subspan(32 * i, 32), std::span(weights).subspan(32 * i, 32)}, 1e-12F,
                           split_alike);
  }
  const float d = unit_of(parts);
  out.f16(at::d, d * 1.125F);  // a mend of the reference: the search leaves scales too small
  for (unsigned i = 0; i < 8; ++i) {
    std::uint32_t word = 0;
    for (unsigned j = 0; j < 4; ++j) {
      out.u8(at::qs + 4 * i + j, parts[i].codes[j]);
      word |= static_cast<std::uint32_t>(parts[i].codes[j] >> 8) << 3 * j;
    }
    if (d != 0) {
      word |= static_cast<std::uint32_t>(odd_scale_code(parts[i].scale, 1 / d, 7)) << 12;
      word |= (parts[i].down & 1) << 15;
    }
    out.u16(at::qh + 2 * i, static_cast<std::uint16_t>(word));
  }
}

// Eight values have a nibble of qh: three upper bits of the code and the shift's sign. Sixteen have a scale
// of 3 bits, four to a word, whose top nibble is a digit of the block's binary16; that is fitted once the
// scales are known.
template <>
void search_block<TensorType::iq1_m>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq1_m;
  const std::array<float, 256> weights =
      block_weights(block, [](float, float value) { return value * value; });
  const auto part_of = [&](std::size_t i) {
    return WeightedPart{block.values.subspan(16 * i, 16), std::span(weights).subspan(16 * i, 16)};
  };
  std::array<FoundPart, 16> parts;
  for (std::size_t i = 0; i < 16; ++i) parts[i] = search_part(part_of(i), 1e-7F, split_apart);
  float d = unit_of(parts);
  const float inverse_d = inverse(d);
  std::array<std::uint32_t, 4> words{};
  Fit fit;
  for (unsigned i = 0; i < 16; ++i) {
    const std::uint32_t scale = odd_scale_code(parts[i].scale, inverse_d, 7);
    words[i / 4] |= scale << 3 * (i % 4);
    std::uint32_t high = 0;
    for (unsigned j = 0; j < 2; ++j) {
      const std::uint32_t down = parts[i].down >> j & 1;
      out.u8(at::qs + 2 * i + j, parts[i].codes[j]);
      high |= (static_cast<std::uint32_t>(parts[i].codes[j] >> 8) | down << 3) << 4 * j;
      add_point(fit, eight_of(part_of(i), j), parts[i].codes[j], shifted_levels[down],
                static_cast<float>(2 * scale + 1));
    }
    out.u8(at::qh + i, high);
  }
  if (d != 0 && fit.level_level > 0) d = fit.scale();
  const std::uint32_t half = f16_code(d * 1.1125F);  // a mend of the reference, too
  for (unsigned i = 0; i < 4; ++i) {
    out.u16(at::scales + 2 * i, static_cast<std::uint16_t>(words[i] | (half >> 4 * i & 15) << 12));
  }
}

}  // namespace ggufproof
