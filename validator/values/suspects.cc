// Compiled once for each instruction set that Highway knows of this processor's family, and chosen at run
// time.
#include "validator/values/suspects.h"

#include <algorithm>
#include <limits>
#include <span>

#include "validator/values/watched_fields.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "validator/values/suspects.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ggufproof {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Whether any of `count` unaligned units is suspect. The units' high bits are gathered with | over vectors,
/// where a unit reaches the bound exactly if adding the bound's complement carries into the sign's place.
template <class Unit>
bool AnyFrom(const std::uint8_t* bytes, std::size_t count, const Watch& watch) {
  std::size_t i = 0;
  bool any = false;
#if HWY_TARGET != HWY_SCALAR  // which has no vectors
  const hn::ScalableTag<Unit> d;
  const hn::Repartition<std::uint8_t, decltype(d)> as_bytes;
  const auto magnitude = hn::Set(d, static_cast<Unit>(watch.magnitude));
  const auto carry = hn::Set(d, static_cast<Unit>(watch.magnitude + 1 - watch.suspect));
  auto reached = hn::Zero(d);
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto units = hn::BitCast(d, hn::LoadU(as_bytes, bytes + i * sizeof(Unit)));
    reached = hn::Or(reached, hn::Add(hn::And(units, magnitude), carry));
  }
  any = !hn::AllTrue(d, hn::Eq(hn::AndNot(magnitude, reached), hn::Zero(d)));
#endif
  for (; i < count; ++i)
    any |= (load<Unit>(bytes + i * sizeof(Unit), ByteOrder::little) & watch.magnitude) >= watch.suspect;
  return any;
}

bool AnyElement(const std::uint8_t* bytes, std::size_t count, std::uint64_t unit_bytes, const Watch& watch) {
  if (unit_bytes == 2) return AnyFrom<std::uint16_t>(bytes, count, watch);
  if (unit_bytes == 4) return AnyFrom<std::uint32_t>(bytes, count, watch);
  return AnyFrom<std::uint64_t>(bytes, count, watch);
}

/// Whether any block of TQ2_0 has a code of 3: both bits of a pair.
bool AnyCodeOfThree(const std::uint8_t* blocks, std::size_t count, std::uint64_t stride) {
  constexpr std::size_t bytes = 64;
  const hn::CappedTag<std::uint8_t, bytes> d;
  auto bad = hn::Zero(d);
  for (std::size_t i = 0; i < count; ++i, blocks += stride) {
    for (std::size_t at = 0; at < bytes; at += hn::Lanes(d)) {
      const auto codes = hn::LoadU(d, blocks + at);
      bad = hn::Or(bad, hn::And(codes, hn::ShiftRight<1>(codes)));
    }
  }
  return !hn::AllTrue(d, hn::Eq(hn::And(bad, hn::Set(d, 0x55)), hn::Zero(d)));
}

/// Whether any of the 48 bytes that a block of TQ1_0 begins with is none that five digits make
/// (is_five_digits).
bool AnyOddDigits(const std::uint8_t* blocks, std::size_t count, std::uint64_t stride) {
  const hn::CappedTag<std::uint8_t, 16> d;
  auto least = hn::Set(d, 0xFF);
  for (std::size_t i = 0; i < count; ++i, blocks += stride) {
    for (std::size_t at = 0; at < 48; at += hn::Lanes(d)) {
      const auto byte = hn::LoadU(d, blocks + at);
      const auto twice = hn::Add(byte, byte), four = hn::Add(twice, twice), eight = hn::Add(four, four);
      least = hn::Min(least, hn::Sub(hn::Add(hn::Add(eight, four), byte), hn::Set(d, 1)));
    }
  }
  return !hn::AllTrue(d, hn::Eq(hn::Max(least, hn::Set(d, 13)), least));
}

}  // namespace HWY_NAMESPACE
}  // namespace ggufproof
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ggufproof {

HWY_EXPORT(AnyElement);
HWY_EXPORT(AnyCodeOfThree);
HWY_EXPORT(AnyOddDigits);

namespace {

/// The same for units that lie a block apart, of which `Word` holds one, or two that are watched alike.
template <class Word, class Unit = Word>
bool any_apart(const std::uint8_t* word, std::size_t count, std::uint64_t stride, const Watch& watch) {
  constexpr auto each =
      static_cast<Word>(std::numeric_limits<Word>::max() / std::numeric_limits<Unit>::max());
  const auto magnitude = static_cast<Word>(watch.magnitude * each);
  const auto carry = static_cast<Word>((watch.magnitude + 1 - watch.suspect) * each);
  Word reached = 0;
  for (std::size_t i = 0; i < count; ++i, word += stride)
    reached |= static_cast<Word>((load<Word>(word, ByteOrder::little) & magnitude) + carry);
  return (reached & ~magnitude) != 0;
}

/// Units of a byte use all its bits, so that nothing is left to carry into.
bool any_byte_apart(const std::uint8_t* byte, std::size_t count, std::uint64_t stride, const Watch& watch) {
  std::uint8_t largest = 0;
  for (std::size_t i = 0; i < count; ++i, byte += stride) largest = std::max(largest, *byte);
  return largest >= watch.suspect;
}

bool any_assembled(const std::uint8_t* words, std::size_t count, std::uint64_t stride, const Watch& watch) {
  bool any = false;
  for (std::size_t i = 0; i < count; ++i, words += stride)
    any |= (assembled_scale(words, ByteOrder::little) & watch.magnitude) >= watch.suspect;
  return any;
}

bool any_in_field(const BlockField& field, const std::uint8_t* blocks, std::size_t count,
                  std::uint64_t stride) {
  const Watch* watch = watch_of(field.kind);
  const std::uint64_t unit_bytes = field_kind_row(field.kind).unit_bytes;
  if (watch == nullptr) return false;
  if (field.kind == FieldKind::assembled_scale)
    return any_assembled(blocks + field.offset, count, stride, *watch);
  if (stride == unit_bytes) return HWY_DYNAMIC_DISPATCH(AnyElement)(blocks, count, unit_bytes, *watch);
  if (unit_bytes == 2) return any_apart<std::uint16_t>(blocks + field.offset, count, stride, *watch);
  if (unit_bytes == 4) return any_apart<std::uint32_t>(blocks + field.offset, count, stride, *watch);
  bool any = false;
  for (std::uint64_t unit = 0; unit < field.units; ++unit)
    any = any || any_byte_apart(blocks + field.offset + unit, count, stride, *watch);
  return any;
}

bool any_undefined(const BlockField& field, const TernaryField& ternary, const std::uint8_t* blocks,
                   std::size_t count, std::uint64_t stride) {
  if (ternary.offset == 0 && field.type == TensorType::tq2_0)
    return HWY_DYNAMIC_DISPATCH(AnyCodeOfThree)(blocks, count, stride);
  if (ternary.offset == 0) return HWY_DYNAMIC_DISPATCH(AnyOddDigits)(blocks, count, stride);
  bool any = false;
  for (const std::uint8_t* codes = blocks + ternary.offset; count > 0; --count, codes += stride) {
    for (std::uint64_t i = 0; i < field.units; ++i) any |= ternary.undefined[codes[i]];
  }
  return any;
}

/// Whether two fields are a scale and a minimum that stand side by side, so that one load gets both.
bool is_pair(const BlockField& first, const BlockField& second) {
  return first.kind == FieldKind::f16_scale && second.kind == FieldKind::f16_min &&
         second.offset == first.offset + sizeof(std::uint16_t);
}

}  // namespace

bool has_suspects(const TensorTypeRow& type, Bytes blocks) {
  const std::size_t count = blocks.size() / type.block_bytes;
  const std::span<const BlockField> fields = fields_of(type.type);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const BlockField& field = fields[i];
    const TernaryField* ternary = ternary_field(field);
    if (ternary != nullptr && any_undefined(field, *ternary, blocks.data(), count, type.block_bytes))
      return true;
    if (i + 1 < fields.size() && is_pair(field, fields[i + 1])) {
      const std::uint8_t* first = blocks.data() + field.offset;
      if (any_apart<std::uint32_t, std::uint16_t>(first, count, type.block_bytes, *watch_of(field.kind)))
        return true;
      ++i;
    } else if (any_in_field(field, blocks.data(), count, type.block_bytes)) {
      return true;
    }
  }
  return false;
}

}  // namespace ggufproof
#endif
