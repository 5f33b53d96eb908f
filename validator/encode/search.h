// The searches that the encoders of several types share. A scale that maps the largest value to the largest
// code is seldom the best one: a slightly smaller or larger one rounds most values better. So some scales
// near it are tried; for each the codes follow by rounding, and for the codes the best scale follows by least
// squares. Every sum is taken in the order, and at the precision, of the reference's, or a tie of two scales
// would fall otherwise (ggml-quants.c: make_qx_quants, make_q3_quants, make_qkx2_quants, make_qkx3_quants,
// make_qp_quants).
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "validator/encode/block_out.h"

namespace ggufproof {

/// The most values that one search takes.
inline constexpr std::size_t part_most = 32;

/// Parts whose largest magnitude is below this are encoded as zeros.
inline constexpr float part_least = 1e-15F;

/// Values with a weight each, of the same number, at most part_most.
struct WeightedPart {
  BlockValues values;
  BlockValues weights;
};

/// Codes of a part, one a value.
using Codes = std::span<std::uint8_t>;

/// A scale and what is subtracted from every product.
struct ScaleAndMin {
  float scale = 0;
  float min = 0;
};

/// Weighted sums of value by level and of level by level, whose quotient is the best scale for the levels.
struct Fit {
  float value_level = 0;
  float level_level = 0;

  void add(float weight, float value, float level) {
    value_level += weight * value * level;
    level_level += weight * level * level;
  }
  /// REQUIRES: level_level is not 0.
  float scale() const { return value_level / level_level; }
  /// Whether these levels leave a smaller error than those whose scale times value_level is `best`.
  bool is_better_than(float best) const {
    return level_level > 0 && value_level * value_level > best * level_level;
  }
};

/// To the nearest integer, ties to even, by the reference's way: exact up to 2^22, arbitrary but the same
/// beyond and for NaN.
inline std::int32_t nearest_int(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value + 12582912.0F);
  return (bits & 0x007FFFFF) - 0x00400000;
}

/// The sum of squares, in order.
float sum_of_squares(BlockValues values);

/// Each weight: the importance, more for values that are large beside `mean_square`.
void weigh(BlockValues values, BlockValues importance, float mean_square, std::span<float> weights);

/// A scale for signed levels from -most to most - 1, stored as codes from 0 on. The scale's sign is opposite
/// to that of the largest value, which so gets the larger end. All codes are 0 for a part of zeros.
float search_scale(const WeightedPart& part, std::int32_t most, Codes codes);

/// As search_scale, weighted by the values' squares, but moves one code at a time where that lessens the
/// error.
float search_scale_stepwise(BlockValues values, std::int32_t most, Codes codes);

/// A scale for codes from 0 to most, of values that are positive, mostly.
float search_positive_scale(const WeightedPart& part, std::int32_t most, Codes codes);

/// Which scales search_scale_and_min tries: those that map the extent to first + most, then `steps` more,
/// `step` apart.
struct ScaleSteps {
  float first;
  float step;
  std::int32_t steps;
  bool absolute_error;  ///< else squared
};

/// Those that importances are served with, for every type.
inline constexpr ScaleSteps steps_by_importance{-0.9F, 0.05F, 36, false};

/// A scale and a minimum for codes from 0 to most; the minimum is what to subtract, so not negative.
ScaleAndMin search_scale_and_min(const WeightedPart& part, std::int32_t most, const ScaleSteps& tried,
                                 Codes codes);

}  // namespace ggufproof
