// Counting sensible numbers in either order.
#include "validator/values/byte_order.h"

#include <algorithm>
#include <array>

#include "spec/blocks.h"

namespace ggufproof {
namespace {

/// The magnitudes that floats of a kind have in models, as bits from the first up to before the last.
struct Sensible {
  FieldKind kind;
  std::uint64_t magnitude;  ///< all bits but the sign
  std::uint64_t least, beyond;
};

// Those of 16 bits: normal numbers below 2^8; the others: 2^-60 to 2^40.
constexpr std::array sensible_ranges{
    Sensible{FieldKind::f16_scale, 0x7FFF, 1 << 10, (15 + 8) << 10},
    Sensible{FieldKind::f16_value, 0x7FFF, 1 << 10, (15 + 8) << 10},
    Sensible{FieldKind::bf16_value, 0x7FFF, (127 - 60) << 7, (127 + 40) << 7},
    Sensible{FieldKind::f32_value, 0x7FFFFFFF, std::uint64_t{127 - 60} << 23, std::uint64_t{127 + 40} << 23},
    Sensible{FieldKind::f64_value, 0x7FFFFFFFFFFFFFFF, std::uint64_t{1023 - 60} << 52,
             std::uint64_t{1023 + 40} << 52},
};

constexpr std::uint64_t sample = 1024, fewest = 64;  // numbers that are not zero

template <class Unit>
bool looks_swapped(const Sensible& range, const std::uint8_t* unit, std::size_t count, std::uint64_t stride,
                   ByteOrder order) {
  const auto is_sensible = [&](Unit bits) {
    return (bits & range.magnitude) >= range.least && (bits & range.magnitude) < range.beyond;
  };
  const ByteOrder other = order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
  const Unit first = load<Unit>(unit, order);
  std::uint64_t seen = 0, here = 0, swapped = 0, unlike_first = 0;
  for (std::size_t i = 0; i < count; ++i, unit += stride) {
    const Unit bits = load<Unit>(unit, order);
    if (bits == 0) continue;
    ++seen;
    here += is_sensible(bits);
    swapped += is_sensible(load<Unit>(unit, other));
    unlike_first += bits != first;
  }
  // One scale for all blocks, as ternary models have, proves nothing when it happens to be small.
  const bool varied = unlike_first > 0 || sizeof(Unit) > 2;
  return seen >= fewest && varied && here * 100 < seen * 85 && swapped * 100 >= seen * 98;
}

}  // namespace

bool looks_byte_swapped(const TensorTypeRow& type, Bytes blocks, ByteOrder order) {
  const std::size_t count = std::min<std::size_t>(blocks.size() / type.block_bytes, sample);
  for (const BlockField& field : fields_of(type.type)) {
    const auto* range = std::find_if(sensible_ranges.begin(), sensible_ranges.end(),
                                     [&](const Sensible& row) { return row.kind == field.kind; });
    if (range == sensible_ranges.end() || count == 0) continue;
    const std::uint8_t* first = blocks.data() + field.offset;
    switch (field_kind_row(field.kind).unit_bytes) {
      case 2:
        return looks_swapped<std::uint16_t>(*range, first, count, type.block_bytes, order);
      case 4:
        return looks_swapped<std::uint32_t>(*range, first, count, type.block_bytes, order);
      default:
        return looks_swapped<std::uint64_t>(*range, first, count, type.block_bytes, order);
    }
  }
  return false;
}

}  // namespace ggufproof
