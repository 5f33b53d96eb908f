// IQ2_XXS, IQ2_XS, IQ2_S: points of eight magnitudes, and signs, of which the first two types store seven of
// eight. The search is that of grid_search.h; here are the types' numbers and how their blocks are packed.
// The reference refuses to encode the first two without importances; ours takes all columns to be as
// important.
#include <cmath>

#include "spec/blocks.h"
#include "validator/encode/grid_search.h"

namespace ggufproof {
namespace {

float even_weight(float mean_square, float value) { return std::sqrt(mean_square + value * value); }

constexpr GridKind xxs_kind{.points = iq2_xxs_points,
                            .part = 32,
                            .even_signs = true,
                            .start_by_fit = true,
                            .least = part_least,
                            .steps = 6,
                            .step = 0.1F,
                            .again = ChosenAgain::all,
                            .sigma_factor = 1,
                            .plain_weight = even_weight};

constexpr GridKind xs_kind{.points = iq2_xs_points,
                           .part = 16,
                           .even_signs = true,
                           .start_by_fit = false,
                           .least = part_least,
                           .steps = 9,
                           .step = 0.1F,
                           .again = ChosenAgain::off_grid,
                           .sigma_factor = 1,
                           .plain_weight = even_weight};

constexpr GridKind s_kind{
    .points = iq2_s_points,
    .part = 16,
    .even_signs = false,
    .start_by_fit = false,
    .least = 1e-8F,
    .steps = 9,
    .step = 0.1F,
    .again = ChosenAgain::off_grid,
    .sigma_factor = 2,
    .plain_weight = [](float mean_square, float value) { return 0.25F * mean_square + value * value; }};

void put_scales(const BlockOut& out, std::uint64_t offset, const GridBlock& stored) {
  for (unsigned i = 0; i < 8; ++i) {
    out.u8(offset + i, stored.scales[2 * i] | static_cast<std::uint32_t>(stored.scales[2 * i + 1]) << 4);
  }
}

}  // namespace

// A part of 32: four codes in two words, then 28 bits of signs and 4 of scale in the next two.
template <>
void search_block<TensorType::iq2_xxs>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq2_xxs;
  const GridBlock stored = search_grid_block(xxs_kind, block);
  out.f16(at::d, stored.d);
  for (unsigned part = 0; part < 8; ++part) {
    std::uint32_t codes = 0;
    auto signs = static_cast<std::uint32_t>(stored.scales[part]) << 28;
    for (unsigned i = 0; i < 4; ++i) {
      codes |= static_cast<std::uint32_t>(stored.codes[4 * part + i]) << 8 * i;
      signs |= (stored.signs[4 * part + i] & 127U) << 7 * i;
    }
    const std::uint64_t words = at::qs + 8 * part;
    out.u16(words, static_cast<std::uint16_t>(codes));
    out.u16(words + 2, static_cast<std::uint16_t>(codes >> 16));
    out.u16(words + 4, static_cast<std::uint16_t>(signs));
    out.u16(words + 6, static_cast<std::uint16_t>(signs >> 16));
  }
}

// A word for eight values: 9 bits of code, 7 of signs.
template <>
void search_block<TensorType::iq2_xs>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq2_xs;
  const GridBlock stored = search_grid_block(xs_kind, block);
  out.f16(at::d, stored.d);
  for (unsigned i = 0; i < 32; ++i) {
    out.u16(at::qs + 2 * i, static_cast<std::uint16_t>(stored.codes[i] | (stored.signs[i] & 127U) << 9));
  }
  put_scales(out, at::scales, stored);
}

// Eight values have a code of 10 bits, two of them in qh, and a byte of signs.
template <>
void search_block<TensorType::iq2_s>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::iq2_s;
  const GridBlock stored = search_grid_block(s_kind, block);
  out.f16(at::d, stored.d * 0.9875F);  // a mend of the reference: the search leaves scales a little too large
  for (unsigned i = 0; i < 32; ++i) {
    out.u8(at::qs + i, stored.codes[i]);
    out.u8(at::signs + i, stored.signs[i]);
  }
  for (unsigned byte = 0; byte < 8; ++byte) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 4; ++i)
      bits |= static_cast<std::uint32_t>(stored.codes[4 * byte + i] >> 8) << 2 * i;
    out.u8(at::qh + byte, bits);
  }
  put_scales(out, at::scales, stored);
}

}  // namespace ggufproof
