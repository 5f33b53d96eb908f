// from_chars and to_chars: exact in both directions, whatever the locale.
#include "generators/case_number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "generators/case_lexer.h"

namespace ggufproof {
namespace {

std::uint64_t width_of(ValueType type) { return value_types[static_cast<std::size_t>(type)].bytes; }

bool is_signed(ValueType type) {
  return type == ValueType::i8 || type == ValueType::i16 || type == ValueType::i32 || type == ValueType::i64;
}

bool is_float(ValueType type) { return type == ValueType::f32 || type == ValueType::f64; }

std::uint64_t mask_of(std::uint64_t width) {
  return width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
}

template <class T>
std::optional<T> parse_whole(std::string_view word) {
  T value{};
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  return fault == std::errc{} && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> parse_float(ValueType type, std::string_view word) {
  if (type == ValueType::f32) {
    const auto value = parse_whole<float>(word);
    return value ? std::optional<std::uint64_t>(std::bit_cast<std::uint32_t>(*value)) : std::nullopt;
  }
  const auto value = parse_whole<double>(word);
  return value ? std::optional(std::bit_cast<std::uint64_t>(*value)) : std::nullopt;
}

/// The number that the lowest bytes stand for in two's complement.
std::int64_t sign_extended(std::uint64_t bits, std::uint64_t width) {
  const auto shift = static_cast<int>(64 - 8 * width);
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

std::string show_float(ValueType type, std::uint64_t bits) {
  std::array<char, 64> buffer;
  const float narrow = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const double wide = std::bit_cast<double>(bits);
  if (type == ValueType::f32 ? std::isnan(narrow) : std::isnan(wide)) {
    const auto [end, fault] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), bits, 16);
    return "0x" + std::string(buffer.data(), end);
  }
  const auto [end, fault] = type == ValueType::f32
                                ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), narrow)
                                : std::to_chars(buffer.data(), buffer.data() + buffer.size(), wide);
  return {buffer.data(), end};
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::optional<std::uint64_t> parse_scalar(ValueType type, std::string_view word) {
  const std::uint64_t width = width_of(type), mask = mask_of(width);
  if (type == ValueType::boolean && (word == "true" || word == "false")) return word == "true" ? 1 : 0;
  if (word.starts_with("0x") || (!is_signed(type) && !is_float(type))) {
    const auto bits = parse_u64(word);
    return bits && *bits <= mask ? bits : std::nullopt;
  }
  if (is_float(type)) return parse_float(type, word);
  const auto value = parse_whole<std::int64_t>(word);
  if (!value || sign_extended(static_cast<std::uint64_t>(*value), width) != *value) return std::nullopt;
  return static_cast<std::uint64_t>(*value) & mask;
}

std::string show_scalar(ValueType type, std::uint64_t bits) {
  if (type == ValueType::boolean && bits <= 1) return bits == 1 ? "true" : "false";
  if (is_float(type)) return show_float(type, bits);
  return is_signed(type) ? std::to_string(sign_extended(bits, width_of(type))) : std::to_string(bits);
}

std::string scalar_wanted(ValueType type) {
  const std::string name(value_types[static_cast<std::size_t>(type)].name);
  if (type == ValueType::boolean) return "true, false or a byte from 0 to 255";
  if (is_float(type)) return "a number, nan, inf, -inf or the bits of a " + name + " as 0x...";
  const std::uint64_t mask = mask_of(width_of(type));
  if (!is_signed(type)) return "a " + name + " from 0 to " + std::to_string(mask);
  const std::string most = std::to_string(mask / 2);
  return "an " + name + " from -" + std::to_string(mask / 2 + 1) + " to " + most;
}

const ValueTypeRow* find_value_type(std::string_view name) {
  const auto* row = std::find_if(value_types.begin(), value_types.end(),
                                 [&](const ValueTypeRow& r) { return r.name == name; });
  return row == value_types.end() ? nullptr : row;
}

const TensorTypeRow* find_tensor_type(std::string_view name) {
  const auto same = [&](const TensorTypeRow& row) {
    return std::equal(name.begin(), name.end(), row.name.begin(), row.name.end(),
                      [](char a, char b) { return lower(a) == lower(b); });
  };
  const auto* row = std::find_if(tensor_types.begin(), tensor_types.end(), same);
  return row == tensor_types.end() ? nullptr : row;
}

}  // namespace ggufproof
