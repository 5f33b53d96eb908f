// A scale's bits say most; whether it overflows is only seen by decoding the block.
#include "validator/values/block_faults.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "validator/decode/decode.h"
#include "validator/decode/small_floats.h"
#include "validator/describe.h"
#include "validator/digits.h"
#include "validator/values/watched_fields.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t most_block_elements = 256;

std::uint64_t load_unit(const std::uint8_t* at, std::uint64_t bytes, ByteOrder order) {
  switch (bytes) {
    case 1:
      return *at;
    case 2:
      return load<std::uint16_t>(at, order);
    case 4:
      return load<std::uint32_t>(at, order);
    default:
      return load<std::uint64_t>(at, order);
  }
}

/// The number that a unit's bits stand for.
double number_of(FieldKind kind, std::uint64_t bits) {
  switch (kind) {
    case FieldKind::e8m0_scale:
      return std::ldexp(1.0, static_cast<int>(bits) - 127);
    case FieldKind::bf16_value:
      return bf16_to_float(static_cast<std::uint16_t>(bits));
    case FieldKind::f32_scale:
    case FieldKind::f32_value:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case FieldKind::f64_value:
      return std::bit_cast<double>(bits);
    default:
      return f16_to_float(static_cast<std::uint16_t>(bits));
  }
}

bool decodes_to_infinity(const TensorTypeRow& type, const std::uint8_t* block, ByteOrder order) {
  std::array<float, most_block_elements> values;
  const std::span<float> out(values.data(), type.block_elements);
  return decode_row(type.type, {block, type.block_bytes}, order, out) &&
         std::any_of(out.begin(), out.end(), [](float value) { return std::isinf(value); });
}

/// The rule that a unit of suspect bits breaks.
Rule rule_of(const Watch& watch, std::uint64_t bits, const TensorTypeRow& type, const std::uint8_t* block,
             ByteOrder order) {
  if (watch.kind == FieldKind::e4m3_scale && bits > 0x7F && bits != 0xFF) return Rule::values_scale_sign;
  if ((bits & watch.magnitude) >= watch.not_finite)
    return is_element(watch.kind) ? Rule::values_element : Rule::values_scale;
  if (watch.kind == FieldKind::f64_value &&
      std::abs(number_of(watch.kind, bits)) > double{std::numeric_limits<float>::max()})
    return Rule::values_f64_beyond;
  if (!is_element(watch.kind) && decodes_to_infinity(type, block, order)) return Rule::values_overflow;
  return Rule::values_implausible;
}

}  // namespace

void find_faults(const TensorTypeRow& type, const std::uint8_t* block, ByteOrder order,
                 const FaultSink& sink) {
  for (const BlockField& field : fields_of(type.type)) {
    const Watch* watch = watch_of(field.kind);
    const TernaryField* ternary = ternary_field(field);
    if (watch == nullptr && ternary == nullptr) continue;
    const bool assembled = field.kind == FieldKind::assembled_scale;
    const std::uint64_t unit_bytes = assembled ? field.bytes() : field_kind_row(field.kind).unit_bytes;
    for (std::uint64_t at = field.offset; at < field.offset + field.bytes(); at += unit_bytes) {
      const std::uint64_t bits =
          assembled ? assembled_scale(block + at, order) : load_unit(block + at, unit_bytes, order);
      const std::uint64_t unit = (at - field.offset) / unit_bytes;
      if (watch != nullptr && (bits & watch->magnitude) >= watch->suspect)
        sink({rule_of(*watch, bits, type, block, order), &field, unit, bits, {at, at + unit_bytes}});
      if (ternary != nullptr && ternary->undefined[bits])
        sink({Rule::values_code, &field, unit, bits, {at, at + unit_bytes}});
    }
  }
}

std::string fault_shown(const BlockFault& fault) {
  const FieldKind kind = fault.field->kind;
  std::string place = is_element(kind) ? "" : " as " + std::string(fault.field->name);
  if (!place.empty() && fault.field->units > 1 && kind != FieldKind::assembled_scale)
    place += '[' + number(fault.unit) + ']';
  if (kind == FieldKind::e8m0_scale && fault.bits == 0xFF) return "NaN" + place;
  if (kind == FieldKind::codes || kind == FieldKind::e4m3_scale) {
    std::array<char, 8> hex;
    std::snprintf(hex.data(), hex.size(), "0x%02x", static_cast<unsigned>(fault.bits));
    return hex.data() + place;
  }
  const double value = number_of(kind, fault.bits);
  if (std::isnan(value)) return "NaN" + place;
  if (std::isinf(value)) return (value < 0 ? "minus infinity" : "infinity") + place;
  return significant(value, 3) + place;
}

}  // namespace ggufproof
