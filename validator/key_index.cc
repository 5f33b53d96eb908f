// Standard keys by name, through one hash table made at first use.
#include "validator/key_index.h"

#include <boost/unordered/unordered_flat_map.hpp>

namespace ggufproof {
namespace {

using RowsByName = boost::unordered_flat_map<std::string_view, const KeyRow*>;

const RowsByName& rows_by_name() {
  static const RowsByName rows = [] {
    RowsByName made;
    for (const KeyRow& row : standard_keys) made.emplace(row.name, &row);
    return made;
  }();
  return rows;
}

}  // namespace

const KeyRow* find_key(std::string_view name) {
  const auto found = rows_by_name().find(name);
  return found == rows_by_name().end() ? nullptr : found->second;
}

KeyIndex::KeyIndex(const Document& document) : document_(document), at_(standard_keys.size(), 0) {
  for (std::uint64_t i = 0; i < document.pair_at.size(); ++i) {
    const KeyRow* row = find_key(document.pair(i).key);
    if (row == nullptr) continue;
    std::uint64_t& at = at_[static_cast<std::size_t>(row->id)];
    if (at == 0) at = i + 1;
  }
}

std::optional<std::uint64_t> KeyIndex::index(KeyId id) const {
  const std::uint64_t at = at_[static_cast<std::size_t>(id)];
  return at == 0 ? std::nullopt : std::optional(at - 1);
}

std::optional<Pair> KeyIndex::pair(KeyId id) const {
  const auto i = index(id);
  return i ? std::optional(document_.pair(*i)) : std::nullopt;
}

std::optional<std::string_view> KeyIndex::text(KeyId id) const {
  const auto found = pair(id);
  return found ? document_.as_string(*found) : std::nullopt;
}

std::optional<std::uint64_t> KeyIndex::number(KeyId id) const {
  const auto found = pair(id);
  return found ? document_.as_u64(*found) : std::nullopt;
}

std::optional<Array> KeyIndex::array(KeyId id) const {
  const auto found = pair(id);
  if (!found || !found->is(ValueType::array)) return std::nullopt;
  const Array array = document_.array(*found);
  return array.is(*key_row(id).element) ? std::optional(array) : std::nullopt;
}

}  // namespace ggufproof
