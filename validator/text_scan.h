// A quick look at text: eight bytes a step and no branch on what they hold, since a vocabulary has hundreds
// of thousands of short texts that no branch predictor can guess. It knows all sequences of one and two bytes
// and most of three; what it does not know it leaves to first_invalid_utf8.
#pragma once

#include <cstdint>

#include "validator/bytes.h"

namespace ggufproof {

/// Follows UTF-8 through a text, eight bytes at a time in little-endian words.
class TextScan {
 public:
  /// Takes the next eight bytes.
  void take(std::uint64_t word) {
    const std::uint64_t high = word & each(0x80);
    const std::uint64_t lead = high & word << 1;       // 11xxxxxx
    const std::uint64_t lead_of_3 = lead & word << 2;  // 111xxxxx
    const std::uint64_t continuation = high & ~(word << 1);
    const std::uint64_t wanted = lead << 8 | lead_of_3 << 16 | wanted_;
    wanted_ = lead >> 56 | lead_of_3 >> 48;
    const std::uint64_t nul = (word - each(0x01)) & ~word;
    // C0 and C1 begin no sequence; after E0 and ED not every continuation will do, and F0 to F4 want three.
    const std::uint64_t c0_c1 = lead & ~lead_of_3 & ~((word & each(0x1E)) + each(0x7E));
    const std::uint64_t e0 = lead_of_3 & ~((word & each(0x0F)) + each(0x7F));
    const std::uint64_t ed = lead_of_3 & ~(((word ^ each(0x0D)) & each(0x0F)) + each(0x7F));
    const std::uint64_t lead_of_4 = lead_of_3 & word << 3;
    doubts_ |= (continuation ^ wanted) | ((nul | c0_c1 | e0 | ed | lead_of_4) & each(0x80));
  }

  /// Whether all was well so far and no sequence is open.
  bool clean() const { return doubts_ == 0 && wanted_ == 0; }

  /// The byte `value` in each place of a word.
  static constexpr std::uint64_t each(std::uint8_t value) { return 0x0101010101010101u * value; }

 private:
  std::uint64_t doubts_ = 0;
  std::uint64_t wanted_ = 0;  ///< the high bit of each byte of the next word that must continue a sequence
};

/// Whether all of 32 bytes are ASCII and none is NUL. REQUIRES: 32 bytes at `from`.
inline bool is_plain_32(const std::uint8_t* from) {
  std::uint64_t odd = 0;
  for (int i = 0; i < 32; i += 8) {
    const auto word = load<std::uint64_t>(from + i, ByteOrder::little);
    odd |= word | (word - TextScan::each(0x01));
  }
  return (odd & TextScan::each(0x80)) == 0;
}

/// Whether a range of a file is surely well-formed UTF-8 without a NUL byte; where it is not sure, a closer
/// look is needed. REQUIRES: the range lies in the file, behind its first 8 bytes.
inline bool surely_clean(Bytes file, Range text) {
  const std::uint8_t* at = file.data() + text.begin;
  std::uint64_t left = text.end - text.begin;
  TextScan scan;
  while (left >= 8) {
    const bool leap = left >= 32 && scan.clean() && is_plain_32(at);
    if (!leap) scan.take(load<std::uint64_t>(at, ByteOrder::little));
    at += leap ? 32 : 8;
    left -= leap ? 32 : 8;
  }
  // The last bytes are loaded with those before them, never with those after, which may lie beyond the file.
  // What remains of the word is filled with ones, which are plain.
  const std::uint64_t last = load<std::uint64_t>(at + left - 8, ByteOrder::little);
  const std::uint64_t filler = TextScan::each(0x01) << (8 * left);
  scan.take(last >> (56 - 8 * left) >> 8 | filler);
  return scan.clean();
}

}  // namespace ggufproof
