// What the codes of blocks stand for where that is no arithmetic: the points of the IQ grids, the non-linear
// levels of IQ4, the four-bit floats of MXFP4 and NVFP4, and the sign that seven stored signs imply. Data of
// the format, expanded once by the compiler; who reads or writes blocks looks up here.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ggufproof {

/// The points of a grid, by code.
template <std::size_t points, std::size_t numbers>
using Grid = std::array<std::array<std::int8_t, numbers>, points>;

/// Expands a row of spec/grids.def. The result has zero points at its end where `bits` names too few.
template <std::size_t points, std::size_t numbers, std::size_t level_count>
constexpr Grid<points, numbers> expand_grid(std::string_view bits,
                                            const std::array<std::int8_t, level_count>& levels) {
  Grid<points, numbers> grid{};
  std::size_t code = 0;
  for (std::size_t place = 0; place < bits.size(); ++place) {
    const char digit = bits[place];
    const auto four = static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    for (std::size_t bit = 0; bit < 4; ++bit) {
      if ((four >> bit & 1) == 0 || code == points) continue;
      std::size_t rest = 4 * place + bit;
      for (std::int8_t& number : grid[code]) {
        number = levels[rest % level_count];
        rest /= level_count;
      }
      ++code;
    }
  }
  return grid;
}

/// The grids by the name of their type; IQ1_S and IQ1_M share one.
namespace grids {
#define GRID(id, points, numbers, bits, ...) \
  inline constexpr auto id = expand_grid<points, numbers>(bits, std::to_array<std::int8_t>({__VA_ARGS__}));
#include "spec/grids.def"
}  // namespace grids

/// What IQ1_S and IQ1_M add to, or take from, every number of a point (ggml-common.h: IQ1S_DELTA,
/// IQ1M_DELTA).
inline constexpr float iq1_shift = 0.125F;

/// Signs of eight numbers, bit i set where number i is negative, from the seven that the IQ2_XXS, IQ2_XS and
/// IQ3_XXS types store: an even number of the eight is negative (ggml-common.h: ksigns_iq2xs). REQUIRES:
/// seven < 128.
constexpr std::uint32_t eight_signs(std::uint32_t seven) {
  return seven | (static_cast<std::uint32_t>(std::popcount(seven)) & 1) << 7;
}

/// The levels of IQ4_NL and IQ4_XS by code (ggml-common.h: kvalues_iq4nl).
inline constexpr std::array<std::int8_t, 16> iq4_levels{-127, -104, -83, -65, -49, -35, -22, -10,
                                                        1,    13,   25,  38,  53,  69,  89,  113};

/// Twice the value of each E2M1 code, which makes them whole (OCP Microscaling Formats 1.0, 5.3.3).
inline constexpr std::array<std::int8_t, 16> e2m1_doubled{0, 1,  2,  3,  4,  6,  8,  12,
                                                          0, -1, -2, -3, -4, -6, -8, -12};

}  // namespace ggufproof
