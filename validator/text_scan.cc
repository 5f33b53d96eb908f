// Each byte is judged by itself and the three before it, without branches, so that the compiler can judge 16
// at a time. Blocks without long sequences, which are most, leave out what only those need.
#include "validator/text_scan.h"

#include <algorithm>

namespace ggufproof {
namespace {

constexpr std::size_t block = 128;

/// What was found in some bytes; a block has few enough for 8 bits.
struct Found {
  std::uint8_t wrong = 0;  ///< not 0 where some byte cannot stand there
  std::uint8_t nuls = 0;
};

/// Whether a sequence that begins among the three bytes before `at` goes on at `at`.
constexpr bool is_open(const std::uint8_t* at) { return at[-1] >= 0xC0 || at[-2] >= 0xE0 || at[-3] >= 0xF0; }

/// Judges `n` bytes in which, and in the three before, no sequence is longer than `longest` bytes.
template <int longest>
inline Found judge(const std::uint8_t* at, std::size_t n) {
  Found found;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint8_t* here = at + i;  // at[i - 1] would wrap for the first
    const std::uint8_t b = here[0], before = here[-1];
    found.nuls = static_cast<std::uint8_t>(found.nuls + (b == 0));
    if constexpr (longest == 1) continue;
    const bool continues = static_cast<std::int8_t>(b) < -64;  // 80 to BF
    bool wanted = before >= 0xC0;
    bool wrong = b == 0xC0 || b == 0xC1;
    if constexpr (longest > 2) {
      wanted = wanted | (here[-2] >= 0xE0) | (here[-3] >= 0xF0);
      wrong = wrong | (b >= 0xF5) | ((before == 0xE0) & (b < 0xA0)) | ((before == 0xED) & (b >= 0xA0)) |
              ((before == 0xF0) & (b < 0x90)) | ((before == 0xF4) & (b >= 0x90));
    }
    found.wrong = static_cast<std::uint8_t>(found.wrong | (continues ^ wanted) | wrong);
  }
  return found;
}

inline Found judge(const std::uint8_t* at, std::size_t n) {
  std::uint8_t highest = std::max({at[-3], at[-2], at[-1]});
  for (std::size_t i = 0; i < n; ++i) highest = std::max(highest, at[i]);
  if (highest < 0x80) return judge<1>(at, n);
  return highest < 0xE0 ? judge<2>(at, n) : judge<4>(at, n);
}

}  // namespace

bool surely_clean(Bytes file, Range range, std::uint64_t nuls) {
  const std::uint8_t* at = file.data() + range.begin;
  const std::uint8_t* end = file.data() + range.end;
  if (is_open(at)) return false;
  std::uint64_t seen = 0;
  for (; at < end; at += std::min<std::size_t>(block, static_cast<std::size_t>(end - at))) {
    const auto left = static_cast<std::size_t>(end - at);
    const Found found = left >= block ? judge(at, block) : judge(at, left);
    if (found.wrong != 0) return false;
    seen += found.nuls;
  }
  return seen == nuls && !is_open(end);
}

}  // namespace ggufproof
