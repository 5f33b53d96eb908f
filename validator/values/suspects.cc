// Compiled once for each instruction set that Highway knows of this processor's family, and chosen at run
// time.
#include "validator/values/suspects.h"

#include <algorithm>
#include <array>
#include <span>

#include <hwy/cache_control.h>

#include "validator/values/bound.h"
#include "validator/values/watched_fields.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "validator/values/suspects.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ggufproof {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR  // which has no vectors
/// Units as the processor has them, of a vector of bytes in a file's order.
template <class D, class V>
hn::Vec<D> Units(D d, V bytes, ByteOrder order) {
  if (order == ByteOrder::little) return hn::BitCast(d, bytes);
  alignas(16) std::array<std::uint8_t, 16> reversed{};
  for (std::size_t i = 0; i < reversed.size(); ++i)
    reversed[i] = static_cast<std::uint8_t>(i ^ (sizeof(hn::TFromD<D>) - 1));
  const hn::Repartition<std::uint8_t, D> as_bytes;
  return hn::BitCast(d, hn::TableLookupBytes(bytes, hn::LoadDup128(as_bytes, reversed.data())));
}
#endif

/// Whether any of `count` unaligned units is suspect, as Bound tells, a vector at a time.
template <class Unit, ByteOrder order>
bool AnyFrom(const std::uint8_t* bytes, std::size_t count, const Watch& watch) {
  std::size_t i = 0;
  bool any = false;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<Unit> d;
  const hn::Repartition<std::uint8_t, decltype(d)> as_bytes;
  const auto magnitude = hn::Set(d, static_cast<Unit>(watch.magnitude));
  const auto carry = hn::Set(d, static_cast<Unit>(watch.magnitude + 1 - watch.suspect));
  auto sums = hn::Zero(d);
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto units = Units(d, hn::LoadU(as_bytes, bytes + i * sizeof(Unit)), order);
    sums = hn::Or(sums, hn::Add(hn::And(units, magnitude), carry));
  }
  any = !hn::AllTrue(d, hn::Eq(hn::AndNot(magnitude, sums), hn::Zero(d)));
#endif
  Bound<Unit> rest(watch);
  for (; i < count; ++i) rest.take(load<Unit>(bytes + i * sizeof(Unit), order));
  return any || rest.reached();
}

template <ByteOrder order>
bool AnyElementIn(const std::uint8_t* bytes, std::size_t count, std::uint64_t unit_bytes,
                  const Watch& watch) {
  if (unit_bytes == 2) return AnyFrom<std::uint16_t, order>(bytes, count, watch);
  if (unit_bytes == 4) return AnyFrom<std::uint32_t, order>(bytes, count, watch);
  return AnyFrom<std::uint64_t, order>(bytes, count, watch);
}

bool AnyElement(const std::uint8_t* bytes, std::size_t count, std::uint64_t unit_bytes, const Watch& watch,
                ByteOrder order) {
  return order == ByteOrder::little ? AnyElementIn<ByteOrder::little>(bytes, count, unit_bytes, watch)
                                    : AnyElementIn<ByteOrder::big>(bytes, count, unit_bytes, watch);
}

#if HWY_TARGET != HWY_SCALAR
/// Whether any block of TQ2_0 has a code of 3, both bits of a pair, or a suspect scale.
template <ByteOrder order>
bool AnyCodeOfThreeIn(const std::uint8_t* blocks, std::size_t count, const Watch& watch) {
  namespace at = block_at::tq2_0;
  const hn::CappedTag<std::uint16_t, (at::d - at::qs) / 2> d;
  const hn::Repartition<std::uint8_t, decltype(d)> as_bytes;
  Bound<std::uint16_t> scales(watch);
  auto threes = hn::Zero(d);
  for (std::size_t i = 0; i < count; ++i, blocks += at::d + sizeof(std::uint16_t)) {
    hwy::Prefetch(blocks + bytes_ahead);
    for (std::size_t byte = at::qs; byte < at::d; byte += hn::Lanes(as_bytes)) {
      const auto codes = hn::BitCast(d, hn::LoadU(as_bytes, blocks + byte));
      threes = hn::Or(threes, hn::And(codes, hn::ShiftRight<1>(codes)));
    }
    scales.take(load<std::uint16_t>(blocks + at::d, order));
  }
  return scales.reached() || !hn::AllTrue(d, hn::Eq(hn::And(threes, hn::Set(d, 0x5555)), hn::Zero(d)));
}

/// Whether any block of TQ1_0 has a byte that stands for no digits (is_digits), or a suspect scale. Bytes are
/// multiplied two by two, in the high halves of 16 bits. The last vector of a block overlaps the one before.
template <ByteOrder order>
bool AnyOddDigitsIn(const std::uint8_t* blocks, std::size_t count, const Watch& watch) {
  namespace at = block_at::tq1_0;
  constexpr std::size_t pairs = (at::d + sizeof(std::uint16_t)) / 2;
  std::array<std::uint16_t, pairs> powers{}, bounds{};
  std::fill_n(powers.begin(), at::qh / 2, std::uint16_t{243});
  std::fill_n(powers.begin() + at::qh / 2, (at::d - at::qh) / 2, std::uint16_t{81});
  for (std::size_t i = 0; i < pairs; ++i) bounds[i] = static_cast<std::uint16_t>((powers[i] << 8) - 1);
  const hn::CappedTag<std::uint16_t, 16> d;
  const hn::Repartition<std::uint8_t, decltype(d)> as_bytes;
  const std::size_t lanes = hn::Lanes(d);
  const auto high = hn::Set(d, 0xFF00);
  Bound<std::uint16_t> scales(watch);
  auto beyond = hn::Zero(d);
  for (std::size_t i = 0; i < count; ++i, blocks += 2 * pairs) {
    hwy::Prefetch(blocks + bytes_ahead);
    for (std::size_t step = 0; step < pairs; step += lanes) {
      const std::size_t pair = std::min(step, pairs - lanes);
      const auto bytes = hn::BitCast(d, hn::LoadU(as_bytes, blocks + 2 * pair));
      const auto power = hn::LoadU(d, powers.data() + pair);
      const auto one = hn::Mul(hn::ShiftLeft<8>(bytes), power), other = hn::Mul(hn::And(bytes, high), power);
      beyond = hn::Or(beyond, hn::SaturatedSub(hn::Max(one, other), hn::LoadU(d, bounds.data() + pair)));
    }
    scales.take(load<std::uint16_t>(blocks + at::d, order));
  }
  return scales.reached() || !hn::AllTrue(d, hn::Eq(beyond, hn::Zero(d)));
}
#else
template <ByteOrder order>
bool AnyCodeOfThreeIn(const std::uint8_t* blocks, std::size_t count, const Watch& watch) {
  namespace at = block_at::tq2_0;
  Bound<std::uint16_t> scales(watch);
  bool any = false;
  for (std::size_t i = 0; i < count; ++i, blocks += at::d + sizeof(std::uint16_t)) {
    for (std::size_t byte = at::qs; byte < at::d; ++byte) any |= !is_four_codes(blocks[byte]);
    scales.take(load<std::uint16_t>(blocks + at::d, order));
  }
  return any || scales.reached();
}

template <ByteOrder order>
bool AnyOddDigitsIn(const std::uint8_t* blocks, std::size_t count, const Watch& watch) {
  namespace at = block_at::tq1_0;
  Bound<std::uint16_t> scales(watch);
  bool any = false;
  for (std::size_t i = 0; i < count; ++i, blocks += at::d + sizeof(std::uint16_t)) {
    for (std::size_t byte = at::qs; byte < at::qh; ++byte) any |= !is_five_digits(blocks[byte]);
    for (std::size_t byte = at::qh; byte < at::d; ++byte) any |= !is_four_digits(blocks[byte]);
    scales.take(load<std::uint16_t>(blocks + at::d, order));
  }
  return any || scales.reached();
}
#endif

bool AnyCodeOfThree(const std::uint8_t* blocks, std::size_t count, const Watch& watch, ByteOrder order) {
  return order == ByteOrder::little ? AnyCodeOfThreeIn<ByteOrder::little>(blocks, count, watch)
                                    : AnyCodeOfThreeIn<ByteOrder::big>(blocks, count, watch);
}

bool AnyOddDigits(const std::uint8_t* blocks, std::size_t count, const Watch& watch, ByteOrder order) {
  return order == ByteOrder::little ? AnyOddDigitsIn<ByteOrder::little>(blocks, count, watch)
                                    : AnyOddDigitsIn<ByteOrder::big>(blocks, count, watch);
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

/// The same for units that lie a block apart.
template <ByteOrder order, class Word, class Unit = Word>
bool any_apart(const std::uint8_t* word, std::size_t count, std::uint64_t stride, const Watch& watch) {
  Bound<Word, Unit> bound(watch);
  for (std::size_t i = 0; i < count; ++i, word += stride) {
    hwy::Prefetch(word + bytes_ahead);
    bound.take(load<Word>(word, order));
  }
  return bound.reached();
}

/// Units of a byte use all its bits, so that nothing is left to carry into.
bool any_byte_apart(const std::uint8_t* byte, std::size_t count, std::uint64_t stride, const Watch& watch) {
  std::uint8_t largest = 0;
  for (std::size_t i = 0; i < count; ++i, byte += stride) {
    hwy::Prefetch(byte + bytes_ahead);
    largest = std::max(largest, *byte);
  }
  return largest >= watch.suspect;
}

bool any_assembled(const std::uint8_t* words, std::size_t count, std::uint64_t stride, const Watch& watch,
                   ByteOrder order) {
  bool any = false;
  for (std::size_t i = 0; i < count; ++i, words += stride) {
    hwy::Prefetch(words + bytes_ahead);
    any |= (assembled_scale(words, order) & watch.magnitude) >= watch.suspect;
  }
  return any;
}

/// Whether two fields are a scale and a minimum that stand side by side, so that one load gets both.
bool is_pair(const BlockField& first, const BlockField& second) {
  return first.kind == FieldKind::f16_scale && second.kind == FieldKind::f16_min &&
         second.offset == first.offset + sizeof(std::uint16_t);
}

template <ByteOrder order>
bool any_in_field(const BlockField& field, bool paired, const std::uint8_t* blocks, std::size_t count,
                  std::uint64_t stride) {
  const Watch* watch = watch_of(field.kind);
  const std::uint64_t unit_bytes = field_kind_row(field.kind).unit_bytes;
  if (watch == nullptr) return false;
  const std::uint8_t* first = blocks + field.offset;
  if (field.kind == FieldKind::assembled_scale) return any_assembled(first, count, stride, *watch, order);
  if (stride == unit_bytes) return HWY_DYNAMIC_DISPATCH(AnyElement)(blocks, count, unit_bytes, *watch, order);
  if (paired) return any_apart<order, std::uint32_t, std::uint16_t>(first, count, stride, *watch);
  if (unit_bytes == 2) return any_apart<order, std::uint16_t>(first, count, stride, *watch);
  if (unit_bytes == 4) return any_apart<order, std::uint32_t>(first, count, stride, *watch);
  bool any = false;
  for (std::uint64_t unit = 0; unit < field.units; ++unit)
    any = any || any_byte_apart(first + unit, count, stride, *watch);
  return any;
}

template <ByteOrder order>
bool any_in_fields(const TensorTypeRow& type, Bytes blocks) {
  const std::size_t count = blocks.size() / type.block_bytes;
  const std::span<const BlockField> fields = fields_of(type.type);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const BlockField& field = fields[i];
    const bool paired = i + 1 < fields.size() && is_pair(field, fields[i + 1]);
    if (any_in_field<order>(field, paired, blocks.data(), count, type.block_bytes)) return true;
    i += paired ? 1 : 0;
  }
  return false;
}

}  // namespace

bool has_suspects(const TensorTypeRow& type, Bytes blocks, ByteOrder order) {
  const std::size_t count = blocks.size() / type.block_bytes;
  const Watch& scale = *watch_of(FieldKind::f16_scale);
  if (type.type == TensorType::tq1_0)
    return HWY_DYNAMIC_DISPATCH(AnyOddDigits)(blocks.data(), count, scale, order);
  if (type.type == TensorType::tq2_0)
    return HWY_DYNAMIC_DISPATCH(AnyCodeOfThree)(blocks.data(), count, scale, order);
  return order == ByteOrder::little ? any_in_fields<ByteOrder::little>(type, blocks)
                                    : any_in_fields<ByteOrder::big>(type, blocks);
}

}  // namespace ggufproof
#endif
