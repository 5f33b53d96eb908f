// One line of the byte map. Fields are made one at a time and handed on, so that a map costs no memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "validator/bytes.h"

namespace ggufproof {

/// A run of bytes and what it is.
struct Field {
  Range bytes;
  std::string path;  ///< kv[3].value.count, tensor[0].data, padding, gap, trailing, unread
  std::string type;  ///< u32, string, Q4_K; empty for bytes without a type
  std::optional<std::string_view> text;  ///< a string as it stands in the file, not fit to be shown
  std::string value;                     ///< anything else, fit to be shown
};

/// Takes the fields of a file in the order of their bytes: each begins where the one before it ended.
using FieldSink = std::function<void(Field)>;

/// What is left out of a map.
struct MapStyle {
  std::uint64_t elements = 8;     ///< of an array value, nested ones included
  std::uint64_t text_bytes = 80;  ///< of a string
};

/// The type of a Count in a file of this version, as shown.
constexpr const char* count_type_name(std::uint32_t version) { return version == 1 ? "u32" : "u64"; }

}  // namespace ggufproof
