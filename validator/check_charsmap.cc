// precompiled_charsmap: a u32 size, a trie of u32 entries (an XOR-compressed double array), replacement
// texts.
#include "validator/tokenizer_file.h"

namespace ggufproof {
namespace {

constexpr std::uint32_t leads_to_text = 1U << 31, is_leaf = 1U << 8;

/// What an entry's number or a byte is combined with for the next entry (llama-vocab.cpp:xcda_array_view).
std::uint64_t base_of(std::uint32_t entry) {
  return static_cast<std::uint64_t>(entry >> 10) << ((entry & (1U << 9)) >> 6);
}

/// The number of entries that looking up any one byte in the trie reaches.
std::uint64_t entries_reached(std::uint32_t root) {
  std::uint64_t most = 0;
  for (std::uint64_t byte = 1; byte < 256; ++byte) most = std::max(most, base_of(root) ^ byte);
  return most + 1;
}

std::uint32_t entry(Bytes trie, std::uint64_t k) {
  return load<std::uint32_t>(trie.data() + 4 * k, ByteOrder::little);
}

/// The first entry of the trie that leads to `end`, in bytes of the texts, or beyond.
std::optional<std::uint64_t> entry_beyond(Bytes trie, std::uint64_t end) {
  for (std::uint64_t k = 0; k < trie.size() / 4; ++k) {
    if ((entry(trie, k) & leads_to_text) != 0 && (entry(trie, k) & ~leads_to_text) >= end) return k;
  }
  return std::nullopt;
}

/// How many bytes there are up to the last NUL.
std::uint64_t length_to_last_nul(Bytes texts) {
  std::uint64_t length = texts.size();
  while (length > 0 && texts[length - 1] != 0) --length;
  return length;
}

/// The array of the charsmap, where there is one that is read as such.
std::optional<Array> charsmap_array(const TokenizerFile& file) {
  const auto pair = file.keys.pair(KeyId::tokenizer_charsmap);
  if (!pair || !file.is_family(TokenizerFamily::ugm) || !pair->is(ValueType::array)) return std::nullopt;
  const Array array = file.doc.array(*pair);
  const bool of_bytes = array.is(ValueType::u8) || array.is(ValueType::i8);  // else key.type-refused says so
  return of_bytes ? std::optional(array) : std::nullopt;
}

/// What replaces a line feed, which llama.cpp looks up while it loads.
struct LineFeed {
  std::uint64_t entry = 0;                 ///< the one of the trie that says so
  std::optional<std::string_view> text{};  ///< nothing where the entry leads to none
};

bool is_user_defined(const TokenizerFile& file, std::string_view text) {
  const auto tokens = file.keys.array(KeyId::tokenizer_tokens);
  const auto types = file.keys.array(KeyId::tokenizer_token_type);
  bool found = false;
  if (!tokens || !types) return found;
  file.each_string(*tokens, [&](std::uint64_t k, std::string_view token, Range) {
    found |= before_nul(token) == text && k < types->count && file.element(*types, k) == 4;
  });
  return found;
}

/// Follows the trie from its root by a line feed. Nothing where it stays as it is.
std::optional<LineFeed> line_feed(const TokenizerFile& file, Bytes trie, Bytes texts) {
  const std::uint64_t entries = trie.size() / 4;
  const std::uint64_t child = entries > 0 ? base_of(entry(trie, 0)) ^ '\n' : 0;
  if (child >= entries) return std::nullopt;
  const std::uint32_t node = entry(trie, child);
  if ((node & (leads_to_text | 0xff)) != '\n' || (node & is_leaf) == 0) return std::nullopt;
  if (is_user_defined(file, "\n")) return std::nullopt;
  const std::uint64_t at = child ^ base_of(node);
  if (at >= entries) return LineFeed{child};
  const std::uint64_t begin = entry(trie, at) & ~leads_to_text;
  if (begin >= length_to_last_nul(texts)) return LineFeed{at};
  return LineFeed{at, before_nul(as_text(texts.subspan(begin)))};
}

}  // namespace

std::string_view charsmap_line_feed(const TokenizerFile& file) {
  constexpr std::string_view as_it_is = "\n";
  const auto array = charsmap_array(file);
  if (!array || array->count < 4) return as_it_is;
  const Bytes bytes = file.doc.bytes.subspan(array->elements.begin, array->count);
  const std::uint64_t size = entry(bytes, 0);
  if (size + 4 >= array->count) return as_it_is;
  const auto found = line_feed(file, bytes.subspan(4, size), bytes.subspan(4 + size));
  return found ? found->text.value_or(as_it_is) : as_it_is;
}

/// Numbers are little-endian in big-endian files too: elements of one byte have no order.
void check_charsmap(const TokenizerFile& file) {
  const auto found = charsmap_array(file);
  if (!found) return;
  const Array array = *found;
  const auto finding = [&](std::string_view below, Range range, std::string got, std::string want) {
    file.finding(Rule::tokenizer_charsmap, KeyId::tokenizer_charsmap, below, range, std::move(got),
                 std::move(want));
  };
  if (array.count < 4) {
    return finding(".count", array.count_field, number(array.count) + " bytes",
                   "at least a u32 and the trie");
  }
  const Bytes bytes = file.doc.bytes.subspan(array.elements.begin, array.count);
  const std::uint64_t size = entry(bytes, 0);
  const Range size_bytes{array.elements.begin, array.elements.begin + 4};
  if (size + 4 >= array.count) {
    return finding("", size_bytes, "a trie of " + number(size) + " bytes",
                   "fewer than " + number(array.count - 4));
  }
  if (size < 4) return;
  const Bytes trie = bytes.subspan(4, size);
  const std::uint64_t reached = entries_reached(entry(trie, 0));
  if (size / 4 < reached) {
    finding("", size_bytes, "a trie of " + number(size / 4) + " entries",
            number(reached) + " or more, which its first entry leads to");
  }
  const Bytes texts = bytes.subspan(4 + size);
  const std::uint64_t end = length_to_last_nul(texts);
  const auto bytes_of = [&](std::uint64_t k) {
    const std::uint64_t at = array.elements.begin + 4 + 4 * k;
    return Range{at, at + 4};
  };
  const auto replaced = line_feed(file, trie, texts);
  const bool lost = replaced && !replaced->text;
  if (lost)
    finding("", bytes_of(replaced->entry), "an entry that leads a line feed to no text", "one that does");
  const auto k = entry_beyond(trie, end);
  if (!k || (lost && *k == replaced->entry)) return;
  file.finding(Rule::tokenizer_charsmap_text, KeyId::tokenizer_charsmap, "", bytes_of(*k),
               "an entry that leads to byte " + number(entry(trie, *k) & ~leads_to_text) + " of the texts",
               "below " + number(end) + ", where the last text ends");
}

}  // namespace ggufproof
