// Compiled once for each instruction set that Highway knows of this processor's family, and chosen at run
// time.
#include "validator/values/suspects.h"

#include <algorithm>

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

/// Whether any block has a code of 3 in `bytes_each`, a multiple of 16, bytes at its start (TQ2_0), or bytes
/// there that five digits do not make (TQ1_0).
bool AnyUndefinedCode(const std::uint8_t* blocks, std::size_t count, const TensorTypeRow& type,
                      std::uint64_t bytes_each) {
  const hn::CappedTag<std::uint8_t, 16> d;
  const auto low_bits = hn::Set(d, 0x55);
  auto bad = hn::Zero(d);
  for (std::size_t i = 0; i < count; ++i, blocks += type.block_bytes) {
    for (std::uint64_t at = 0; at < bytes_each; at += hn::Lanes(d)) {
      const auto codes = hn::LoadU(d, blocks + at);
      if (type.type == TensorType::tq2_0) {
        bad = hn::Or(bad, hn::And(hn::And(codes, hn::ShiftRight<1>(codes)), low_bits));
      } else {
        const auto twice = hn::Add(codes, codes), four = hn::Add(twice, twice), eight = hn::Add(four, four);
        const auto rest = hn::Sub(hn::Add(hn::Add(eight, four), codes), hn::Set(d, 1));
        bad = hn::Or(bad, hn::VecFromMask(d, hn::Eq(hn::Min(rest, hn::Set(d, 12)), rest)));
      }
    }
  }
  return !hn::AllTrue(d, hn::Eq(bad, hn::Zero(d)));
}

}  // namespace HWY_NAMESPACE
}  // namespace ggufproof
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ggufproof {

HWY_EXPORT(AnyElement);
HWY_EXPORT(AnyUndefinedCode);

namespace {

/// The same for units that lie a block apart.
template <class Unit>
bool any_apart(const std::uint8_t* unit, std::size_t count, std::uint64_t stride, const Watch& watch) {
  const auto magnitude = static_cast<Unit>(watch.magnitude), suspect = static_cast<Unit>(watch.suspect);
  Unit largest = 0;
  for (std::size_t i = 0; i < count; ++i, unit += stride) {
    const auto bits = static_cast<Unit>(load<Unit>(unit, ByteOrder::little) & magnitude);
    largest = std::max(largest, bits);
  }
  return largest >= suspect;
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
  for (std::uint64_t unit = 0; unit < field.units; ++unit) {
    const std::uint8_t* first = blocks + field.offset + unit * unit_bytes;
    const bool any = unit_bytes == 1   ? any_apart<std::uint8_t>(first, count, stride, *watch)
                     : unit_bytes == 2 ? any_apart<std::uint16_t>(first, count, stride, *watch)
                                       : any_apart<std::uint32_t>(first, count, stride, *watch);
    if (any) return true;
  }
  return false;
}

}  // namespace

bool has_suspects(const TensorTypeRow& type, Bytes blocks) {
  const std::size_t count = blocks.size() / type.block_bytes;
  for (const BlockField& field : fields_of(type.type)) {
    if (any_in_field(field, blocks.data(), count, type.block_bytes)) return true;
    const TernaryField* ternary = ternary_field(field);
    if (ternary == nullptr) continue;
    if (field.units % 16 == 0) {
      if (HWY_DYNAMIC_DISPATCH(AnyUndefinedCode)(blocks.data(), count, type, field.units)) return true;
      continue;
    }
    for (std::size_t at = field.offset; at < blocks.size(); at += type.block_bytes) {
      for (const std::uint8_t byte : blocks.subspan(at, field.units)) {
        if (!ternary->is_defined(byte)) return true;
      }
    }
  }
  return false;
}

}  // namespace ggufproof
#endif
