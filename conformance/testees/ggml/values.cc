// Every scalar goes through the 64 bits that hold it.
#include "conformance/testees/ggml/values.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "conformance/testees/ggml/serve.h"

namespace ggufproof {
namespace {

using nlohmann::json;

std::size_t width_of(ValueType type) { return value_type_row(static_cast<std::uint32_t>(type))->bytes; }

std::int64_t sign_extended(std::uint64_t bits, std::size_t width) {
  const std::size_t unused = 64 - 8 * width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::string digits_of_bits(std::uint64_t bits, std::size_t width) {
  std::string digits(2 * width, '0');
  for (auto at = digits.rbegin(); at != digits.rend(); ++at, bits >>= 4) *at = "0123456789abcdef"[bits & 15];
  return digits;
}

std::uint64_t bits_of(ValueType type, const json& value) {
  switch (type) {
    case ValueType::f32:
    case ValueType::f64:
      return std::stoull(value.get<std::string>(), nullptr, 16);
    case ValueType::u64:
      return std::stoull(value.get<std::string>());
    case ValueType::i64:
      return static_cast<std::uint64_t>(std::stoll(value.get<std::string>()));
    case ValueType::boolean:
      return value.is_boolean() ? static_cast<std::uint64_t>(value.get<bool>()) : value.get<std::uint64_t>();
    default:
      return static_cast<std::uint64_t>(value.get<std::int64_t>());
  }
}

}  // namespace

json scalar_to_json(ValueType type, const std::byte* at) {
  const std::size_t width = width_of(type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, width);
  switch (type) {
    case ValueType::f32:
    case ValueType::f64:
      return digits_of_bits(bits, width);
    case ValueType::u64:
      return std::to_string(bits);
    case ValueType::i64:
      return std::to_string(static_cast<std::int64_t>(bits));
    case ValueType::boolean:
      return bits > 1 ? json(bits) : json(bits == 1);
    case ValueType::i8:
    case ValueType::i16:
    case ValueType::i32:
      return sign_extended(bits, width);
    default:
      return bits;
  }
}

void append_scalar(ValueType type, const json& value, std::vector<std::byte>& bytes) {
  const std::uint64_t bits = bits_of(type, value);
  const auto* first = reinterpret_cast<const std::byte*>(&bits);
  bytes.insert(bytes.end(), first, first + width_of(type));
}

json text_to_json(const std::string& text) {
  json value = text;
  try {
    (void)value.dump();
  } catch (const json::type_error&) {  // how the library tells that a string is not UTF-8
    return {{"bytes", to_hex(std::as_bytes(std::span(text)))}};
  }
  return value;
}

std::string json_to_text(const json& value) {
  if (value.is_string()) return value;
  const std::vector<std::byte> bytes = from_hex(value.at("bytes"));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string to_hex(std::span<const std::byte> bytes) {
  std::string digits;
  digits.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) digits += digits_of_bits(static_cast<std::uint64_t>(byte), 1);
  return digits;
}

std::vector<std::byte> from_hex(const std::string& digits) {
  std::vector<std::byte> bytes(digits.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::uint8_t byte = 0;
    std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, byte, 16);
    bytes[i] = static_cast<std::byte>(byte);
  }
  return bytes;
}

const ValueTypeRow& value_type_named(const std::string& name) {
  const auto row = std::find_if(value_types.begin(), value_types.end(),
                                [&](const ValueTypeRow& each) { return each.name == name; });
  if (row == value_types.end()) throw Refused("no value type " + name);
  return *row;
}

}  // namespace ggufproof
