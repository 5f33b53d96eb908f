// IQ3_XXS and IQ3_S: points of four magnitudes, and signs, of which the first type stores seven of eight. The
// search is that of grid_search.h; here are the types' numbers and how their blocks are packed.
#include <limits>

#include "spec/blocks.h"
#include "validator/encode/grid_search.h"

namespace ggufproof {
namespace {

float square(float, float value) { return value * value; }

constexpr GridKind xxs_kind{.points = iq3_xxs_points,
                            .part = 32,
                            .even_signs = true,
                            .start_by_fit = false,
                            .least = 1e-8F,
                            .steps = 15,
                            .step = 0.2F,
                            .again = ChosenAgain::off_grid,
                            .sigma_factor = 2,
                            .plain_weight = square};

constexpr GridKind s_kind{.points = iq3_s_points,
                          .part = 32,
                          .even_signs = false,
                          .start_by_fit = false,
                          .least = std::numeric_limits<float>::denorm_min(),
                          .steps = 9,
                          .step = 0.2F,
                          .again = ChosenAgain::all_if_any_off_grid,
                          .sigma_factor = 2,
                          .plain_weight = square};

}  // namespace

// The factors of d are mends of the reference: the search leaves scales a little too small.

template <>
void search_block<TensorType::iq3_xxs>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq3_xxs;
  const GridBlock stored = search_grid_block(xxs_kind, block);
  out.f16(at::d, stored.d * 1.0125F);
  for (unsigned i = 0; i < 64; ++i) out.u8(at::qs + i, stored.codes[i]);
  for (unsigned part = 0; part < 8; ++part) {
    auto word = static_cast<std::uint32_t>(stored.scales[part]) << 28;
    for (unsigned i = 0; i < 4; ++i) word |= (stored.signs[4 * part + i] & 127U) << 7 * i;
    out.word(at::scales_and_signs + 4 * part, word);
  }
}

template <>
void search_block<TensorType::iq3_s>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq3_s;
  const GridBlock stored = search_grid_block(s_kind, block);
  out.f16(at::d, stored.d * 1.033F);
  for (unsigned i = 0; i < 64; ++i) out.u8(at::qs + i, stored.codes[i]);
  for (unsigned i = 0; i < 32; ++i) out.u8(at::signs + i, stored.signs[i]);
  for (unsigned part = 0; part < 8; ++part) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= static_cast<std::uint32_t>(stored.codes[8 * part + i] >> 8) << i;
    out.u8(at::qh + part, bits);
  }
  for (unsigned i = 0; i < 4; ++i) {
    out.u8(at::scales + i, stored.scales[2 * i] | static_cast<std::uint32_t>(stored.scales[2 * i + 1]) << 4);
  }
}

}  // namespace ggufproof
