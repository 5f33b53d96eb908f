// The keyed hash: XXH3 with a secret of its own length, drawn once in each process. A seed alone would leave
// all but 64 bits of the hash's state known to whoever makes a file.
#include "validator/text_index.h"

#include <array>
#include <random>

#define XXH_INLINE_ALL  // a call costs as much as the hash of a short text
#include <xxhash.h>

namespace ggufproof {
namespace {

using Secret = std::array<std::uint32_t, 48>;
static_assert(sizeof(Secret) >= XXH3_SECRET_SIZE_MIN);

const Secret& secret() {
  static const Secret drawn = [] {
    std::random_device device;
    Secret words;
    for (std::uint32_t& word : words) word = device();
    return words;
  }();
  return drawn;
}

}  // namespace

std::uint64_t keyed_hash(std::string_view text) {
  const Secret& key = secret();
  return XXH3_64bits_withSecret(text.data(), text.size(), key.data(), sizeof(key));
}

}  // namespace ggufproof
