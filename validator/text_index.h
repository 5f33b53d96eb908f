// Finds texts by content, keys and names, in one flat table of the numbers they have: six bytes for each
// text, none of them copied. Made for files that are hostile: the table's size is fixed by how many texts
// there really are, so it never holds an old and a larger copy at once, and the hash is keyed anew in each
// process, so that no file can be made whose texts collide. (Library hash sets cost twice to four times as
// much at their worst.)
#pragma once

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

  /// Room for this many texts. Numbers are kept in 32 bits where they fit, else in 64.
  explicit TextIndex(std::uint64_t texts, std::uint64_t most_narrow = 0xFFFFFFFE)
      : low_(slots_for(texts)), high_(texts > most_narrow ? low_.size() : 0) {}

  /// Adds a text by its number. Where an equal text stood before, adds nothing and returns the number of that
  /// one. REQUIRES: fewer texts so far than there is room for.
  template <class TextOf>
  std::optional<std::uint64_t> add(std::uint64_t number, const TextOf& text_of) {
    const std::string_view text = text_of(number);
    const std::size_t slot = slot_of(text, text_of);
    if (const auto before = at(slot)) return before;
    low_[slot] = static_cast<std::uint32_t>(number + 1);
    if (!high_.empty()) high_[slot] = static_cast<std::uint32_t>((number + 1) >> 32);
    return std::nullopt;
  }

  /// The number of the text that equals `text`, or nothing.
  template <class TextOf>
  std::optional<std::uint64_t> find(std::string_view text, const TextOf& text_of) const {
    if (low_.empty()) return std::nullopt;
    return at(slot_of(text, text_of));
  }

 private:
  /// A third of the slots stays empty, so that a search looks at three or so.
  static std::size_t slots_for(std::uint64_t texts) { return texts + texts / 2 + 1; }

  /// The number in a slot, or nothing where it is empty. Stored plus one, since 0 is an empty slot.
  std::optional<std::uint64_t> at(std::size_t slot) const {
    const std::uint64_t high = high_.empty() ? 0 : high_[slot];
    const std::uint64_t stored = high << 32 | low_[slot];
    return stored == 0 ? std::nullopt : std::optional(stored - 1);
  }

  /// The slot that holds `text`, or the empty one where it belongs.
  template <class TextOf>
  std::size_t slot_of(std::string_view text, const TextOf& text_of) const {
    std::size_t slot = keyed_hash(text) % low_.size();
    for (auto number = at(slot); number && text_of(*number) != text; number = at(slot)) {
      slot = slot + 1 == low_.size() ? 0 : slot + 1;
    }
    return slot;
  }

  std::vector<std::uint32_t> low_;   ///< lower halves of the stored numbers
  std::vector<std::uint32_t> high_;  ///< upper halves, only where there are so many texts
};

}  // namespace ggufproof
