// The search for the codes of IQ2 and IQ3 types, which differ in numbers only. Signs are stored apart, so
// magnitudes are searched for: scales near the one that maps the largest magnitude to the largest level are
// tried, each rounds values to points, points without a code give way to near ones with one, and least
// squares say which scale was the best. Then the points are chosen once more by that scale (ggml-quants.c:
// quantize_row_iq2_xxs_impl, _iq2_xs_, _iq2_s_, _iq3_xxs_, _iq3_s_).
#pragma once

#include <array>
#include <cstdint>

#include "validator/encode/grid_points.h"
#include "validator/encode/search.h"

namespace ggufproof {

/// Which points are chosen once more by the best scale.
enum class ChosenAgain : std::uint8_t {
  off_grid,             ///< those that were rounded to a point without a code
  all_if_any_off_grid,  ///< all, where there is such a one
  all,
};

/// What sets a type apart from the others.
struct GridKind {
  const GridPoints& (*points)();
  std::uint32_t part;  ///< values with a scale of their own: 16 or 32
  bool even_signs;     ///< of eight signs seven are stored, and an even number is negative
  bool start_by_fit;   ///< the scales tried lie around that of a fit without grid, not that of the largest
                       ///< value
  float least;         ///< parts with a lesser largest magnitude are zeros
  std::int32_t steps;  ///< scales tried to either side
  float step;          ///< between them, in levels of the largest magnitude
  ChosenAgain again;
  float sigma_factor;  ///< what the mean square of the block counts in weights
  float (*plain_weight)(float mean_square, float value);  ///< without importances
};

/// What is stored of a block.
struct GridBlock {
  std::array<std::uint16_t, 64> codes{};  ///< of its points
  std::array<std::uint8_t, 32> signs{};   ///< of eight values each, bit i set where value i is negative
  std::array<std::uint8_t, 16> scales{};  ///< of its parts, 0 to 15
  float d = 0;                            ///< of the block, before the type's own factor
};

/// The code, of those that a point can be stored as, that leaves the least weighted error. `levels` are the
/// values of digits.
std::uint16_t nearest_code(const GridPoints& points, Digits point, const WeightedPart& part, float scale,
                           BlockValues levels);

/// The code of a part's scale, of `most` + 1 that stand for odd multiples of d.
std::uint8_t odd_scale_code(float scale, float inverse_d, std::int32_t most);

GridBlock search_grid_block(const GridKind& kind, const SearchedBlock& block);

}  // namespace ggufproof
