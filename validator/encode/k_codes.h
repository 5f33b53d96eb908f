// What the encoders of the K types share: rounding a part's codes by the scale that is stored, and packing
// the codes of 256 values so that 32 bytes hold one or two bits of values that are 32 apart.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "validator/encode/search.h"

namespace ggufproof {

/// The codes of a block's 256 values, from 0 on.
using BlockCodes = std::array<std::uint8_t, 256>;

/// Smallest and largest level of a value.
struct LevelRange {
  std::int32_t least;
  std::int32_t most;
};

/// Rounds values to levels of a scale and minimum, as codes from 0 on. A scale of 0 leaves the codes as the
/// search made them.
inline void round_codes(BlockValues values, const ScaleAndMin& line, const LevelRange& range, Codes codes) {
  if (line.scale == 0) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int32_t level = nearest_int((values[i] + line.min) / line.scale);
    codes[i] = static_cast<std::uint8_t>(std::clamp(level, range.least, range.most) - range.least);
  }
}

/// Two bits of each code, from bit `low` on: 32 bytes hold values 0-31 in their lowest bits, then 32-63,
/// 64-95, 96-127; the next 32 bytes the other half.
inline void put_two_bits(const BlockOut& out, std::uint64_t offset, const BlockCodes& codes, unsigned low) {
  for (unsigned byte = 0; byte < 64; ++byte) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 4; ++i) {
      bits |= (codes[128 * (byte / 32) + 32 * i + byte % 32] >> low & 3U) << 2 * i;
    }
    out.u8(offset + byte, bits);
  }
}

/// Bit `low` of each code: 32 bytes hold values 0-31 in their lowest bits, then 32-63, and so on.
inline void put_one_bit(const BlockOut& out, std::uint64_t offset, const BlockCodes& codes, unsigned low) {
  for (unsigned byte = 0; byte < 32; ++byte) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= (codes[32 * i + byte] >> low & 1U) << i;
    out.u8(offset + byte, bits);
  }
}

}  // namespace ggufproof
