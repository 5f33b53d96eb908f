// The tokenizer of a model or vocabulary: which there is, and whether its lists fit each other.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "spec/tokenizers.h"
#include "validator/architecture_program.h"
#include "validator/array_texts.h"
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

/// What was found and what is wanted.
using Texts = std::pair<std::string, std::string>;

class Tokenizer {
 public:
  Tokenizer(const Document& document, const KeyIndex& keys, bool loaded, Report& report)
      : doc_(document), keys_(keys), loaded_(loaded), report_(report) {}

  void judge();

 private:
  void model();
  void tokens();
  void duplicate_token(std::uint64_t k, Range range, std::uint64_t other);
  void same_length(KeyId id, Rule rule);
  void scores();
  void token_types();
  void merges();
  void merge(std::uint64_t k, std::string_view text, Range range, ArrayTexts& seen);
  void special_ids();
  void pre();
  void charsmap();
  void byte_tokens();
  void templates();
  void huggingface();

  /// The i-th number of an i32 array. REQUIRES: i < array.count.
  std::int32_t element(const Array& array, std::uint64_t i) const {
    return load<std::int32_t>(doc_.bytes.data() + array.elements.begin + 4 * i, doc_.order);
  }
  /// Calls `judge` with number, text and bytes of each string. REQUIRES: an array of strings that was read
  /// whole.
  template <class Judge>
  void each_string(const Array& array, Judge&& judge) const {
    Cursor cursor = doc_.cursor(array.elements.begin);
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
  void element_finding(Rule rule, KeyId id, std::uint64_t k, Range range, MakeTexts&& texts) {
    report_.add(rule, range, [&] {
      auto [got, want] = texts();
      return Detail{pair_path(*keys_.index(id), "value[" + number(k) + ']'), quoted(key_row(id).name),
                    std::move(got), std::move(want)};
    });
  }
  void finding(Rule rule, KeyId id, std::string_view below, Range range, std::string got, std::string want);
  void missing(Rule rule, KeyId id, std::string want);

  const Document& doc_;
  const KeyIndex& keys_;
  bool loaded_;  ///< whether llama.cpp would load this file: what it alone demands is demanded only then
  Report& report_;
  const TokenizerRow* row_ = nullptr;
  std::optional<std::uint64_t> token_count_;
  ArrayTexts texts_;
  std::string joined_;  ///< of a merge, kept for its memory
};

void Tokenizer::finding(Rule rule, KeyId id, std::string_view below, Range range, std::string got,
                        std::string want) {
  const std::uint64_t i = *keys_.index(id);
  report_.add(rule, range, [&] {
    return Detail{pair_path(i, "value") + std::string(below), quoted(key_row(id).name), std::move(got),
                  std::move(want)};
  });
}

void Tokenizer::missing(Rule rule, KeyId id, std::string want) {
  report_.add(rule, {doc_.metadata_end, doc_.metadata_end}, [&] {
    return Detail{"metadata", quoted(key_row(id).name), "no such key", std::move(want)};
  });
}

void Tokenizer::model() {
  if (!keys_.index(KeyId::tokenizer_model)) {
    if (loaded_) missing(Rule::tokenizer_model_missing, KeyId::tokenizer_model, "the name of a tokenizer");
    return;
  }
  const auto name = keys_.text(KeyId::tokenizer_model);
  if (!name) return;
  row_ = find_tokenizer(*name);
  if (row_ == nullptr && loaded_) {
    finding(Rule::tokenizer_model_unknown, KeyId::tokenizer_model, "",
            keys_.pair(KeyId::tokenizer_model)->value, quoted(*name),
            "llama, bert, gpt2, t5, rwkv, plamo2, gemma4 ...");
  }
}

/// Collects the tokens. Two are the same as llama.cpp sees them: up to the first NUL, and empty ones under
/// the name that it makes.
void Tokenizer::tokens() {
  if (!keys_.index(KeyId::tokenizer_tokens)) {
    if (loaded_) missing(Rule::tokenizer_tokens_missing, KeyId::tokenizer_tokens, "an array of strings");
    return;
  }
  const auto array = keys_.array(KeyId::tokenizer_tokens);
  if (!array) return;
  token_count_ = array->count;
  texts_ = ArrayTexts(doc_, *array);
  bool empty = false;
  each_string(*array, [&](std::uint64_t k, std::string_view text, Range range) {
    if (before_nul(text).empty()) {
      empty = true;
      return texts_.skip(range.begin);
    }
    if (const auto before = texts_.add(range.begin)) duplicate_token(k, range, *before);
  });
  if (!empty) return;
  each_string(*array, [&](std::uint64_t k, std::string_view text, Range range) {
    if (!before_nul(text).empty()) return;
    element_finding(Rule::tokenizer_token_empty, KeyId::tokenizer_tokens, k, range, [] {
      return Texts{"0 bytes", ""};
    });
    if (const auto other = texts_.find("[EMPTY_" + number(k) + ']')) duplicate_token(k, range, *other);
  });
}

void Tokenizer::duplicate_token(std::uint64_t k, Range range, std::uint64_t other) {
  element_finding(Rule::tokenizer_token_duplicate, KeyId::tokenizer_tokens, k, range, [&] {
    return Texts{"the text of token " + number(other), ""};
  });
}

void Tokenizer::same_length(KeyId id, Rule rule) {
  const auto pair = keys_.pair(id);
  if (!pair || !pair->is(ValueType::array) || !token_count_) return;
  const Array array = doc_.array(*pair);
  if (array.count != *token_count_) {
    finding(rule, id, ".count", array.count_field, number(array.count), number(*token_count_));
  }
}

void Tokenizer::scores() {
  same_length(KeyId::tokenizer_scores, Rule::tokenizer_scores_length);
  const auto pair = keys_.pair(KeyId::tokenizer_scores);
  if (!pair || !pair->is(ValueType::array)) return;
  const Array array = doc_.array(*pair);
  if (array.is(ValueType::i32)) {
    finding(Rule::tokenizer_scores_type, KeyId::tokenizer_scores, ".element_type", array.element_type_field,
            value_type_shown(array.element_type), "f32 (6)");
  }
}

void Tokenizer::token_types() {
  same_length(KeyId::tokenizer_token_type, Rule::tokenizer_types_length);
  const auto array = keys_.array(KeyId::tokenizer_token_type);
  if (!array) return;
  std::uint64_t unknown = 0;
  for (std::uint64_t k = 0; k < array->count; ++k) {
    const std::int32_t type = element(*array, k);
    unknown += type == 2;
    if (type >= 1 && type <= 6) continue;
    const std::uint64_t at = array->elements.begin + 4 * k;
    element_finding(Rule::tokenizer_type_value, KeyId::tokenizer_token_type, k, {at, at + 4}, [&] {
      return Texts{std::to_string(type), "1 to 6"};
    });
  }
  if (row_ != nullptr && row_->family == TokenizerFamily::spm && unknown != 1) {
    finding(Rule::tokenizer_unknown_count, KeyId::tokenizer_token_type, ".count", array->count_field,
            number(unknown) + " tokens of type 2", "1");
  }
}

void Tokenizer::merge(std::uint64_t k, std::string_view text, Range range, ArrayTexts& seen) {
  const auto report = [&](Rule rule, const auto& want) {
    element_finding(rule, KeyId::tokenizer_merges, k, range, [&] { return Texts{quoted(text), want()}; });
  };
  if (const auto before = seen.add(range.begin)) {
    return report(Rule::tokenizer_merge_duplicate, [&] { return "no second one: merge " + number(*before); });
  }
  const std::size_t space = text.find(' ', 1);
  if (space == std::string_view::npos || space + 1 == text.size()) {
    return report(Rule::tokenizer_merge_malformed,
                  [] { return std::string("two texts with a space between"); });
  }
  const std::string_view left = text.substr(0, space), right = text.substr(space + 1);
  joined_.assign(left).append(right);
  for (const std::string_view part : {left, right, std::string_view(joined_)}) {
    if (!texts_.find(part))
      return report(Rule::tokenizer_merge_unknown, [&] { return "a token " + quoted(part); });
  }
}

void Tokenizer::merges() {
  const bool needed = row_ != nullptr && row_->family == TokenizerFamily::bpe &&
                      keys_.text(KeyId::tokenizer_pre).value_or("") != "kimi-k2";
  if (!keys_.index(KeyId::tokenizer_merges)) {
    if (needed && loaded_)
      missing(Rule::tokenizer_merges_missing, KeyId::tokenizer_merges, "an array of strings");
    return;
  }
  const auto array = keys_.array(KeyId::tokenizer_merges);
  if (!array || !needed || !token_count_) return;
  ArrayTexts seen(doc_, *array);
  each_string(*array, [&](std::uint64_t k, std::string_view text, Range range) {
    merge(k, before_nul(text), range, seen);
  });
}

/// Ids stated in the file. Where a default of the reader is out of range the vocabulary is a toy, and nobody
/// is hurt.
void Tokenizer::special_ids() {
  if (!token_count_) return;
  for (const KeyRow& row : standard_keys) {
    if (!row.name.starts_with("tokenizer.ggml.") || !row.name.ends_with("_token_id")) continue;
    const auto id = keys_.number(row.id);
    if (id && *id >= *token_count_) {
      finding(Rule::tokenizer_special_id, row.id, "", keys_.pair(row.id)->value, number(*id),
              "below " + number(*token_count_) + ", the number of tokens");
    }
  }
}

void Tokenizer::pre() {
  if (!loaded_ || row_ == nullptr || row_->family != TokenizerFamily::bpe || row_->name == "gemma4") return;
  if (!keys_.index(KeyId::tokenizer_pre)) {
    missing(Rule::tokenizer_pre_missing, KeyId::tokenizer_pre, "the name of a pre-tokenizer");
    return;
  }
  const auto name = keys_.text(KeyId::tokenizer_pre);
  if (name && !is_pre_tokenizer(*name)) {
    finding(name->empty() ? Rule::tokenizer_pre_missing : Rule::tokenizer_pre_unknown, KeyId::tokenizer_pre,
            "", keys_.pair(KeyId::tokenizer_pre)->value, quoted(*name), "a name that llama.cpp knows");
  }
}

void Tokenizer::charsmap() {
  const auto pair = keys_.pair(KeyId::tokenizer_charsmap);
  if (!pair || row_ == nullptr || row_->family != TokenizerFamily::ugm || !pair->is(ValueType::array)) return;
  const Array array = doc_.array(*pair);
  if (!array.is(ValueType::u8) && !array.is(ValueType::i8)) return;  // key.type-refused says so
  if (array.count < 4) {
    finding(Rule::tokenizer_charsmap, KeyId::tokenizer_charsmap, ".count", array.count_field,
            number(array.count) + " bytes", "at least a u32 and the trie");
    return;
  }
  // The size is little-endian in big-endian files too: elements of one byte have no order.
  const std::uint64_t trie = load<std::uint32_t>(doc_.bytes.data() + array.elements.begin, ByteOrder::little);
  if (trie + 4 >= array.count) {
    finding(Rule::tokenizer_charsmap, KeyId::tokenizer_charsmap, "",
            {array.elements.begin, array.elements.begin + 4}, "a trie of " + number(trie) + " bytes",
            "fewer than " + number(array.count - 4));
  }
}

void Tokenizer::byte_tokens() {
  if (row_ == nullptr || row_->family != TokenizerFamily::spm || !token_count_) return;
  int present = 0, absent = -1;
  for (int byte = 255; byte >= 0; --byte) {
    const std::array<char, 6> text{
        '<', '0', 'x', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15], '>'};
    if (texts_.find({text.data(), text.size()})) {
      ++present;
    } else {
      absent = byte;
    }
  }
  if (present == 0 || present == 256) return;
  finding(Rule::tokenizer_bytes, KeyId::tokenizer_tokens, ".count",
          keys_.array(KeyId::tokenizer_tokens).value_or(Array{}).count_field,
          std::to_string(present) + " of 256, byte " + std::to_string(absent) + " missing first",
          "all or none");
}

void Tokenizer::templates() {
  const std::string prefix = "tokenizer.chat_template.";
  const auto array = keys_.array(KeyId::tokenizer_chat_templates);
  ArrayTexts listed;
  if (array) {
    listed = ArrayTexts(doc_, *array);
    each_string(*array, [&](std::uint64_t k, std::string_view name, Range range) {
      listed.add(range.begin);
      if (doc_.index_of(prefix + std::string(name))) return;
      element_finding(Rule::tokenizer_templates, KeyId::tokenizer_chat_templates, k, range, [&] {
        return Texts{quoted(name), "a key " + ggufproof::quoted(prefix + std::string(name))};
      });
    });
  }
  for (std::uint64_t i = 0; i < doc_.pair_at.size(); ++i) {
    const Pair pair = doc_.pair(i);
    if (!pair.key.starts_with(prefix) || listed.find(pair.key.substr(prefix.size()))) continue;
    report_.add(Rule::tokenizer_templates, pair.key_text, [&] {
      return Detail{pair_path(i, "key"), "", quoted(pair.key), "its name in tokenizer.chat_templates"};
    });
  }
}

void Tokenizer::huggingface() {
  const auto text = keys_.text(KeyId::tokenizer_huggingface);
  if (text && !nlohmann::json::accept(*text)) {
    finding(Rule::tokenizer_json, KeyId::tokenizer_huggingface, "",
            keys_.pair(KeyId::tokenizer_huggingface)->value, quoted(*text), "JSON");
  }
}

void Tokenizer::judge() {
  model();
  if (row_ != nullptr && row_->family == TokenizerFamily::none) return;
  tokens();
  scores();
  token_types();
  merges();
  special_ids();
  pre();
  charsmap();
  byte_tokens();
  templates();
  huggingface();
}

}  // namespace

void check_tokenizer(const Document& document, const KeyIndex& keys, Role role, Report& report) {
  if (role != Role::model && role != Role::vocabulary && role != Role::first_shard) return;
  const auto architecture = keys.text(KeyId::general_architecture);
  const bool known = architecture && program_of(*architecture) != nullptr;
  Tokenizer(document, keys, known || role == Role::vocabulary, report).judge();
}

}  // namespace ggufproof
