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
  const std::uint8_t* bytes = file.doc.bytes.data() + array.elements.begin;
  const std::uint64_t trie = load<std::uint32_t>(bytes, ByteOrder::little);
  const Range size_bytes{array.elements.begin, array.elements.begin + 4};
  if (trie + 4 >= array.count) {
    return finding("", size_bytes, "a trie of " + number(trie) + " bytes",
                   "fewer than " + number(array.count - 4));
  }
  if (trie < 4) return;
  const std::uint64_t reached = entries_reached(load<std::uint32_t>(bytes + 4, ByteOrder::little));
  if (trie / 4 < reached) {
    finding("", size_bytes, "a trie of " + number(trie / 4) + " entries",
            number(reached) + " or more, which its first entry leads to");
  }
}

}  // namespace ggufproof
