// precompiled_charsmap: a u32 size, a trie of u32 entries (an XOR-compressed double array), replacement
// texts.
#include "validator/tokenizer_file.h"

namespace ggufproof {
namespace {

/// The number of entries that looking up any one byte in the trie reaches (llama-vocab.cpp:xcda_array_view).
std::uint64_t entries_reached(std::uint32_t root) {
  const std::uint64_t base = static_cast<std::uint64_t>(root >> 10) << ((root & (1U << 9)) >> 6);
  std::uint64_t most = 0;
  for (std::uint64_t byte = 1; byte < 256; ++byte) most = std::max(most, base ^ byte);
  return most + 1;
}

constexpr std::uint32_t leads_to_text = 1U << 31;

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

}  // namespace

/// Numbers are little-endian in big-endian files too: elements of one byte have no order.
void check_charsmap(const TokenizerFile& file) {
  const auto pair = file.keys.pair(KeyId::tokenizer_charsmap);
  if (!pair || !file.is_family(TokenizerFamily::ugm) || !pair->is(ValueType::array)) return;
  const Array array = file.doc.array(*pair);
  if (!array.is(ValueType::u8) && !array.is(ValueType::i8)) return;  // key.type-refused says so
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
  const std::uint64_t end = length_to_last_nul(bytes.subspan(4 + size));
  if (const auto k = entry_beyond(trie, end)) {
    const std::uint64_t at = array.elements.begin + 4 + 4 * *k;
    file.finding(Rule::tokenizer_charsmap_text, KeyId::tokenizer_charsmap, "", {at, at + 4},
                 "an entry that leads to byte " + number(entry(trie, *k) & ~leads_to_text) + " of the texts",
                 "below " + number(end) + ", where the last text ends");
  }
}

}  // namespace ggufproof
