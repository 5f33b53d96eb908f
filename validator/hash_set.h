// A set of keyed hashes: membership of millions of texts at a cache miss each, which callers hide by asking
// for a few dozen slots before they look into them. Two different texts are taken for one with a chance of
// about one in a million where a million are looked up among a million, and no file can be made so that it
// happens (keyed_hash).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "validator/text_index.h"

namespace ggufproof {

/// Hashes of distinct texts, in slots of eight bytes.
class HashSet {
 public:
  HashSet() = default;

  /// Room for this many hashes, half as many slots again; yet no more slots than `most`, where the caller
  /// knows that fewer than `most` of them are distinct.
  HashSet(std::uint64_t hashes, std::uint64_t most) : slots_(std::min(hashes + hashes / 2, most) + 1) {}

  /// Asks the memory for the slot of a hash that is about to be looked up.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(slots_.data() + place_of(hash)); }

  /// Adds a hash. False where it was there already, or where the set is full.
  bool insert(std::uint64_t hash) {
    std::uint64_t& slot = slots_[slot_of(hash)];
    if (slot != 0 || size_ + 1 == slots_.size()) return false;
    slot = non_zero(hash);
    ++size_;
    return true;
  }

  bool contains(std::uint64_t hash) const { return !slots_.empty() && slots_[slot_of(hash)] != 0; }

 private:
  /// An empty slot holds 0.
  static std::uint64_t non_zero(std::uint64_t hash) { return hash != 0 ? hash : 1; }

  /// Where the search for a hash begins: by its upper half, spread over the slots without a division.
  std::size_t place_of(std::uint64_t hash) const {
    constexpr std::uint64_t half = std::uint64_t{1} << 32;
    return slots_.size() < half ? (hash >> 32) * slots_.size() / half : hash % slots_.size();
  }

  /// The slot that holds a hash, or the empty one where it belongs.
  std::size_t slot_of(std::uint64_t hash) const {
    std::size_t slot = place_of(hash);
    while (slots_[slot] != 0 && slots_[slot] != non_zero(hash))
      slot = slot + 1 == slots_.size() ? 0 : slot + 1;
    return slot;
  }

  std::vector<std::uint64_t> slots_;
  std::uint64_t size_ = 0;
};

}  // namespace ggufproof
