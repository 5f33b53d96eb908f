// The points of a grid by where they lie. A search rounds values to levels, and most such points have no
// code; then one of those that do, and lie nearest, is taken. Which are near depends on the grid alone, so it
// is computed once for each grid, at its first use (ggml-quants.c: iq2xs_init_impl, iq3xs_init_impl).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spec/codebooks.h"

namespace ggufproof {

/// A point as the place of each number among the levels of its grid, from 0 on.
using Digits = std::span<const std::uint8_t>;

class GridPoints {
 public:
  /// Points at the `distances` smallest distances that occur count as near.
  template <std::size_t points, std::size_t numbers>
  GridPoints(const Grid<points, numbers>& grid, std::uint32_t distances) : numbers_(numbers) {
    std::vector<std::int8_t> all;
    for (const auto& point : grid) all.insert(all.end(), point.begin(), point.end());
    build(all, distances);
  }

  /// Numbers of a point: 4 or 8.
  std::uint32_t numbers() const { return numbers_; }
  /// Levels that a number can have.
  std::int32_t levels() const { return levels_; }
  /// The codes to choose from for a point: its own alone where it has one, else those of the near points, by
  /// rising distance, then code. Never empty. REQUIRES: numbers() digits below levels().
  std::span<const std::uint16_t> candidates(Digits point) const;
  /// The point of a code. REQUIRES: a code of the grid.
  Digits point(std::uint32_t code) const { return std::span(digits_).subspan(code * numbers_, numbers_); }

 private:
  void build(const std::vector<std::int8_t>& numbers, std::uint32_t distances);
  std::uint32_t place(Digits point) const;
  void add_candidates(Digits point, std::uint32_t distances);

  std::uint32_t numbers_;
  std::int32_t levels_ = 0;
  std::vector<std::uint8_t> digits_;       // of all codes, one after the other
  std::vector<std::uint16_t> candidates_;  // of all places, one after the other
  std::vector<std::uint32_t> first_;       // where those of each place begin, and the end
};

/// The grids that encoders search, each with the number of distances of the reference.
const GridPoints& iq1_points();
const GridPoints& iq2_xxs_points();
const GridPoints& iq2_xs_points();
const GridPoints& iq2_s_points();
const GridPoints& iq3_xxs_points();
const GridPoints& iq3_s_points();

}  // namespace ggufproof
