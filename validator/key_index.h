// Where the standard keys stand in a file: one pass over the pairs, so that checks may ask for any of them at
// no cost.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "spec/keys.h"
#include "validator/document.h"

namespace ggufproof {

/// The pairs of a document by standard key. The document must outlive it.
class KeyIndex {
 public:
  explicit KeyIndex(const Document& document);

  /// Index of the first pair with this key, or nothing.
  std::optional<std::uint64_t> index(KeyId id) const;

  /// The first pair with this key, or nothing.
  std::optional<Pair> pair(KeyId id) const;

  /// The text of a string key; nothing where the key is missing or not a string.
  std::optional<std::string_view> text(KeyId id) const;

  /// The value of an integer or bool key; nothing where it is missing, negative or of another type.
  std::optional<std::uint64_t> number(KeyId id) const;

  /// The head of an array key whose elements have the type of the table; nothing otherwise.
  std::optional<Array> array(KeyId id) const;

 private:
  const Document& document_;
  std::vector<std::uint64_t> at_;  ///< index of the pair plus one, by key; 0 where the key is missing
};

/// The row of a standard key by its name, or nullptr.
const KeyRow* find_key(std::string_view name);

}  // namespace ggufproof
