// The tables of tokenizers as C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace ggufproof {

/// How a tokenizer splits text: see the head of spec/tokenizers.def.
enum class TokenizerFamily : std::uint8_t { spm, wpm, bpe, ugm, other, none };

/// One row of spec/tokenizers.def. Default ids are those that llama.cpp takes where the file names none; -1
/// is none.
struct TokenizerRow {
  std::string_view name;
  TokenizerFamily family;
  int bos, eos, unknown;
};

inline constexpr std::array tokenizers{
#define TOKENIZER(name, family, bos, eos, unknown) \
  TokenizerRow{name, TokenizerFamily::family, bos, eos, unknown},
#include "spec/tokenizers.def"
};

inline constexpr std::array pre_tokenizers{
#define PRE_TOKENIZER(name) std::string_view{name},
#include "spec/pre_tokenizers.def"
};

/// The row of a tokenizer model, or nullptr.
constexpr const TokenizerRow* find_tokenizer(std::string_view name) {
  const auto* row = std::find_if(tokenizers.begin(), tokenizers.end(),
                                 [&](const TokenizerRow& r) { return r.name == name; });
  return row == tokenizers.end() ? nullptr : row;
}

constexpr bool is_pre_tokenizer(std::string_view name) {
  return std::find(pre_tokenizers.begin(), pre_tokenizers.end(), name) != pre_tokenizers.end();
}

}  // namespace ggufproof
