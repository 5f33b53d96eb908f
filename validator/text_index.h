// Finds texts by content, keys and names, in one flat table of the numbers they have: six bytes for each
// text, none of them copied. Made for files that are hostile: the table's size is fixed by how many texts
// there really are, so it never holds an old and a larger copy at once, and the hash is keyed anew in each
// process, so that no file can be made whose texts collide. (Library hash sets cost twice to four times as
// much at their worst.)
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ggufproof {

/// A hash of some text under a key that each process draws at random.
std::uint64_t keyed_hash(std::string_view text);

/// Numbers of distinct texts. `text_of` maps a number to its text, and must always give the same.
class TextIndex {
 public:
  TextIndex() = default;

  /// Room for this many texts. Where numbers do not fit in 32 bits, that is for more than `most_narrow`
  /// texts, their upper halves get a column of their own.
  explicit TextIndex(std::uint64_t texts, std::uint64_t most_narrow = 0xFFFFFFFF)
      : low_(slots_for(texts)), high_(texts > most_narrow ? low_.size() : 0) {
    number_bits_ = high_.empty()
                       ? static_cast<std::uint32_t>(~std::uint64_t{0} >> std::countl_zero(texts | 1))
                       : 0xFFFFFFFF;
  }

  /// Adds a text by its number, which is less than the texts there is room for. Where an equal text stood
  /// before, adds nothing and returns the number of that one.
  template <class TextOf>
  std::optional<std::uint64_t> add(std::uint64_t number, const TextOf& text_of) {
    const std::string_view text = text_of(number);
    const std::uint64_t hash = keyed_hash(text);
    const std::size_t slot = slot_of(text, hash, text_of);
    if (!is_empty(slot)) return number_in(slot);
    low_[slot] = static_cast<std::uint32_t>(number + 1) | (static_cast<std::uint32_t>(hash) & ~number_bits_);
    if (!high_.empty()) high_[slot] = static_cast<std::uint32_t>((number + 1) >> 32);
    return std::nullopt;
  }

  /// The number of the text that equals `text`, or nothing.
  template <class TextOf>
  std::optional<std::uint64_t> find(std::string_view text, const TextOf& text_of) const {
    if (low_.empty()) return std::nullopt;
    const std::size_t slot = slot_of(text, keyed_hash(text), text_of);
    return is_empty(slot) ? std::nullopt : std::optional(number_in(slot));
  }

 private:
  /// A third of the slots stays empty, so that a search ends soon.
  static std::size_t slots_for(std::uint64_t texts) { return texts + texts / 2 + 1; }

  bool is_empty(std::size_t slot) const { return low_[slot] == 0 && (high_.empty() || high_[slot] == 0); }

  std::uint64_t number_in(std::size_t slot) const {
    const std::uint64_t high = high_.empty() ? 0 : high_[slot];
    return (high << 32 | (low_[slot] & number_bits_)) - 1;
  }

  /// The slot that holds `text`, or the empty one where it belongs.
  template <class TextOf>
  std::size_t slot_of(std::string_view text, std::uint64_t hash, const TextOf& text_of) const {
    std::size_t slot = hash % low_.size();
    while (!is_empty(slot)) {
      const bool same_tag = ((low_[slot] ^ static_cast<std::uint32_t>(hash)) & ~number_bits_) == 0;
      if (same_tag && text_of(number_in(slot)) == text) break;
      slot = slot + 1 == low_.size() ? 0 : slot + 1;
    }
    return slot;
  }

  std::vector<std::uint32_t> low_;  ///< number plus one in the low bits, some bits of the hash in those above
  std::vector<std::uint32_t> high_;  ///< upper halves of the numbers, only where there are so many
  std::uint32_t number_bits_ = 0;    ///< the bits of low_ that hold the number
};

}  // namespace ggufproof
