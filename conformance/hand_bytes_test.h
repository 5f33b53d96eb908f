// Little-endian GGUF bytes spelled out by hand, for tests whose subject is a reader: they share no code with
// what the project writes or reads, so neither can agree with itself here.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ggufproof::hand {

inline std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

inline std::string u32(std::uint32_t value) { return number(value, 4); }
inline std::string u64(std::uint64_t value) { return number(value, 8); }
inline std::string text(std::string_view bytes) { return u64(bytes.size()).append(bytes); }

inline std::string header(std::uint64_t tensors, std::uint64_t pairs, std::uint32_t version = 3) {
  return "GGUF" + u32(version) + u64(tensors) + u64(pairs);
}

inline std::string pair(std::string_view key, std::uint32_t type, std::string_view value) {
  return (text(key) + u32(type)).append(value);
}

/// A tensor info; dimensions fastest first, offset in bytes from the start of the data section.
inline std::string tensor(std::string_view name, std::initializer_list<std::uint64_t> dimensions,
                          std::uint32_t type, std::uint64_t offset) {
  std::string info = text(name) + u32(static_cast<std::uint32_t>(dimensions.size()));
  for (const std::uint64_t n : dimensions) info += u64(n);
  return info + u32(type) + u64(offset);
}

/// `bytes` and zeros up to a multiple of 32, then `data` more zeros.
inline std::string padded(std::string bytes, std::size_t data = 0) {
  bytes.resize((bytes.size() + 31) / 32 * 32 + data);
  return bytes;
}

/// A whole file with one tensor named "a".
inline std::string one_tensor(std::initializer_list<std::uint64_t> dimensions, std::uint32_t type,
                              std::size_t data, std::uint64_t offset = 0) {
  return padded(header(1, 0) + tensor("a", dimensions, type, offset), data);
}

inline constexpr std::uint32_t f32 = 0, q4_0 = 2, q4_2 = 4, q8_0 = 8, i8 = 24, q2_0 = 42;
inline constexpr std::uint32_t kv_u8 = 0, kv_u32 = 4, kv_bool = 7, kv_string = 8, kv_array = 9, kv_u64 = 10;

}  // namespace ggufproof::hand
