// Finds strings that stood before, in a flat hash set of indices: nine bytes or so for each string, none of
// them copied. The hash is seeded anew in each process, so that a file cannot be made to collide.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string_view>

#include <boost/unordered/unordered_flat_set.hpp>
#include <xxhash.h>

namespace ggufproof {

/// A set of indices that are equal where the texts that they stand for are. `TextOf` maps an index to its
/// text.
template <class TextOf>
class UniqueTexts {
 public:
  explicit UniqueTexts(TextOf text_of) : set_(0, Hash{text_of, seed()}, Equal{text_of}) {}

  /// Adds an index; where its text stood before, returns the index that has it.
  std::optional<std::uint64_t> add(std::uint64_t index) {
    const auto [entry, added] = set_.insert(index);
    return added ? std::nullopt : std::optional(*entry);
  }

 private:
  struct Hash {
    using is_avalanching = void;
    TextOf text_of;
    std::uint64_t seed;
    std::size_t operator()(std::uint64_t index) const {
      const std::string_view text = text_of(index);
      return XXH3_64bits_withSeed(text.data(), text.size(), seed);
    }
  };
  struct Equal {
    TextOf text_of;
    bool operator()(std::uint64_t a, std::uint64_t b) const { return a == b || text_of(a) == text_of(b); }
  };
  static std::uint64_t seed() {
    static const std::uint64_t once = std::random_device{}() | std::uint64_t{std::random_device{}()} << 32;
    return once;
  }

  boost::unordered_flat_set<std::uint64_t, Hash, Equal> set_;
};

}  // namespace ggufproof
