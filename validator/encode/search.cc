// The shared searches; see search.h for why they are as they are.
#include "validator/encode/search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ggufproof {
namespace {

std::int32_t signed_level(float value, std::int32_t most) {
  return std::clamp(nearest_int(value), -most, most - 1);
}

void zero(Codes codes) { std::fill(codes.begin(), codes.end(), std::uint8_t{0}); }

/// One try of search_scale: the levels that this inverse of a scale gives.
Fit fit_signed(const WeightedPart& part, std::int32_t most, float inverse_scale) {
  Fit fit;
  for (std::size_t i = 0; i < part.values.size(); ++i) {
    const std::int32_t level = signed_level(inverse_scale * part.values[i], most);
    fit.add(part.weights[i], part.values[i], static_cast<float>(level));
  }
  return fit;
}

/// Moves each level in turn to where the others' best scale would round its value, and keeps what lessens the
/// error. Five rounds at most, as in the reference. `level_of` bounds a rounded level; a level is only looked
/// at where `may_move` of the sums without it holds.
template <class Level, class LevelOf, class MayMove>
Fit step_levels(const WeightedPart& part, std::span<Level> levels, Fit fit, LevelOf level_of,
                MayMove may_move) {
  bool moved = true;
  for (int round = 0; round < 5 && moved; ++round) {
    moved = false;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const float value = part.values[i];
      const float weight = part.weights[i];
      const auto level = static_cast<float>(levels[i]);
      Fit other{fit.value_level - weight * value * level, fit.level_level - weight * level * level};
      if (!may_move(other)) continue;
      const std::int32_t next = level_of(nearest_int(value * other.level_level / other.value_level));
      if (next == levels[i]) continue;
      other.add(weight, value, static_cast<float>(next));
      if (!(other.level_level > 0)) continue;
      if (!(other.value_level * other.value_level * fit.level_level >
            fit.value_level * fit.value_level * other.level_level)) {
        continue;
      }
      levels[i] = static_cast<Level>(next);
      fit = other;
      moved = true;
    }
  }
  return fit;
}

float scale_or_zero(const Fit& fit) { return fit.level_level > 0 ? fit.scale() : 0.0F; }

/// The error of a scale of search_positive_scale. `bounded` is false for the first try, whose codes the
/// reference stores as they come.
float positive_error(const WeightedPart& part, std::int32_t most, float inverse_scale, bool bounded) {
  const float scale = 1 / inverse_scale;
  float error = 0;
  for (std::size_t i = 0; i < part.values.size(); ++i) {
    const std::int32_t nearest = nearest_int(inverse_scale * part.values[i]);
    const std::int32_t code = bounded ? std::min(most, nearest) : static_cast<std::uint8_t>(nearest);
    const float miss = part.values[i] - scale * static_cast<float>(code);
    error += part.weights[i] * miss * miss;
  }
  return error;
}

/// What search_scale_and_min knows of a part before it tries scales.
struct Extent {
  float min;
  float max;
  float weights;
  float weighted_values;
};

Extent extent_of(const WeightedPart& part) {
  Extent extent{part.values[0], part.values[0], part.weights[0], part.weights[0] * part.values[0]};
  for (std::size_t i = 1; i < part.values.size(); ++i) {
    if (part.values[i] < extent.min) extent.min = part.values[i];
    if (part.values[i] > extent.max) extent.max = part.values[i];
    extent.weights += part.weights[i];
    extent.weighted_values += part.weights[i] * part.values[i];
  }
  if (extent.min > 0) extent.min = 0;
  return extent;
}

void round_from(float min, float inverse_scale, BlockValues values, std::int32_t most, Codes codes) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    codes[i] = static_cast<std::uint8_t>(std::clamp(nearest_int(inverse_scale * (values[i] - min)), 0, most));
  }
}

/// The best scale and (not subtracted, but added) minimum for given codes; false where they fix none.
bool fit_line(const WeightedPart& part, const Extent& extent, Codes codes, ScaleAndMin& line) {
  float sum = 0;
  float squares = 0;
  float products = 0;
  for (std::size_t i = 0; i < part.values.size(); ++i) {
    const auto code = static_cast<float>(codes[i]);
    const float weighted = part.weights[i] * code;
    sum += weighted;
    squares += weighted * code;
    products += weighted * part.values[i];
  }
  const float determinant = extent.weights * squares - sum * sum;
  if (!(determinant > 0)) return false;
  line.scale = (extent.weights * products - extent.weighted_values * sum) / determinant;
  line.min = (squares * extent.weighted_values - sum * products) / determinant;
  if (line.min > 0) line = {products / squares, 0};
  return true;
}

float line_error(const WeightedPart& part, const ScaleAndMin& line, bool absolute, Codes codes) {
  float error = 0;
  for (std::size_t i = 0; i < part.values.size(); ++i) {
    const float miss = line.scale * static_cast<float>(codes[i]) + line.min - part.values[i];
    error += part.weights[i] * (absolute ? std::fabs(miss) : miss * miss);
  }
  return error;
}

}  // namespace

float sum_of_squares(BlockValues values) {
  float sum = 0;
  for (const float value : values) sum += value * value;
  return sum;
}

void weigh(BlockValues values, BlockValues importance, float mean_square, std::span<float> weights) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    weights[i] = importance[i] * std::sqrt(mean_square + values[i] * values[i]);
  }
}

float search_scale(const WeightedPart& part, std::int32_t most, Codes codes) {
  const float largest = largest_value(part.values);
  zero(codes);
  if (std::fabs(largest) < part_least) return 0;
  const auto inverse_at = [&](int step) {
    return -(static_cast<float>(most) + 0.1F * static_cast<float>(step)) / largest;
  };
  float inverse_scale = inverse_at(0);
  const Fit first = fit_signed(part, most, inverse_scale);
  float scale = first.level_level != 0 ? first.scale() : 0.0F;
  float best = scale * first.value_level;
  for (int step = -9; step <= 9; ++step) {
    if (step == 0) continue;
    const Fit fit = fit_signed(part, most, inverse_at(step));
    if (!fit.is_better_than(best)) continue;
    scale = fit.scale();
    best = scale * fit.value_level;
    inverse_scale = inverse_at(step);
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::uint8_t>(signed_level(inverse_scale * part.values[i], most) + most);
  }
  return scale;
}

float search_scale_stepwise(BlockValues values, std::int32_t most, Codes codes) {
  const float largest = largest_value(values);
  zero(codes);
  if (std::fabs(largest) < part_least) return 0;
  std::array<float, part_most> squares{};
  std::transform(values.begin(), values.end(), squares.begin(), [](float value) { return value * value; });
  const WeightedPart part{values, std::span(squares).first(values.size())};
  const float inverse_scale = static_cast<float>(-most) / largest;
  std::array<std::int32_t, part_most> levels{};
  for (std::size_t i = 0; i < values.size(); ++i) levels[i] = signed_level(inverse_scale * values[i], most);
  const Fit fit = step_levels(
      part, std::span(levels).first(values.size()), fit_signed(part, most, inverse_scale),
      [&](std::int32_t level) { return std::clamp(level, -most, most - 1); },
      [](const Fit& other) { return other.value_level > 0; });
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::uint8_t>(levels[i] + most);
  return scale_or_zero(fit);
}

float search_positive_scale(const WeightedPart& part, std::int32_t most, Codes codes) {
  float largest = 0;
  for (const float value : part.values) largest = largest > value ? largest : value;
  zero(codes);
  if (largest < part_least) return 0;
  float inverse_scale = static_cast<float>(most) / largest;
  float least = positive_error(part, most, inverse_scale, false);
  for (int step = -4; step <= 4; ++step) {
    if (step == 0) continue;
    const float tried = (0.1F * static_cast<float>(step) + static_cast<float>(most)) / largest;
    const float error = positive_error(part, most, tried, true);
    if (error < least) {
      least = error;
      inverse_scale = tried;
    }
  }
  Fit fit;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::int32_t code = std::min(most, nearest_int(inverse_scale * part.values[i]));
    codes[i] = static_cast<std::uint8_t>(code);
    fit.add(part.weights[i], part.values[i], static_cast<float>(code));
  }
  return scale_or_zero(step_levels(
      part, codes, fit, [&](std::int32_t code) { return std::min(most, code); },
      [](const Fit& other) { return other.value_level > 0 && other.level_level > 0; }));
}

ScaleAndMin search_scale_and_min(const WeightedPart& part, std::int32_t most, const ScaleSteps& tried,
                                 Codes codes) {
  const Extent extent = extent_of(part);
  zero(codes);
  if (extent.max <= extent.min) return {0, -extent.min};
  const auto top = static_cast<float>(most);
  const float inverse_scale = top / (extent.max - extent.min);
  ScaleAndMin line{1 / inverse_scale, extent.min};
  round_from(line.min, inverse_scale, part.values, most, codes);
  float least = line_error(part, line, tried.absolute_error, codes);
  std::array<std::uint8_t, part_most> room{};
  const Codes trial = std::span(room).first(codes.size());
  for (int step = 0; step <= tried.steps; ++step) {
    const float reach = tried.first + tried.step * static_cast<float>(step) + top;
    // The minimum found so far serves the next tries, too.
    round_from(line.min, reach / (extent.max - line.min), part.values, most, trial);
    ScaleAndMin found;
    if (!fit_line(part, extent, trial, found)) continue;
    const float error = line_error(part, found, tried.absolute_error, trial);
    if (!(error < least)) continue;
    std::copy(trial.begin(), trial.end(), codes.begin());
    least = error;
    line = found;
  }
  return {line.scale, -line.min};
}

}  // namespace ggufproof
