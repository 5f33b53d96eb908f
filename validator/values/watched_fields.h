// Which fields of a block can make nonsense of it, and from which bits on: the one table behind the quick
// look at whole chunks (suspects.h) and the close look at a block (block_faults.h).
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "spec/blocks.h"
#include "validator/bytes.h"

namespace ggufproof {

/// When a unit of a field kind deserves a close look. All are compared without the sign, as unsigned bits, in
/// whose order the magnitudes of floats stand too.
struct Watch {
  FieldKind kind;
  std::uint64_t magnitude;   ///< the bits that are compared: all but the sign
  std::uint64_t suspect;     ///< from here on, larger than any weight needs or not a number (clause 17.7)
  std::uint64_t not_finite;  ///< from here on, not a finite number (clauses 17.1, 17.2)
};

/// 2^10 in the floats of scales and 2^100 in those of elements, as bits.
namespace suspect_from {
inline constexpr std::uint64_t f16 = (15 + 10) << 10;
inline constexpr std::uint64_t bf16 = (127 + 100) << 7;
inline constexpr std::uint64_t f32 = std::uint64_t{127 + 100} << 23;
inline constexpr std::uint64_t f64 = std::uint64_t{1023 + 100} << 52;
inline constexpr std::uint64_t e8m0 = 127 + 10;
}  // namespace suspect_from

/// F16 elements and sums have no room for what no weight needs.
inline constexpr std::array watches{
    Watch{FieldKind::f16_scale, 0x7FFF, suspect_from::f16, 0x7C00},
    Watch{FieldKind::f16_min, 0x7FFF, suspect_from::f16, 0x7C00},
    Watch{FieldKind::f16_sum, 0x7FFF, 0x7C00, 0x7C00},
    Watch{FieldKind::assembled_scale, 0x7FFF, suspect_from::f16, 0x7C00},
    Watch{FieldKind::f32_scale, 0x7FFFFFFF, suspect_from::f32, 0x7F800000},
    Watch{FieldKind::e8m0_scale, 0xFF, suspect_from::e8m0, 0xFF},
    Watch{FieldKind::e4m3_scale, 0xFF, 0x7F, 0x7F},  // above 0x7F are those with a sign (clause 17.6)
    Watch{FieldKind::f16_value, 0x7FFF, 0x7C00, 0x7C00},
    Watch{FieldKind::bf16_value, 0x7FFF, suspect_from::bf16, 0x7F80},
    Watch{FieldKind::f32_value, 0x7FFFFFFF, suspect_from::f32, 0x7F800000},
    Watch{FieldKind::f64_value, std::numeric_limits<std::int64_t>::max(), suspect_from::f64,
          0x7FF0000000000000},
};

/// The row of a kind, or nullptr where its bits cannot be wrong.
constexpr const Watch* watch_of(FieldKind kind) {
  for (const Watch& watch : watches) {
    if (watch.kind == kind) return &watch;
  }
  return nullptr;
}

/// Whether a field is an element by itself rather than a part of a block of several.
constexpr bool is_element(FieldKind kind) { return kind >= FieldKind::f16_value; }

/// The binary16 in the top four bits of four words, low digit first (IQ1_M).
inline std::uint16_t assembled_scale(const std::uint8_t* words, ByteOrder order) {
  unsigned half = 0;
  for (unsigned i = 0; i < 4; ++i) half |= unsigned{load<std::uint16_t>(words + 2 * i, order)} >> 12 << 4 * i;
  return static_cast<std::uint16_t>(half);
}

/// Whether a byte of TQ1_0 is one that n ternary digits make, `power` being 3^n: v * 256 / 3^n, rounded up,
/// for a v below 3^n. 3^n times such a byte is 256 v and less than 3^n more.
constexpr bool is_digits(std::uint8_t byte, std::uint8_t power) {
  return static_cast<std::uint8_t>(byte * power) < power;
}
constexpr bool is_five_digits(std::uint8_t byte) { return is_digits(byte, 243); }

/// Four digits and a fifth of 0 are 3 v of 3^5, which is v of 3^4.
constexpr bool is_four_digits(std::uint8_t byte) { return is_digits(byte, 81); }

/// Whether none of the four codes in a byte of TQ2_0 is 3.
constexpr bool is_four_codes(std::uint8_t byte) { return (byte & byte >> 1 & 0x55) == 0; }

/// For each byte, whether it fails a test.
using UndefinedBytes = std::array<bool, 256>;

template <class Test>
constexpr UndefinedBytes undefined_bytes(Test is_defined) {
  UndefinedBytes table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte)
    table[byte] = !is_defined(static_cast<std::uint8_t>(byte));
  return table;
}

/// A field whose bytes hold ternary digits (clause 17.5).
struct TernaryField {
  TensorType type;
  std::uint64_t offset;      ///< in bytes from the start of the block
  UndefinedBytes undefined;  ///< bytes that stand for no digits
};

inline constexpr std::array ternary_fields{
    TernaryField{TensorType::tq1_0, block_at::tq1_0::qs, undefined_bytes(is_five_digits)},
    TernaryField{TensorType::tq1_0, block_at::tq1_0::qh, undefined_bytes(is_four_digits)},
    TernaryField{TensorType::tq2_0, block_at::tq2_0::qs, undefined_bytes(is_four_codes)},
};

/// The row of a field, or nullptr where its codes are not ternary.
constexpr const TernaryField* ternary_field(const BlockField& field) {
  for (const TernaryField& row : ternary_fields) {
    if (row.type == field.type && row.offset == field.offset) return &row;
  }
  return nullptr;
}

}  // namespace ggufproof
