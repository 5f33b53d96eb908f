// The layouts of blocks as C++: rows to walk, and the offset of every field as a constant under its own name,
// so that code which takes a block apart cannot disagree with the table (spec/blocks.def).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "spec/tables.h"

namespace ggufproof {

/// What a field of a block is: see spec/field_kinds.def.
enum class FieldKind : std::uint8_t {
#define FIELD_KIND(id, bytes, what) id,
#include "spec/field_kinds.def"
};

/// One row of spec/field_kinds.def.
struct FieldKindRow {
  FieldKind kind;
  std::uint64_t unit_bytes;  ///< bytes of a unit; a big-endian file reverses each unit
  std::string_view what;
};

inline constexpr std::array field_kinds{
#define FIELD_KIND(id, bytes, what) FieldKindRow{FieldKind::id, bytes, what},
#include "spec/field_kinds.def"
};

constexpr const FieldKindRow& field_kind_row(FieldKind kind) {
  return field_kinds[static_cast<std::size_t>(kind)];
}

/// One row of spec/blocks.def: a field of every block of a tensor type.
struct BlockField {
  TensorType type;
  std::string_view name;
  std::uint64_t offset;  ///< of the first unit, in bytes from the start of the block
  std::uint64_t units;
  FieldKind kind;

  /// Bytes of the whole field.
  constexpr std::uint64_t bytes() const { return units * field_kind_row(kind).unit_bytes; }
};

/// Every field of every type; the fields of one type stand together, in the order of their bytes.
inline constexpr std::array block_fields{
#define BLOCK_FIELD(type, name, offset, units, kind) \
  BlockField{TensorType::type, #name, offset, units, FieldKind::kind},
#include "spec/blocks.def"
};

/// The fields of one type; none where it has no blocks.
constexpr std::span<const BlockField> fields_of(TensorType type) {
  const auto is_of = [&](const BlockField& field) { return field.type == type; };
  const auto* first = std::find_if(block_fields.begin(), block_fields.end(), is_of);
  return {first, std::find_if_not(first, block_fields.end(), is_of)};
}

/// The offset in bytes of each field from the start of its block: block_at::q4_k::dmin is 2.
namespace block_at {
#define BLOCK_FIELD(type, name, offset, units, kind) \
  namespace type {                                   \
  inline constexpr std::uint64_t name = offset;      \
  }
#include "spec/blocks.def"
}  // namespace block_at

}  // namespace ggufproof
