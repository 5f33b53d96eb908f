// Q3_K and Q6_K: parts of 16 values with a signed scale each, which are searched for and then themselves
// rounded to multiples of one scale of the whole block; the codes of the values are rounded once more, by the
// scales that are really stored. Q3_K without importances moves its few levels one at a time; with them, and
// in Q6_K always, scales are tried (ggml-quants.c: quantize_row_q3_K_ref, _impl, and those of Q6_K).
#include <algorithm>
#include <array>
#include <cmath>

#include "spec/blocks.h"
#include "validator/encode/k_codes.h"
#include "validator/encode/search.h"

namespace ggufproof {
namespace {

using PartScales = std::array<float, 16>;

Codes codes_of_part(BlockCodes& codes, unsigned part) { return std::span(codes).subspan(16 * part, 16); }

/// Rounds every value by the scale that its part really has: d times the part's scale.
template <class ScaleOf>
void round_parts(BlockValues values, std::uint16_t d, ScaleOf scale_of, const LevelRange& range,
                 BlockCodes& codes) {
  for (unsigned part = 0; part < 16; ++part) {
    const float scale = f16_value(d) * static_cast<float>(scale_of(part));
    round_codes(values.subspan(16 * part, 16), {scale, 0}, range, codes_of_part(codes, part));
  }
}

/// The scales of Q3_K, as codes from 0 on that stand for -32 to 31, and what they are multiples of.
struct Q3Scales {
  std::array<std::uint8_t, 16> codes{};
  std::uint16_t d = 0;
};

Q3Scales q3_scales_by_largest(BlockValues values, BlockCodes& codes) {
  PartScales scales{};
  for (unsigned part = 0; part < 16; ++part) {
    scales[part] = search_scale_stepwise(values.subspan(16 * part, 16), 4, codes_of_part(codes, part));
  }
  Q3Scales stored;
  const float largest = largest_value(scales);
  if (largest == 0) return stored;
  const float inverse_scale = -32.0F / largest;
  for (unsigned part = 0; part < 16; ++part) {
    const auto level = static_cast<std::int8_t>(nearest_int(inverse_scale * scales[part]));
    stored.codes[part] = static_cast<std::uint8_t>(std::clamp<std::int32_t>(level, -32, 31) + 32);
  }
  stored.d = f16_code(1 / inverse_scale);
  return stored;
}

Q3Scales q3_scales_by_importance(const SearchedBlock& block, BlockCodes& codes) {
  PartScales scales{};
  PartScales scale_weights{};
  const float mean_square = 2 * sum_of_squares(block.values) / 256;
  for (unsigned part = 0; part < 16; ++part) {
    const BlockValues values = block.values.subspan(16 * part, 16);
    std::array<float, 16> weights{};
    weigh(values, block.importance.subspan(16 * part, 16), mean_square, weights);
    for (const float weight : weights) scale_weights[part] += weight;
    scales[part] = search_scale({values, weights}, 4, codes_of_part(codes, part));
  }
  Q3Scales stored;
  stored.d = f16_code(search_scale({scales, scale_weights}, 32, stored.codes));
  return stored;
}

/// Sixteen scales of 6 bits in 12 bytes: eight bytes of low nibbles (0-7 low, 8-15 high), then four whose
/// pairs of bits, from the lowest, are the high bits of scales 0-3, 4-7, 8-11, 12-15.
void put_q3_scales(const BlockOut& out, std::uint64_t offset, const Q3Scales& stored) {
  for (unsigned i = 0; i < 8; ++i) {
    out.u8(offset + i, (stored.codes[i] & 15U) | static_cast<std::uint32_t>(stored.codes[8 + i]) << 4);
  }
  for (unsigned i = 0; i < 4; ++i) {
    std::uint32_t bits = 0;
    for (unsigned j = 0; j < 4; ++j)
      bits |= static_cast<std::uint32_t>(stored.codes[4 * j + i] >> 4) << 2 * j;
    out.u8(offset + 8 + i, bits);
  }
}

PartScales q6_scales(const SearchedBlock& block, BlockCodes& codes) {
  PartScales scales{};
  for (unsigned part = 0; part < 16; ++part) {
    const BlockValues values = block.values.subspan(16 * part, 16);
    std::array<float, 16> squares{};
    std::transform(values.begin(), values.end(), squares.begin(), [](float value) { return value * value; });
    const BlockValues weights =
        block.importance.empty() ? BlockValues(squares) : block.importance.subspan(16 * part, 16);
    scales[part] = search_scale({values, weights}, 32, codes_of_part(codes, part));
  }
  return scales;
}

}  // namespace

template <>
void search_block<TensorType::q3_k>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q3_k;
  BlockCodes codes{};
  const Q3Scales stored = block.importance.empty() ? q3_scales_by_largest(block.values, codes)
                                                   : q3_scales_by_importance(block, codes);
  round_parts(
      block.values, stored.d, [&](unsigned part) { return stored.codes[part] - 32; }, {-4, 3}, codes);
  put_one_bit(out, at::hmask, codes, 2);
  put_two_bits(out, at::qs, codes, 0);
  put_q3_scales(out, at::scales, stored);
  out.u16(at::d, stored.d);
}

template <>
void search_block<TensorType::q6_k>(const SearchedBlock& block, BlockOut out) {
  namespace at = block_at::q6_k;
  BlockCodes codes{};
  std::array<std::int8_t, 16> stored{};
  std::uint16_t d = 0;
  const PartScales scales = q6_scales(block, codes);
  const float largest = largest_value(scales);
  if (std::fabs(largest) < part_least) {
    codes.fill(0);
  } else {
    const float inverse_scale = -128.0F / largest;
    d = f16_code(1 / inverse_scale);
    for (unsigned part = 0; part < 16; ++part) {
      stored[part] = static_cast<std::int8_t>(std::min(127, nearest_int(inverse_scale * scales[part])));
    }
    round_parts(
        block.values, d, [&](unsigned part) { return stored[part]; }, {-32, 31}, codes);
  }
  for (unsigned half = 0; half < 2; ++half) {
    put_nibbles(out, at::ql + 64 * half, 64, [&](unsigned i) { return codes[128 * half + i] & 15U; });
  }
  put_two_bits(out, at::qh, codes, 4);
  for (unsigned part = 0; part < 16; ++part)
    out.u8(at::scales + part, static_cast<std::uint8_t>(stored[part]));
  out.u16(at::d, d);
}

}  // namespace ggufproof
