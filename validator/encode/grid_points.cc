// Where the points of a grid lie, and which are near to points without a code; see grid_points.h.
#include "validator/encode/grid_points.h"

#include <algorithm>
#include <array>

namespace ggufproof {
namespace {

/// The largest squared distance, in steps between levels: of four numbers with eight levels.
constexpr std::uint32_t farthest = 4 * 7 * 7;

std::uint32_t distance(Digits a, Digits b) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::int32_t step = a[i] - b[i];
    sum += static_cast<std::uint32_t>(step * step);
  }
  return sum;
}

}  // namespace

std::uint32_t GridPoints::place(Digits point) const {
  std::uint32_t place = 0;
  for (std::size_t i = point.size(); i-- > 0;) place = place * static_cast<std::uint32_t>(levels_) + point[i];
  return place;
}

std::span<const std::uint16_t> GridPoints::candidates(Digits point) const {
  const std::uint32_t at = place(point);
  return std::span(candidates_).subspan(first_[at], first_[at + 1] - first_[at]);
}

void GridPoints::build(const std::vector<std::int8_t>& numbers, std::uint32_t distances) {
  std::vector<std::int8_t> levels = numbers;
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  levels_ = static_cast<std::int32_t>(levels.size());
  for (const std::int8_t number : numbers) {
    const auto level = std::lower_bound(levels.begin(), levels.end(), number);
    digits_.push_back(static_cast<std::uint8_t>(level - levels.begin()));
  }
  std::vector<std::uint8_t> point(numbers_, 0);
  bool more = true;
  while (more) {  // counts through all points, the first number fastest
    first_.push_back(static_cast<std::uint32_t>(candidates_.size()));
    add_candidates(point, distances);
    std::size_t i = 0;
    while (i < point.size() && ++point[i] == levels_) point[i++] = 0;
    more = i < point.size();
  }
  first_.push_back(static_cast<std::uint32_t>(candidates_.size()));
}

void GridPoints::add_candidates(Digits point, std::uint32_t distances) {
  std::vector<std::uint32_t> to(digits_.size() / numbers_);
  std::array<bool, farthest + 1> occurs{};
  for (std::uint32_t code = 0; code < to.size(); ++code) {
    to[code] = distance(point, this->point(code));
    occurs[to[code]] = true;
  }
  if (occurs[0]) distances = 1;  // the point itself
  for (std::uint32_t near = 0; near <= farthest && distances > 0; ++near) {
    if (!occurs[near]) continue;
    --distances;
    for (std::uint32_t code = 0; code < to.size(); ++code) {
      if (to[code] == near) candidates_.push_back(static_cast<std::uint16_t>(code));
    }
  }
}

const GridPoints& iq1_points() {
  static const GridPoints points(grids::iq1, 3);
  return points;
}

const GridPoints& iq2_xxs_points() {
  static const GridPoints points(grids::iq2_xxs, 2);
  return points;
}

const GridPoints& iq2_xs_points() {
  static const GridPoints points(grids::iq2_xs, 2);
  return points;
}

const GridPoints& iq2_s_points() {
  static const GridPoints points(grids::iq2_s, 1);
  return points;
}

const GridPoints& iq3_xxs_points() {
  static const GridPoints points(grids::iq3_xxs, 2);
  return points;
}

const GridPoints& iq3_s_points() {
  static const GridPoints points(grids::iq3_s, 3);
  return points;
}

}  // namespace ggufproof
