// The records of a GGUF file as plain aggregates whose members stand in wire order. One generic walk
// (Boost.PFR) reads, writes, names and mutates them, so that a new member is read, written and fuzzed without
// being listed anywhere else. Hand-written byte vectors in wire_test.cc pin the order, since reader and
// writer share these records.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ggufproof {

/// Byte order of a file. The magic is never swapped; everything after it is.
enum class ByteOrder { little, big };

/// Bytes that have the same order in every file.
struct Magic {
  std::array<std::uint8_t, 4> bytes{};
  friend bool operator==(const Magic&, const Magic&) = default;
};

inline constexpr Magic gguf_magic{{'G', 'G', 'U', 'F'}};

/// A count or length: u32 in version 1, u64 since version 2 (gguf.md: Version History).
struct Count {
  std::uint64_t value = 0;
};

/// A string: its length in bytes as a Count, then the bytes, without a terminator (gguf.md: gguf_string_t).
struct Text {
  std::string_view bytes;
};

/// gguf.md: gguf_header_t.
struct HeaderRecord {
  Magic magic;
  std::uint32_t version = 0;
  Count tensor_count;
  Count metadata_kv_count;
  static constexpr std::array<std::string_view, 4> names{"magic", "version", "tensor_count",
                                                         "metadata_kv_count"};
};

/// The fixed part of gguf.md: gguf_metadata_kv_t; the value follows.
struct KeyRecord {
  Text key;
  std::uint32_t value_type = 0;
  static constexpr std::array<std::string_view, 2> names{"key", "value_type"};
};

/// The fixed part of an array value; the elements follow, without types of their own unless they are arrays.
struct ArrayRecord {
  std::uint32_t element_type = 0;
  Count count;
  static constexpr std::array<std::string_view, 2> names{"element_type", "count"};
};

/// The part of gguf.md: gguf_tensor_info_t before its dimensions, which follow as n_dimensions Counts,
/// fastest first.
struct TensorNameRecord {
  Text name;
  std::uint32_t n_dimensions = 0;
  static constexpr std::array<std::string_view, 2> names{"name", "n_dimensions"};
};

/// The part of gguf.md: gguf_tensor_info_t after its dimensions. The offset counts from the start of the data
/// section.
struct TensorPlaceRecord {
  std::uint32_t type = 0;
  std::uint64_t offset = 0;
  static constexpr std::array<std::string_view, 2> names{"type", "offset"};
};

/// Bytes of a Count in a file of this version.
constexpr std::uint64_t count_bytes(std::uint32_t version) { return version == 1 ? 4 : 8; }

/// Bytes of the smallest metadata pair: empty key, type, one-byte value.
constexpr std::uint64_t smallest_pair_bytes(std::uint32_t version) { return count_bytes(version) + 4 + 1; }

/// Bytes of the smallest tensor info: empty name, no dimensions, type, offset.
constexpr std::uint64_t smallest_tensor_bytes(std::uint32_t version) {
  return count_bytes(version) + 4 + 4 + 8;
}

}  // namespace ggufproof
