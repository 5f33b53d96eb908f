// The one file that touches raw bytes. A Cursor walks a buffer in a stated byte order; every bound is written
// `size - at < n`, which cannot wrap, and everything is 64 bits wide.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "spec/wire.h"

namespace ggufproof {

using Bytes = std::span<const std::uint8_t>;

/// A half-open range of byte offsets in a file.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

/// The text of some bytes, as a view.
inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The bytes of some text, as a view.
inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Loads an integer or float of any width from unaligned bytes. REQUIRES: sizeof(T) bytes at `from`.
template <class T>
T load(const std::uint8_t* from, ByteOrder order) {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(std::endian::native == std::endian::little, "ggufproof runs on little-endian machines");
  std::array<std::uint8_t, sizeof(T)> raw;
  std::memcpy(raw.data(), from, sizeof(T));
  if (order == ByteOrder::big) {
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(raw[i], raw[sizeof(T) - 1 - i]);
  }
  return std::bit_cast<T>(raw);
}

/// A position in a buffer that can only move forward, and only over bytes that are there.
class Cursor {
 public:
  Cursor(Bytes bytes, ByteOrder order, std::uint32_t version, std::uint64_t at = 0)
      : bytes_(bytes), order_(order), version_(version), at_(at) {}

  std::uint64_t at() const { return at_; }
  std::uint64_t remaining() const { return bytes_.size() - at_; }
  std::uint32_t version() const { return version_; }
  ByteOrder order() const { return order_; }

  /// Takes a number; false and no movement where too few bytes are left.
  template <class T>
  bool take(T& out) {
    if (remaining() < sizeof(T)) return false;
    out = load<T>(bytes_.data() + at_, order_);
    at_ += sizeof(T);
    return true;
  }

  /// Takes a count, whose width depends on the version.
  bool take(Count& out) {
    if (version_ != 1) return take(out.value);
    std::uint32_t narrow = 0;
    if (!take(narrow)) return false;
    out.value = narrow;
    return true;
  }

  bool take(Magic& out) {
    if (remaining() < out.bytes.size()) return false;
    std::memcpy(out.bytes.data(), bytes_.data() + at_, out.bytes.size());
    at_ += out.bytes.size();
    return true;
  }

  /// Takes a string. On failure the cursor stands after the length if that could be read, else where it
  /// stood.
  bool take(Text& out) {
    Count length;
    if (!take(length) || remaining() < length.value) return false;
    out.bytes = as_text(bytes_.subspan(at_, length.value));
    at_ += length.value;
    return true;
  }

  /// Skips bytes; false and no movement where too few are left.
  bool skip(std::uint64_t n) {
    if (remaining() < n) return false;
    at_ += n;
    return true;
  }

 private:
  Bytes bytes_;
  ByteOrder order_;
  std::uint32_t version_;
  std::uint64_t at_;
};

}  // namespace ggufproof
