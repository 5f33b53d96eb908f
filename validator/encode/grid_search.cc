// The search over grids of magnitudes; see grid_search.h.
#include "validator/encode/grid_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ggufproof {
namespace {

/// Levels of magnitudes in the units of the search, by digit; IQ2 has the first three.
constexpr std::array<float, 8> odd_levels{1, 3, 5, 7, 9, 11, 13, 15};

/// A part under search.
struct Part {
  std::uint32_t size = 0;
  std::array<float, part_most> magnitudes{};
  std::array<float, part_most> weights{};
  std::array<float, part_most> roots{};  // of the weights; choosing among near points goes by these
  std::array<std::uint8_t, 4> signs{};
};

/// Points of a part, and which of them were rounded to one that has a code.
struct Choice {
  std::array<std::uint16_t, 8> codes{};
  std::array<bool, 8> on_grid{};
};

struct FoundPart {
  Choice choice;
  std::array<std::uint8_t, 4> signs{};
  float scale = 0;
};

/// Splits eight values into signs and magnitudes. Where the signs must be even, the value that matters least
/// is negated, so that its magnitude becomes negative.
std::uint8_t split_signs(const WeightedPart& eight, bool even, std::span<float> magnitudes) {
  std::uint32_t signs = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const bool negative = !(eight.values[i] >= 0);
    magnitudes[i] = negative ? -eight.values[i] : eight.values[i];
    signs |= static_cast<std::uint32_t>(negative) << i;
  }
  if (!even || std::popcount(signs) % 2 == 0) return static_cast<std::uint8_t>(signs);
  unsigned least = 0;
  const auto matter = [&](unsigned i) { return eight.weights[i] * eight.values[i] * eight.values[i]; };
  for (unsigned i = 1; i < 8; ++i) {
    if (matter(i) < matter(least)) least = i;
  }
  magnitudes[least] = -magnitudes[least];
  return static_cast<std::uint8_t>(signs ^ 1U << least);
}

Part make_part(const GridKind& kind, BlockValues values, BlockValues importance, float mean_square) {
  Part part;
  part.size = kind.part;
  const std::span weights = std::span(part.weights).first(kind.part);
  if (importance.empty()) {
    for (std::size_t i = 0; i < values.size(); ++i) weights[i] = kind.plain_weight(mean_square, values[i]);
  } else {
    weigh(values, importance, mean_square, weights);
  }
  std::transform(weights.begin(), weights.end(), part.roots.begin(), [](float w) { return std::sqrt(w); });
  for (std::size_t at = 0; at < values.size(); at += 8) {
    part.signs[at / 8] = split_signs({values.subspan(at, 8), weights.subspan(at, 8)}, kind.even_signs,
                                     std::span(part.magnitudes).subspan(at, 8));
  }
  return part;
}

/// Chooses the code of one point.
void choose(const GridPoints& points, const Part& part, std::uint32_t index, float inverse_scale, float scale,
            Choice& choice) {
  const std::uint32_t numbers = points.numbers();
  const BlockValues values = std::span(part.magnitudes).subspan(index * numbers, numbers);
  const BlockValues roots = std::span(part.roots).subspan(index * numbers, numbers);
  std::array<std::uint8_t, 8> room{};
  for (std::uint32_t i = 0; i < numbers; ++i) {
    const std::int32_t digit = nearest_int(0.5F * (inverse_scale * values[i] - 1));
    room[i] = static_cast<std::uint8_t>(std::clamp(digit, 0, points.levels() - 1));
  }
  const Digits digits = std::span(room).first(numbers);
  const std::uint16_t code = nearest_code(points, digits, {values, roots}, scale, odd_levels);
  choice.codes[index] = code;
  choice.on_grid[index] = std::ranges::equal(digits, points.point(code));
}

Fit fit_choice(const GridPoints& points, const Part& part, const Choice& choice) {
  Fit fit;
  for (std::uint32_t i = 0; i < part.size; ++i) {
    const Digits point = points.point(choice.codes[i / points.numbers()]);
    fit.add(part.weights[i], part.magnitudes[i], odd_levels[point[i % points.numbers()]]);
  }
  return fit;
}

/// Chooses points again by the best scale, and fits the scale to them.
void choose_again(const GridKind& kind, const Part& part, FoundPart& found) {
  const GridPoints& points = kind.points();
  const std::uint32_t count = part.size / points.numbers();
  std::array<bool, 8> keep = found.choice.on_grid;
  const bool all_on_grid = std::all_of(keep.begin(), keep.begin() + count, [](bool on) { return on; });
  if (!(found.scale > 0) || (all_on_grid && kind.again != ChosenAgain::all)) return;
  if (kind.again != ChosenAgain::off_grid) keep.fill(false);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!keep[i]) choose(points, part, i, 1 / found.scale, found.scale, found.choice);
  }
  const Fit fit = fit_choice(points, part, found.choice);
  if (fit.level_level > 0) found.scale = fit.scale();
}

/// Tries scales around the one that gives `reach` the largest level.
void try_scales(const GridKind& kind, const Part& part, float reach, FoundPart& found) {
  const GridPoints& points = kind.points();
  const auto top = static_cast<float>(2 * points.levels() - 1);
  float best = 0;
  for (std::int32_t step = -kind.steps; step <= kind.steps; ++step) {
    const float inverse_scale = (top + static_cast<float>(step) * kind.step) / reach;
    Choice choice;
    for (std::uint32_t i = 0; i < part.size / points.numbers(); ++i) {
      choose(points, part, i, inverse_scale, 1 / inverse_scale, choice);
    }
    const Fit fit = fit_choice(points, part, choice);
    if (!fit.is_better_than(best)) continue;
    found.scale = fit.scale();
    best = found.scale * fit.value_level;
    found.choice = choice;
  }
}

FoundPart search_part(const GridKind& kind, const Part& part) {
  const std::int32_t levels = kind.points().levels();
  const BlockValues magnitudes = std::span(part.magnitudes).first(part.size);
  float reach = magnitudes[0];
  for (const float magnitude : magnitudes) reach = reach > magnitude ? reach : magnitude;
  if (reach < kind.least) return {};
  FoundPart found;
  found.signs = part.signs;
  found.scale = reach / static_cast<float>(2 * levels - 1);
  found.choice.on_grid.fill(kind.again != ChosenAgain::all_if_any_off_grid);
  if (kind.start_by_fit) {
    std::array<std::uint8_t, part_most> codes{};
    const BlockValues weights = std::span(part.weights).first(part.size);
    found.scale = search_positive_scale({magnitudes, weights}, levels + 1, std::span(codes).first(part.size));
    reach = found.scale * static_cast<float>(levels);
    if (reach <= 0) return {};
  }
  try_scales(kind, part, reach, found);
  choose_again(kind, part, found);
  // A value negated to make the signs even may outweigh all others; stored scales have no sign.
  if (found.scale < 0) {
    found.scale = -found.scale;
    for (std::uint8_t& signs : found.signs) signs = static_cast<std::uint8_t>(~signs);
  }
  return found;
}

}  // namespace

std::uint16_t nearest_code(const GridPoints& points, Digits point, const WeightedPart& part, float scale,
                           BlockValues levels) {
  const std::span<const std::uint16_t> candidates = points.candidates(point);
  std::uint16_t nearest = candidates[0];
  if (candidates.size() == 1) return nearest;
  float least = std::numeric_limits<float>::max();
  for (const std::uint16_t code : candidates) {
    const Digits digits = points.point(code);
    float error = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const float miss = scale * levels[digits[i]] - part.values[i];
      error += part.weights[i] * miss * miss;
    }
    if (error < least) {
      least = error;
      nearest = code;
    }
  }
  return nearest;
}

std::uint8_t odd_scale_code(float scale, float inverse_d, std::int32_t most) {
  return static_cast<std::uint8_t>(std::clamp(nearest_int(0.5F * (inverse_d * scale - 1)), 0, most));
}

GridBlock search_grid_block(const GridKind& kind, const SearchedBlock& block) {
  GridBlock stored;
  std::array<float, 16> scales{};
  const std::uint32_t parts = 256 / kind.part;
  const std::uint32_t points = kind.part / kind.points().numbers();
  const float mean_square = kind.sigma_factor * sum_of_squares(block.values) / 256;
  for (std::uint32_t i = 0; i < parts; ++i) {
    const BlockValues importance =
        block.importance.empty() ? block.importance : block.importance.subspan(i * kind.part, kind.part);
    const FoundPart found = search_part(
        kind, make_part(kind, block.values.subspan(i * kind.part, kind.part), importance, mean_square));
    std::copy_n(found.choice.codes.begin(), points, stored.codes.begin() + i * points);
    std::copy_n(found.signs.begin(), kind.part / 8, stored.signs.begin() + i * kind.part / 8);
    scales[i] = found.scale;
  }
  float largest = 0;
  for (const float scale : scales) largest = largest > scale ? largest : scale;
  if (largest == 0) return stored;
  stored.d = largest / 31;
  for (std::uint32_t i = 0; i < parts; ++i) stored.scales[i] = odd_scale_code(scales[i], 1 / stored.d, 15);
  return stored;
}

}  // namespace ggufproof
