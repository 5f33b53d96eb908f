// Values of metadata between the library's memory and the canonical dump's JSON, and other texts of the dump.
//
// Numbers lie in memory in the machine's order, little-endian as in the files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "spec/tables.h"

namespace ggufproof {

/// A number or bool at `at`, of a type that is neither string nor array.
nlohmann::json scalar_to_json(ValueType type, const std::byte* at);

/// The bytes that scalar_to_json shows as `value`, appended to `bytes`. Throws Refused where `value` is none
/// of the type.
void append_scalar(ValueType type, const nlohmann::json& value, std::vector<std::byte>& bytes);

/// A text as JSON, {"bytes": hex} where it is not UTF-8; and back.
nlohmann::json text_to_json(const std::string& text);
std::string json_to_text(const nlohmann::json& value);

/// Lower-case hexadecimal digits of bytes, first byte first; and back.
std::string to_hex(std::span<const std::byte> bytes);
std::vector<std::byte> from_hex(const std::string& digits);

/// The row of a value type's name, as the dump has it. Throws Refused where there is none.
const ValueTypeRow& value_type_named(const std::string& name);

}  // namespace ggufproof
