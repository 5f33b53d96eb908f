// What a tokenizer needs that its lists do not show: a line feed, tokens to begin and end texts with, scores.
#include "validator/tokenizer_file.h"

namespace ggufproof {
namespace {

/// The text that a unigram tokenizer cuts into tokens for a line feed
/// (llama-vocab.cpp:llm_tokenizer_ugm_session::normalize).
std::string line_feed_text(const TokenizerFile& file) {
  const std::string space = "\xE2\x96\x81";
  const bool merges = file.keys.number(KeyId::tokenizer_remove_whitespaces) == 1;
  bool adds = merges || file.keys.number(KeyId::tokenizer_add_space_prefix) == 1, inside = false;
  std::string text;
  for (const char c : charsmap_line_feed(file)) {
    if (c == ' ') {
      inside = false;
      if (!merges) text += space;
      continue;
    }
    if (!inside && adds) {
      text += space;
      adds = merges;
    }
    inside = true;
    text += c;
  }
  return text;
}

/// Whether a text begins with a token of a type that texts are cut into: normal, user defined or unused.
bool begins_with_token(const TokenizerFile& file, std::string_view text) {
  const auto tokens = file.keys.array(KeyId::tokenizer_tokens);
  const auto types = file.keys.array(KeyId::tokenizer_token_type);
  bool begins = false;
  file.each_string(tokens.value_or(Array{}), [&](std::uint64_t k, std::string_view whole, Range) {
    const std::string_view token = before_nul(whole);
    const std::int32_t type = types && k < types->count ? file.element(*types, k) : 1;
    begins |= !token.empty() && text.starts_with(token) && (type == 1 || type == 4 || type == 5);
  });
  return begins;
}

/// How many tokens there must be. While it loads, llama.cpp looks for the token of a line feed under ids that
/// it has not read yet: 0 for padding, where there is no text, 2 for the unknown one.
std::uint64_t fewest_tokens(const TokenizerFile& file) {
  if (file.is_family(TokenizerFamily::wpm)) return 1;
  if (!file.is_family(TokenizerFamily::ugm) || *file.token_count >= 3) return 0;
  const std::string text = line_feed_text(file);
  return text.empty() ? 1 : begins_with_token(file, text) ? 0 : 3;
}

void check_token_count(const TokenizerFile& file) {
  if (!file.loaded || !file.token_count) return;
  const std::uint64_t least = fewest_tokens(file);
  if (*file.token_count >= least) return;
  file.finding(Rule::tokenizer_too_few, KeyId::tokenizer_tokens, ".count",
               file.keys.array(KeyId::tokenizer_tokens).value_or(Array{}).count_field,
               number(*file.token_count), number(least) + " or more");
}

/// Whether llama.cpp knows the id: from the file, or by default.
bool is_known(const TokenizerFile& file, KeyId id, int by_default) {
  const auto stated = file.keys.number(id);
  return (stated && *stated < *file.token_count) ||
         (by_default >= 0 && static_cast<std::uint64_t>(by_default) < *file.token_count);
}

void check_added(const TokenizerFile& file, KeyId add, KeyId id, int by_default, bool always) {
  const auto added = file.keys.pair(add);
  const bool stated = file.keys.number(add) == 1;
  if ((!stated && !always) || is_known(file, id, by_default)) return;
  if (const auto given = file.keys.pair(id)) {
    const auto value = file.keys.number(id);
    const std::string got = value ? number(*value) : "no number of a token";
    const std::string want = "the id of one of " + number(*file.token_count) + " tokens";
    return file.finding(Rule::tokenizer_special_missing, id, "", given->value, got, want);
  }
  const std::string want = "the id of a token in " + quoted(key_row(id).name);
  if (!stated) return file.missing(Rule::tokenizer_special_missing, id, want);
  file.finding(Rule::tokenizer_special_missing, add, "", added.value_or(Pair{}).value, "true", want);
}

/// WordPiece adds tokens whatever the file says, and the others never do.
void check_special_ids_known(const TokenizerFile& file) {
  if (!file.loaded || !file.token_count) return;
  if (!file.is_family(TokenizerFamily::spm) && !file.is_family(TokenizerFamily::bpe) &&
      !file.is_family(TokenizerFamily::ugm)) {
    return;
  }
  check_added(file, KeyId::tokenizer_add_bos, KeyId::tokenizer_bos, file.row->bos,
              file.row->name == "gemma4");
  check_added(file, KeyId::tokenizer_add_eos, KeyId::tokenizer_eos, file.row->eos, false);
}

void check_model_fits(const TokenizerFile& file) {
  const bool by_scores = file.is_family(TokenizerFamily::spm) || file.is_family(TokenizerFamily::ugm);
  const auto merges = file.keys.array(KeyId::tokenizer_merges);
  if (!by_scores || !merges || merges->count == 0 || file.keys.index(KeyId::tokenizer_scores)) return;
  file.finding(Rule::tokenizer_disagrees, KeyId::tokenizer_model, "",
               file.keys.pair(KeyId::tokenizer_model).value_or(Pair{}).value, quoted(file.row->name),
               "scores, or a tokenizer of merges");
}

}  // namespace

void check_tokenizer_needs(const TokenizerFile& file) {
  check_token_count(file);
  check_special_ids_known(file);
  check_model_fits(file);
}

}  // namespace ggufproof
