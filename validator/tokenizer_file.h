// The tokenizer of one file as its checks see it: the keys, which tokenizer there is, the tokens, and how
// findings about them are worded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "spec/tokenizers.h"
#include "validator/describe.h"
#include "validator/finding.h"
#include "validator/key_index.h"
#include "validator/text.h"
#include "validator/token_set.h"

namespace ggufproof {

/// What was found and what is wanted.
using Texts = std::pair<std::string, std::string>;

/// Document, keys and report must outlive it.
struct TokenizerFile {
  const Document& doc;
  const KeyIndex& keys;
  bool loaded;  ///< whether llama.cpp would load this file: what it alone demands is demanded only then
  Report& report;
  const TokenizerRow* row = nullptr;           ///< of the model that the file names, where it is known
  std::optional<std::uint64_t> token_count{};  ///< where there is a list of tokens
  TokenSet tokens{};

  bool has_token(std::string_view text) const { return tokens.hashes.contains(keyed_hash(text)); }

  bool is_family(TokenizerFamily family) const { return row != nullptr && row->family == family; }

  /// The i-th number of an i32 array. REQUIRES: i < array.count.
  std::int32_t element(const Array& array, std::uint64_t i) const {
    return load<std::int32_t>(doc.bytes.data() + array.elements.begin + 4 * i, doc.order);
  }

  /// Calls `judge` with number, text and bytes of each string. REQUIRES: an array of strings that was read
  /// whole.
  template <class Judge>
  void each_string(const Array& array, Judge&& judge) const {
    Cursor cursor = doc.cursor(array.elements.begin);
    Text text;
    for (std::uint64_t k = 0; k < array.count; ++k) {
      const std::uint64_t begin = cursor.at();
      if (!cursor.take(text)) return;
      judge(k, text.bytes, Range{begin, cursor.at()});
    }
  }

  /// A finding about the k-th element of an array. `texts` gives what was found and what is wanted; it is
  /// called only where the finding is kept, since an array may hold millions.
  template <class MakeTexts>
  void element_finding(Rule rule, KeyId id, std::uint64_t k, Range range, MakeTexts&& make) const {
    report.add(rule, range, [&] {
      auto [got, want] = make();
      return Detail{pair_path(*keys.index(id), "value[" + number(k) + ']'), quoted(key_row(id).name),
                    std::move(got), std::move(want)};
    });
  }

  /// A finding about a part of a standard key's value; `below` is its label below the value's.
  void finding(Rule rule, KeyId id, std::string_view below, Range range, std::string got,
               std::string want) const {
    report.add(rule, range, [&] {
      return Detail{pair_path(*keys.index(id), "value") + std::string(below), quoted(key_row(id).name),
                    std::move(got), std::move(want)};
    });
  }

  /// A finding about a key that is not there.
  void missing(Rule rule, KeyId id, std::string want) const {
    report.add(rule, {doc.metadata_end, doc.metadata_end}, [&] {
      return Detail{"metadata", quoted(key_row(id).name), "no such key", std::move(want)};
    });
  }
};

/// The two texts that a merge joins.
struct MergeParts {
  std::string_view left, right;
};

/// Splits a merge at its first space after the first character; nothing where a side would be empty.
inline std::optional<MergeParts> split_merge(std::string_view text) {
  const std::size_t space = text.find(' ', 1);
  if (space == std::string_view::npos || space + 1 == text.size()) return std::nullopt;
  return MergeParts{text.substr(0, space), text.substr(space + 1)};
}

/// Types of tokens, byte tokens, and tokens that other keys demand (clauses 11.6, 11.12).
void check_token_types(const TokenizerFile& file);

/// What a tokenizer needs beside its lists (clauses 11.17 to 11.19).
void check_tokenizer_needs(const TokenizerFile& file);

/// The text normalizer of unigram tokenizers (clauses 11.11 and 11.20).
void check_charsmap(const TokenizerFile& file);

/// What the text normalizer makes of a line feed; the line feed where it leaves it or cannot be followed.
std::string_view charsmap_line_feed(const TokenizerFile& file);

}  // namespace ggufproof
