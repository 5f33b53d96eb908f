// Numbers of a case: how a metadata value of each type is written down, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spec/tables.h"

namespace ggufproof {

/// The bits, zero-extended, of a number or bool of this type: decimal, or 0x with the bits themselves; true
/// and false; nan, inf and -inf. Nothing where the word is no number or does not fit. REQUIRES: neither
/// string nor array.
std::optional<std::uint64_t> parse_scalar(ValueType type, std::string_view word);

/// The shortest word that parse_scalar turns back into these bits.
std::string show_scalar(ValueType type, std::uint64_t bits);

/// What to write where a number of this type is wanted, for messages: "a u8 from 0 to 255".
std::string scalar_wanted(ValueType type);

/// The row of a value type by its name, or nullptr.
const ValueTypeRow* find_value_type(std::string_view name);

/// The row of a tensor type by its name, in lower or upper case, or nullptr.
const TensorTypeRow* find_tensor_type(std::string_view name);

}  // namespace ggufproof
