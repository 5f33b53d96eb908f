// The file that a case stands for: its bytes, with holes of zeros that cost nothing, and the range of bytes
// that each label owns. It only grows at its end; numbers that have been written can be changed, which is how
// a case lies.
//
// Labels are those of generators/wire.h. A label also owns what stands below it: kv[0] is the whole pair,
// kv[0].value a whole array, tensor[1].dimensions all of them; an index after bytes or numbers picks one:
// kv[0].key.bytes[2]; two pick those from the first to before the second: kv[0].key.bytes[2..5].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/wire.h"
#include "spec/wire.h"

namespace ggufproof {

/// Neighbouring bytes of a file; what lies between runs is zeros.
struct ByteRun {
  std::uint64_t at = 0;
  std::vector<std::uint8_t> bytes;
};

/// Bytes that a case leaves out and names by their digest. They are zeros in the image.
struct ElidedBytes {
  WireRange range;
  std::string sha256;  ///< 64 lower-case hexadecimal digits
};

class CaseImage {
 public:
  ByteOrder order = ByteOrder::little;
  std::uint64_t count_width = 8;  ///< bytes of counts, lengths and dimensions: 4 in version 1

  std::uint64_t size() const { return size_; }

  /// Whether no file can have as many bytes: 2^63 or more.
  bool too_large() const { return size_ >= most_bytes; }

  /// Bytes in runs so far, which is what the image costs in memory.
  std::uint64_t written() const { return written_; }

  void append(std::string_view bytes);
  void append_number(std::uint64_t bits, std::uint64_t width);

  /// Appends zeros. False, and nothing is done, where the file would reach 2^63 bytes.
  [[nodiscard]] bool append_zeros(std::uint64_t n);

  /// Names the bytes from `begin` to the end of the image. `stride`: bytes of each element that an index
  /// picks, or 0. A field that `is_count` is as wide as counts are, and patch_number takes u64 for it.
  void label(std::string name, std::uint64_t begin, std::uint64_t stride = 0, bool is_count = false);

  /// Appends a number, or a count, under a label.
  void append_field(std::string label, std::uint64_t bits, std::uint64_t width);
  void append_count(std::string label, std::uint64_t count);

  /// A text without its length, under `label`.bytes.
  void append_text_bytes(const std::string& label, std::string_view bytes);

  /// Appends zeros in place of bytes with this digest. False as for append_zeros.
  [[nodiscard]] bool append_elided(std::uint64_t n, std::string sha256);

  /// How a label's number can be changed.
  enum class Patch { done, no_such_field, wrong_width, too_large };

  /// Changes the number that has this label, given as a number of `width` bytes (8 for counts, whatever
  /// theirs).
  Patch patch_number(std::string_view label, std::uint64_t bits, std::uint64_t width);

  /// The width that patch_number wants for a label, or 0 where it is no number.
  std::uint64_t number_width(std::string_view label) const;

  /// Changes the count at an offset that append_count has written.
  void patch_count(std::uint64_t at, std::uint64_t count) { put(at, count, count_width); }
  void patch_u32(std::uint64_t at, std::uint32_t number) { put(at, number, 4); }

  /// Ends the file at an offset. Labels that lie beyond become empty ranges there.
  void cut(std::uint64_t size);

  /// The bytes of a label, or nothing where the case has none of this name. "file" and "header" are labels
  /// too.
  std::optional<WireRange> range(std::string_view label) const;

  /// All runs in order, without overlap.
  const std::vector<ByteRun>& runs() const { return runs_; }
  const std::vector<ElidedBytes>& elided() const { return elided_; }

  /// Puts back what was elided, from a file that has it at the same place. False, and nothing is done, where
  /// the file is too short or its bytes have another digest.
  [[nodiscard]] bool restore_elided(std::span<const std::uint8_t> original);

  /// The whole file. REQUIRES: a size that fits in memory.
  std::vector<std::uint8_t> bytes() const;

 private:
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 63;

  struct Field {
    std::string name;
    WireRange range;
    std::uint64_t stride;
    bool is_count;
  };

  const Field* number(std::string_view label) const;
  void put(std::uint64_t at, std::uint64_t bits, std::uint64_t width);
  std::optional<WireRange> whole(std::string_view label) const;
  std::optional<WireRange> element(std::string_view label) const;
  std::optional<WireRange> part(std::string_view label) const;

  std::uint64_t size_ = 0;
  std::uint64_t written_ = 0;
  std::vector<ByteRun> runs_;
  std::vector<Field> fields_;
  std::vector<ElidedBytes> elided_;
};

}  // namespace ggufproof
