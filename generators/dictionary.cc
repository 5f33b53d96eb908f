// Numbers stand in both byte orders, since a dictionary does not know in which file they will lie.
#include "generators/dictionary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "spec/architectures.h"
#include "spec/keys.h"
#include "spec/tables.h"
#include "spec/tokenizers.h"
#include "spec/wire.h"

namespace ggufproof {
namespace {

using std::string;
using std::string_view;

constexpr std::array architecture_keys{
#define LLM_KEY(name, kind) string_view("." name),
#include "spec/documented_keys.def"
};

/// What vocabularies hold besides words: control tokens, a byte, and the blanks of SentencePiece and byte
/// pairs.
constexpr std::array<string_view, 8> pieces{"<s>",    "</s>",         "<unk>",       "<|endoftext|>",
                                            "<0x0A>", "\xe2\x96\x81", "\xc4\xa0the", "t h"};

class Dictionary {
 public:
  void text(const string& kind, string_view bytes) {
    if (bytes.empty() || bytes.size() > most_entry_bytes || !seen_.insert(string(bytes)).second) return;
    entries_.push_back({kind + '_' + std::to_string(entries_.size()), string(bytes)});
  }

  void number(const string& kind, std::uint64_t number, std::size_t width) {
    string little;
    for (std::size_t i = 0; i < width; ++i) little += static_cast<char>(number >> (8 * i) & 0xff);
    text(kind + "_le", little);
    text(kind + "_be", string(little.rbegin(), little.rend()));
  }

  std::vector<DictionaryEntry> take() { return std::move(entries_); }

 private:
  std::vector<DictionaryEntry> entries_;
  std::set<string> seen_;
};

void add_numbers(Dictionary& all) {
  constexpr std::size_t word = 4, wide = 8;
  for (std::uint64_t version = 1; version <= limits::current_version; ++version)
    all.number("version", version, word);
  for (const ValueTypeRow& row : value_types)
    all.number("value_type", static_cast<std::uint64_t>(row.type), word);
  for (const TensorTypeRow& row : tensor_types)
    all.number("tensor_type", static_cast<std::uint64_t>(row.type), word);
  all.number("alignment", limits::default_alignment, word);
  all.number("alignment", limits::alignment_step, word);
  for (const unsigned bits : {31U, 32U, 61U, 62U, 63U}) {
    all.number("power", std::uint64_t{1} << bits, wide);
    all.number("power", (std::uint64_t{1} << bits) - 1, wide);
  }
  all.number("power", ~std::uint64_t{0}, wide);
  all.number("power", ~std::uint64_t{0} - limits::default_alignment + 1, wide);  // wraps when padded
}

}  // namespace

std::vector<DictionaryEntry> dictionary() {
  Dictionary all;
  all.text("magic", string(gguf_magic.bytes.begin(), gguf_magic.bytes.end()));
  add_numbers(all);
  all.text("key", "general.alignment");  // which stands in no table of keys: readers need it to read
  for (const KeyRow& row : standard_keys) all.text("key", row.name);
  for (const string_view name : architecture_keys) all.text("key", name);
  for (const ArchitectureText& architecture : architectures) all.text("architecture", architecture.name);
  for (const TokenizerRow& row : tokenizers) all.text("tokenizer", row.name);
  for (const string_view name : pre_tokenizers) all.text("pre_tokenizer", name);
  for (const string_view name : {"token_embd", "output", "blk.0.", ".weight", ".bias"})
    all.text("tensor", name);
  for (const string_view piece : pieces) all.text("token", piece);
  return all.take();
}

string dictionary_text(const std::vector<DictionaryEntry>& entries) {
  constexpr string_view digits = "0123456789abcdef";
  string text = "# GGUF: a dictionary for libFuzzer (-dict=FILE) and AFL++ (-x FILE)\n";
  for (const DictionaryEntry& entry : entries) {
    text += entry.name + "=\"";
    for (const char c : entry.bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= ' ' && byte <= '~' && c != '"' && c != '\\') {
        text += c;
      } else {
        text += string("\\x") + digits[byte >> 4] + digits[byte & 0xf];
      }
    }
    text += "\"\n";
  }
  return text;
}

}  // namespace ggufproof
