// The common case of a tokenizer's lists, told fast: all tokens differ, and each merge joins two of them into
// a third. Where that holds there is nothing to report; else the checks look again, text by text.
#pragma once

#include <cstdint>

#include "validator/document.h"
#include "validator/hash_set.h"

namespace ggufproof {

struct TokenizerFile;

/// The tokens that are not empty, as llama.cpp reads them: up to their first NUL.
struct TokenSet {
  HashSet hashes;
  bool plain = true;  ///< whether all tokens differ and none is empty
};

/// REQUIRES: an array of strings that was read whole.
TokenSet token_set(const TokenizerFile& file, const Array& tokens);

/// Whether all merges differ, and each is two tokens with a space between that are a token when joined.
/// REQUIRES: an array of strings that was read whole.
bool are_plain_merges(const TokenizerFile& file, const Array& merges);

}  // namespace ggufproof
