// What a tokenizer needs that its lists do not show: a line feed, tokens to begin and end texts with, scores.
#include "validator/tokenizer_file.h"

namespace ggufproof {
namespace {

/// While it loads, llama.cpp looks for the token of a line feed under ids that it has not read yet.
void check_token_count(const TokenizerFile& file) {
  if (!file.loaded || !file.token_count) return;
  const bool pieces = file.is_family(TokenizerFamily::wpm);
  // A charsmap can turn a line feed into something else, most often a space.
  const bool unigrams = file.is_family(TokenizerFamily::ugm) && !file.has_token("\n") &&
                        !file.keys.index(KeyId::tokenizer_charsmap);
  const std::uint64_t least = pieces ? 1 : unigrams ? 3 : 0;
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
