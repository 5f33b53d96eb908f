// A block under encoding, the encoder of one block that each type has, and the arithmetic that several share.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "spec/tables.h"
#include "spec/wire.h"
#include "validator/encode/float_codes.h"

namespace ggufproof {

/// The bytes of one block, to be written. Offsets are those of block_at (spec/blocks.h), plus an index in
/// bytes where a field has several; callers stay inside the block.
struct BlockOut {
  std::uint8_t* bytes;
  ByteOrder order;

  void u8(std::uint64_t offset, std::uint32_t value) const {
    bytes[offset] = static_cast<std::uint8_t>(value);
  }
  void u16(std::uint64_t offset, std::uint16_t value) const {
    const bool big = order == ByteOrder::big;
    u8(offset, big ? value >> 8 : value);
    u8(offset + 1, big ? value : value >> 8);
  }
  void f16(std::uint64_t offset, float value) const { u16(offset, f16_code(value)); }
  /// A field of the kind bytes_of_word, low byte first in either order.
  void word(std::uint64_t offset, std::uint32_t value) const {
    for (std::uint32_t i = 0; i < 4; ++i) u8(offset + i, value >> 8 * i);
  }
};

/// The values of one block.
using BlockValues = std::span<const float>;

/// Encodes one block by its values alone. REQUIRES: the type's block_elements values, room for its
/// block_bytes.
template <TensorType type>
void encode_block(BlockValues values, BlockOut out);

/// One block whose codes are searched for.
struct SearchedBlock {
  BlockValues values;
  BlockValues importance;  ///< one for each value, or empty
  float row_mean_square;   ///< of the values of the whole row; 0 where importance is empty
};

/// Encodes one block by search. REQUIRES: as encode_block.
template <TensorType type>
void search_block(const SearchedBlock& block, BlockOut out);

/// Writes `count` bytes of nibbles: the low halves from code(0) to code(count - 1), the high ones from the
/// next `count`. Only the low four bits of high halves count; low halves are stored whole, as the reference
/// does.
template <class Code>
void put_nibbles(const BlockOut& out, std::uint64_t offset, unsigned count, Code code) {
  for (unsigned i = 0; i < count; ++i) out.u8(offset + i, code(i) | code(i + count) << 4);
}

/// 1 / scale; 0 for a scale of 0, whose codes are then those of zero.
inline float inverse(float scale) { return scale != 0 ? 1.0F / scale : 0.0F; }

/// Truncates toward zero. What int32 cannot hold, NaN too, gives its smallest number: so the reference's
/// conversions do on x86, and its codes of blocks whose scale is not finite follow from it.
inline std::int32_t truncated(float value) {
  return value > -0x1p31F && value < 0x1p31F ? static_cast<std::int32_t>(value)
                                             : std::numeric_limits<std::int32_t>::min();
}

/// The largest magnitude as most encoders of the reference take it: NaN counts only as the last value.
inline float largest_magnitude(BlockValues values) {
  float largest = 0;
  for (const float value : values) {
    const float magnitude = std::fabs(value);
    largest = largest > magnitude ? largest : magnitude;
  }
  return largest;
}

/// The value of the largest magnitude, the first of several; 0 where all are zero or NaN.
inline float largest_value(BlockValues values) {
  float largest = 0;
  for (const float value : values) {
    if (std::fabs(largest) < std::fabs(value)) largest = value;
  }
  return largest;
}

}  // namespace ggufproof
