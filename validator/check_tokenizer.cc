// The tokenizer of a model or vocabulary: which there is, and whether its lists fit each other.
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "validator/architecture_program.h"
#include "validator/array_texts.h"
#include "validator/checks.h"
#include "validator/tokenizer_file.h"

namespace ggufproof {
namespace {

class Tokenizer : private TokenizerFile {
 public:
  explicit Tokenizer(TokenizerFile file) : TokenizerFile(std::move(file)) {}

  void judge();

 private:
  void model();
  void collect_tokens();
  void repeated_tokens(const Array& array);
  void duplicate_token(std::uint64_t k, Range range, std::uint64_t other);
  void same_length(KeyId id, Rule rule);
  void scores();
  void merges();
  void merge(std::uint64_t k, std::string_view text, Range range, ArrayTexts& seen);
  void special_ids();
  void pre();
  void templates();
  void huggingface();

  std::string joined_;  ///< of a merge, kept for its memory
};

void Tokenizer::model() {
  if (!keys.index(KeyId::tokenizer_model)) {
    if (loaded) missing(Rule::tokenizer_model_missing, KeyId::tokenizer_model, "the name of a tokenizer");
    return;
  }
  const auto name = keys.text(KeyId::tokenizer_model);
  if (!name) return;
  row = find_tokenizer(*name);
  if (row == nullptr && loaded) {
    finding(Rule::tokenizer_model_unknown, KeyId::tokenizer_model, "",
            keys.pair(KeyId::tokenizer_model)->value, quoted(*name),
            "llama, bert, gpt2, t5, rwkv, plamo2, gemma4 ...");
  }
}

void Tokenizer::collect_tokens() {
  if (!keys.index(KeyId::tokenizer_tokens)) {
    if (loaded) missing(Rule::tokenizer_tokens_missing, KeyId::tokenizer_tokens, "an array of strings");
    return;
  }
  const auto array = keys.array(KeyId::tokenizer_tokens);
  if (!array) return;
  token_count = array->count;
  tokens = token_set(*this, *array);
  if (tokens.plain) return;
  tokens = {};  // the set and the texts at once would take more memory than the tokens
  repeated_tokens(*array);
  tokens = token_set(*this, *array);
}

/// Two tokens are the same as llama.cpp sees them: up to the first NUL, and empty ones under the name that it
/// makes.
void Tokenizer::repeated_tokens(const Array& array) {
  ArrayTexts texts(doc, array);
  bool empty = false;
  each_string(array, [&](std::uint64_t k, std::string_view text, Range range) {
    if (before_nul(text).empty()) {
      empty = true;
      return texts.skip(range.begin);
    }
    if (const auto before = texts.add(range.begin)) duplicate_token(k, range, *before);
  });
  if (!empty) return;
  each_string(array, [&](std::uint64_t k, std::string_view text, Range range) {
    if (!before_nul(text).empty()) return;
    element_finding(Rule::tokenizer_token_empty, KeyId::tokenizer_tokens, k, range, [] {
      return Texts{"0 bytes", ""};
    });
    if (const auto other = texts.find("[EMPTY_" + number(k) + ']')) duplicate_token(k, range, *other);
  });
}

void Tokenizer::duplicate_token(std::uint64_t k, Range range, std::uint64_t other) {
  element_finding(Rule::tokenizer_token_duplicate, KeyId::tokenizer_tokens, k, range, [&] {
    return Texts{"the text of token " + number(other), ""};
  });
}

void Tokenizer::same_length(KeyId id, Rule rule) {
  const auto pair = keys.pair(id);
  if (!pair || !pair->is(ValueType::array) || !token_count) return;
  const Array array = doc.array(*pair);
  if (array.count != *token_count) {
    finding(rule, id, ".count", array.count_field, number(array.count), number(*token_count));
  }
}

void Tokenizer::scores() {
  same_length(KeyId::tokenizer_scores, Rule::tokenizer_scores_length);
  const auto pair = keys.pair(KeyId::tokenizer_scores);
  if (!pair || !pair->is(ValueType::array)) return;
  const Array array = doc.array(*pair);
  if (array.is(ValueType::i32)) {
    finding(Rule::tokenizer_scores_type, KeyId::tokenizer_scores, ".element_type", array.element_type_field,
            value_type_shown(array.element_type), "f32 (6)");
  }
}

void Tokenizer::merge(std::uint64_t k, std::string_view text, Range range, ArrayTexts& seen) {
  const auto report = [&](Rule rule, const auto& want) {
    element_finding(rule, KeyId::tokenizer_merges, k, range, [&] { return Texts{quoted(text), want()}; });
  };
  if (const auto before = seen.add(range.begin)) {
    return report(Rule::tokenizer_merge_duplicate, [&] { return "no second one: merge " + number(*before); });
  }
  const auto parts = split_merge(text);
  if (!parts) {
    return report(Rule::tokenizer_merge_malformed,
                  [] { return std::string("two texts with a space between"); });
  }
  joined_.assign(parts->left).append(parts->right);
  for (const std::string_view part : {parts->left, parts->right, std::string_view(joined_)}) {
    if (!has_token(part))
      return report(Rule::tokenizer_merge_unknown, [&] { return "a token " + quoted(part); });
  }
}

void Tokenizer::merges() {
  const bool needed = row != nullptr && row->family == TokenizerFamily::bpe &&
                      keys.text(KeyId::tokenizer_pre).value_or("") != "kimi-k2";
  if (!keys.index(KeyId::tokenizer_merges)) {
    if (needed && loaded)
      missing(Rule::tokenizer_merges_missing, KeyId::tokenizer_merges, "an array of strings");
    return;
  }
  const auto array = keys.array(KeyId::tokenizer_merges);
  if (!array || !needed || !token_count || are_plain_merges(*this, *array)) return;
  ArrayTexts seen(doc, *array);
  each_string(*array, [&](std::uint64_t k, std::string_view text, Range range) {
    merge(k, before_nul(text), range, seen);
  });
}

/// Ids stated in the file. Where a default of the reader is out of range the vocabulary is a toy, and nobody
/// is hurt.
void Tokenizer::special_ids() {
  if (!token_count) return;
  for (const KeyRow& row : standard_keys) {
    if (!row.name.starts_with("tokenizer.ggml.") || !row.name.ends_with("_token_id")) continue;
    const auto id = keys.number(row.id);
    if (id && *id >= *token_count) {
      finding(Rule::tokenizer_special_id, row.id, "", keys.pair(row.id)->value, number(*id),
              "below " + number(*token_count) + ", the number of tokens");
    }
  }
}

void Tokenizer::pre() {
  if (!loaded || row == nullptr || row->family != TokenizerFamily::bpe || row->name == "gemma4") return;
  if (!keys.index(KeyId::tokenizer_pre)) {
    missing(Rule::tokenizer_pre_missing, KeyId::tokenizer_pre, "the name of a pre-tokenizer");
    return;
  }
  const auto name = keys.text(KeyId::tokenizer_pre);
  if (name && !is_pre_tokenizer(*name)) {
    finding(name->empty() ? Rule::tokenizer_pre_missing : Rule::tokenizer_pre_unknown, KeyId::tokenizer_pre,
            "", keys.pair(KeyId::tokenizer_pre)->value, quoted(*name), "a name that llama.cpp knows");
  }
}

void Tokenizer::templates() {
  const std::string prefix = "tokenizer.chat_template.";
  const auto array = keys.array(KeyId::tokenizer_chat_templates);
  ArrayTexts listed;
  if (array) {
    listed = ArrayTexts(doc, *array);
    each_string(*array, [&](std::uint64_t k, std::string_view name, Range range) {
      listed.add(range.begin);
      if (doc.index_of(prefix + std::string(name))) return;
      element_finding(Rule::tokenizer_templates, KeyId::tokenizer_chat_templates, k, range, [&] {
        return Texts{quoted(name), "a key " + ggufproof::quoted(prefix + std::string(name))};
      });
    });
  }
  for (std::uint64_t i = 0; i < doc.pair_at.size(); ++i) {
    const Pair pair = doc.pair(i);
    if (!pair.key.starts_with(prefix)) continue;
    if (!pair.is(ValueType::string)) {
      report.add(Rule::key_type_unusual, pair.type_field, [&] {
        return Detail{pair_path(i, "value_type"), quoted(pair.key), value_type_shown(pair.type), "string"};
      });
    }
    if (listed.find(pair.key.substr(prefix.size()))) continue;
    report.add(Rule::tokenizer_templates, pair.key_text, [&] {
      return Detail{pair_path(i, "key"), "", quoted(pair.key), "its name in tokenizer.chat_templates"};
    });
  }
}

void Tokenizer::huggingface() {
  const auto text = keys.text(KeyId::tokenizer_huggingface);
  if (text && !nlohmann::json::accept(*text)) {
    finding(Rule::tokenizer_json, KeyId::tokenizer_huggingface, "",
            keys.pair(KeyId::tokenizer_huggingface)->value, quoted(*text), "JSON");
  }
}

void Tokenizer::judge() {
  model();
  if (row != nullptr && row->family == TokenizerFamily::none) return;
  collect_tokens();
  scores();
  same_length(KeyId::tokenizer_token_type, Rule::tokenizer_types_length);
  check_token_types(*this);
  merges();
  special_ids();
  check_tokenizer_needs(*this);
  pre();
  check_charsmap(*this);
  templates();
  huggingface();
}

}  // namespace

void check_tokenizer(const Document& document, const KeyIndex& keys, Role role, Report& report) {
  if (role != Role::model && role != Role::vocabulary && role != Role::first_shard) return;
  const auto architecture = keys.text(KeyId::general_architecture);
  const bool known = architecture && program_of(*architecture) != nullptr;
  Tokenizer({document, keys, known, report}).judge();
}

}  // namespace ggufproof
