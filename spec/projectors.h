// The tables of projectors as C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "spec/tables.h"

namespace ggufproof {

/// One row of spec/projectors.def.
struct ProjectorRow {
  std::string_view name;
  bool standard_blocks;
};

/// Who reads a key: one of the encoders, or each.
enum class Encoder : std::uint8_t { vision, audio, gen_audio, any };

/// How the length of an array is bound: see the head of spec/projector_keys.def.
enum class LengthBound : std::uint8_t { three, even, number_of, same_as };

/// A row of each kind in spec/projector_keys.def.
struct ProjectorKeyRow {
  Encoder encoder;
  std::string_view key;
  ValueType type;
  std::optional<ValueType> element;
  bool required;
  std::uint32_t least, most;
  std::string_view types;
};
struct ProjectorLengthRow {
  std::string_view key;
  LengthBound bound;
  std::string_view other, types;
};
struct ProjectorOrderRow {
  std::string_view lesser, greater, types;
};

/// A row of each kind in spec/projector_tensors.def: tensors that some types need once, where a key has a
/// value or is missing, or in each of several records.
struct ProjectorTensorsRow {
  std::string_view types, names;
};
struct ProjectorWhenRow {
  std::string_view types, key;
  std::uint32_t number;
  std::string_view names;
};
struct ProjectorEachRow {
  std::string_view types;
  std::uint64_t count;
  std::string_view of, head;
  std::uint64_t first;  ///< number of the first record
  std::string_view names;
};

namespace projectors_detail {
inline constexpr bool standard = true, other = false, required = true, optional = false;
using enum ValueType;
inline constexpr std::nullopt_t none = std::nullopt;
inline constexpr std::array types{
#define PROJECTOR(name, blocks) ProjectorRow{name, blocks},
#include "spec/projectors.def"
};
inline constexpr std::array keys{
#define PROJECTOR_KEY(encoder, key, type, element, need, least, most, types) \
  ProjectorKeyRow{Encoder::encoder, key, type, element, need, least, most, types},
#include "spec/projector_keys.def"
};
inline constexpr std::array lengths{
#define PROJECTOR_LENGTH(key, bound, other, types) ProjectorLengthRow{key, LengthBound::bound, other, types},
#include "spec/projector_keys.def"
};
inline constexpr std::array orders{
#define PROJECTOR_ORDER(lesser, greater, types) ProjectorOrderRow{lesser, greater, types},
#include "spec/projector_keys.def"
};
inline constexpr std::array tensors{
#define PROJECTOR_TENSORS(types, names) ProjectorTensorsRow{types, names},
#include "spec/projector_tensors.def"
};
inline constexpr std::array when{
#define PROJECTOR_WHEN(types, key, number, names) ProjectorWhenRow{types, key, number, names},
#include "spec/projector_tensors.def"
};
inline constexpr std::array each{
#define PROJECTOR_EACH(types, count, of, head, first, names) \
  ProjectorEachRow{types, count, of, head, first, names},
#include "spec/projector_tensors.def"
};
}  // namespace projectors_detail

inline constexpr const auto& projector_keys = projectors_detail::keys;
inline constexpr const auto& projector_lengths = projectors_detail::lengths;
inline constexpr const auto& projector_orders = projectors_detail::orders;
inline constexpr const auto& projector_tensors = projectors_detail::tensors;
inline constexpr const auto& projector_tensors_when = projectors_detail::when;
inline constexpr const auto& projector_tensors_each = projectors_detail::each;

/// The row of a projector type, or nullptr.
constexpr const ProjectorRow* find_projector(std::string_view name) {
  const auto& rows = projectors_detail::types;
  const auto* row =
      std::find_if(rows.begin(), rows.end(), [&](const ProjectorRow& r) { return r.name == name; });
  return row == rows.end() ? nullptr : row;
}

/// Takes the first word off a list whose words are separated by spaces.
constexpr std::string_view take_word(std::string_view& list) {
  const std::string_view word = list.substr(0, list.find(' '));
  list.remove_prefix(std::min(word.size() + 1, list.size()));
  return word;
}

/// Whether a list of types, as the rows have it, holds a type.
constexpr bool holds_projector(std::string_view types, std::string_view type) {
  if (types.empty()) return true;
  const bool wanted = types[0] != '!';
  if (!wanted) types.remove_prefix(1);
  while (!types.empty()) {
    if (take_word(types) == type) return wanted;
  }
  return !wanted;
}

/// The type that an encoder has where the file says this one: an old name stands for two.
constexpr std::string_view projector_of(Encoder encoder, std::string_view named) {
  if (named != "qwen2.5o") return named;
  return encoder == Encoder::vision ? "qwen2.5vl_merger" : "qwen2a";
}

}  // namespace ggufproof
