// The metadata half of any_file: keys, texts and values. What lists capture is plain values only, as
// choices.h demands.
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "generators/any_file.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t deepest_array =
    3;  // arrays around an inner one, below what any reader refuses to follow

std::string utf8(std::uint64_t point) {
  const auto byte = [](std::uint64_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  const auto tail = [&](unsigned shift) { return byte(0x80 | (point >> shift & 0x3f)); };
  if (point < 0x80) return {byte(point)};
  if (point < 0x800) return {byte(0xc0 | point >> 6), tail(0)};
  if (point < 0x10000) return {byte(0xe0 | point >> 12), tail(6), tail(0)};
  return {byte(0xf0 | point >> 18), tail(12), tail(6), tail(0)};
}

// Half of all characters are ASCII, from 'a' on and round to '`'; the rest is spread over lengths and their
// borders.
std::string any_character(Choices& choices) {
  constexpr std::uint64_t printable = 0x7f - 0x20;
  switch (choices.below(8)) {
    case 4:
      return utf8(choices.number(0xa0, 0x7ff));
    case 5:
      return utf8(choices.number(0x800, 0xd7ff));
    case 6:
      return utf8(choices.number(0xe000, 0xffff));
    case 7:
      return utf8(choices.number(0x10000, 0x10ffff));
    default:
      return utf8(0x20 + ('a' - 0x20 + choices.below(printable)) % printable);
  }
}

char any_of(Choices& choices, std::string_view characters) { return choices.pick(characters); }

// lower_snake_case: a letter, then letters, digits and underscores.
std::string any_segment(Choices& choices) {
  std::string segment{any_of(choices, "abcdefghijklmnopqrstuvwxyz")};
  for (const char c : choices.list(
           10, [](Choices& inner) { return any_of(inner, "abcdefghijklmnopqrstuvwxyz0123456789_"); })) {
    segment.push_back(c);
  }
  return segment;
}

// Numbers of floating-point types are kept finite: an exponent of all ones loses its lowest bit.
std::uint64_t any_bits(Choices& choices, ValueType type) {
  const std::uint64_t width = value_type_row(static_cast<std::uint32_t>(type))->bytes;
  const std::uint64_t most = type == ValueType::boolean ? 1 : ~std::uint64_t{0} >> (64 - 8 * width);
  const std::uint64_t bits = choices.number(0, most);
  const std::uint64_t exponent = type == ValueType::f32   ? 0x7f80'0000
                                 : type == ValueType::f64 ? 0x7ff0'0000'0000'0000
                                                          : 0;
  const bool finite = exponent == 0 || (bits & exponent) != exponent;
  return finite ? bits : bits & ~(exponent & (~exponent + 1));
}

ModelArray any_array(Choices& choices, std::uint64_t elements, std::uint64_t characters, std::uint64_t depth);

ModelElements any_elements(Choices& choices, ValueType type, std::uint64_t elements, std::uint64_t characters,
                           std::uint64_t depth) {
  if (type == ValueType::array) {
    return choices.list(elements,
                        [=](Choices& inner) { return any_array(inner, elements, characters, depth - 1); });
  }
  if (type == ValueType::string) {
    return choices.list(elements, [=](Choices& inner) { return any_text(inner, characters); });
  }
  return choices.list(elements, [=](Choices& inner) { return any_bits(inner, type); });
}

// `depth` is how many more arrays may stand inside this one.
ModelArray any_array(Choices& choices, std::uint64_t elements, std::uint64_t characters,
                     std::uint64_t depth) {
  ValueType type = choices.pick(value_types).type;
  if (type == ValueType::array && depth == 0) type = ValueType::string;
  return {type, any_elements(choices, type, elements, characters, depth)};
}

}  // namespace

std::string any_key(Choices& choices) {
  constexpr std::array<std::string_view, 3> prefixes{"toy", "acme", "a_community"};
  std::string key(choices.pick(prefixes));
  key += "." + any_segment(choices);
  if (choices.one_in(4)) key += "." + any_segment(choices);
  return key;
}

std::string any_text(Choices& choices, std::uint64_t characters) {
  std::string text;
  for (const std::string& character : choices.list(characters, any_character)) text += character;
  return text;
}

ModelValue any_value(Choices& choices, const FileOptions& options) {
  const ValueType type = choices.pick(value_types).type;
  if (type == ValueType::string) return any_text(choices, options.characters);
  if (type == ValueType::array) {
    return any_array(choices, options.elements, options.characters,
                     options.nested_arrays ? deepest_array : 0);
  }
  return Scalar{type, any_bits(choices, type)};
}

}  // namespace ggufproof
