// The table of standard keys as C++.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "spec/tables.h"

namespace ggufproof {

enum class KeyId : std::uint16_t {
#define KEY(id, name, type, element, says, llama) id,
#include "spec/keys.def"
};

/// Who gives a key its type, and whether llama.cpp refuses another: see the head of spec/keys.def.
enum class KeyAuthority : std::uint8_t { document, practice };
enum class KeyLoader : std::uint8_t { strict, lenient };

/// One row of spec/keys.def.
struct KeyRow {
  KeyId id;
  std::string_view name;
  ValueType type;
  std::optional<ValueType> element;
  KeyAuthority says;
  KeyLoader llama;
};

namespace keys_detail {
using enum ValueType;
inline constexpr std::nullopt_t none = std::nullopt;
inline constexpr std::array rows{
#define KEY(id, name, type, element, says, llama) \
  KeyRow{KeyId::id, name, type, element, KeyAuthority::says, KeyLoader::llama},
#include "spec/keys.def"
};
}  // namespace keys_detail

inline constexpr const auto& standard_keys = keys_detail::rows;

constexpr const KeyRow& key_row(KeyId id) { return standard_keys[static_cast<std::size_t>(id)]; }

}  // namespace ggufproof
