// A block under decoding, and the decoder that every quantized type has for one block. The table of types
// asks for them (decode.cc), so a live type without a decoder does not link.
#pragma once

#include <cstdint>

#include "spec/tables.h"
#include "validator/bytes.h"
#include "validator/decode/small_floats.h"

namespace ggufproof {

/// The bytes of one block and the order of its file. Offsets are those of block_at (spec/blocks.h), plus an
/// index in bytes where a field has several; callers stay inside the block.
struct Block {
  const std::uint8_t* bytes;
  ByteOrder order;

  std::uint32_t u8(std::uint64_t offset) const { return bytes[offset]; }
  std::int32_t i8(std::uint64_t offset) const { return static_cast<std::int8_t>(bytes[offset]); }
  std::uint32_t u16(std::uint64_t offset) const { return load<std::uint16_t>(bytes + offset, order); }
  float f16(std::uint64_t offset) const { return f16_to_float(load<std::uint16_t>(bytes + offset, order)); }
  /// A field of the kind bytes_of_word, low byte first in either order.
  std::uint32_t word(std::uint64_t offset) const {
    return load<std::uint32_t>(bytes + offset, ByteOrder::little);
  }
};

/// Decodes one block of a quantized type. REQUIRES: room for the type's block_elements at `out`.
template <TensorType type>
void decode_block(Block block, float* out);

/// Visits `count` bytes of nibbles whose low halves are elements 0 to count - 1 and whose high halves are the
/// next ones: visit(element, code). Calls come in the order of the bytes.
template <class Visit>
void each_nibble(const Block& block, std::uint64_t offset, unsigned count, Visit visit) {
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t both = block.u8(offset + i);
    visit(i, both & 15);
    visit(i + count, both >> 4);
  }
}

/// A small integer as a factor. Always exact.
constexpr float as_float(std::int32_t value) { return static_cast<float>(value); }
constexpr float as_float(std::uint32_t value) { return static_cast<float>(value); }

}  // namespace ggufproof
