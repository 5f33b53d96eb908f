// Small vocabularies, of the two kinds that most models have and of none.
#include <array>
#include <set>
#include <string>
#include <utility>

#include "generators/any_model.h"

namespace ggufproof {
namespace {

using std::string;
using Texts = std::vector<string>;

constexpr std::uint64_t normal = 1, unknown = 2, control = 3, byte = 6;  // gguf.md: tokenizer.ggml.token_type
constexpr std::uint32_t minus_one = 0xbf80'0000;                         // -1 as F32

ModelPair list(string key, ValueType type, ModelElements elements) {
  return {std::move(key), ModelArray{type, std::move(elements)}};
}

// Different words of the letters a to e.
Texts any_words(Choices& choices, std::uint64_t most) {
  std::set<string> words;
  for (const auto& letters : choices.list(most, [](Choices& inner) {
         return inner.list(4, [](Choices& one) { return static_cast<char>('a' + one.below(5)); });
       })) {
    if (!letters.empty()) words.emplace(letters.begin(), letters.end());
  }
  return {words.begin(), words.end()};
}

string byte_token(std::uint64_t value) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return string("<0x") + digits[value / 16] + digits[value % 16] + '>';
}

std::vector<ModelPair> pieces(Choices& choices, std::uint64_t& size) {
  Texts tokens{"<unk>", "<s>", "</s>"};
  std::vector<std::uint64_t> types{unknown, control, control}, scores(3, 0);
  if (choices.one_in(2)) {
    for (std::uint64_t value = 0; value < 256; ++value) {
      tokens.push_back(byte_token(value));
      types.push_back(byte);
      scores.push_back(0);
    }
  }
  for (string& word : any_words(choices, 12)) {
    tokens.push_back("\xe2\x96\x81" + word);  // U+2581 stands for a space
    types.push_back(normal);
    scores.push_back(minus_one);
  }
  size = tokens.size();
  return {{"tokenizer.ggml.model", string("llama")},
          list("tokenizer.ggml.tokens", ValueType::string, std::move(tokens)),
          list("tokenizer.ggml.scores", ValueType::f32, std::move(scores)),
          list("tokenizer.ggml.token_type", ValueType::i32, std::move(types)),
          {"tokenizer.ggml.bos_token_id", Scalar{ValueType::u32, 1}},
          {"tokenizer.ggml.eos_token_id", Scalar{ValueType::u32, 2}}};
}

// Each merge makes a token that is not there yet out of two that are.
std::vector<ModelPair> byte_pairs(Choices& choices, std::uint64_t& size) {
  Texts tokens, merges;
  for (char letter = 'a'; letter <= 'p'; ++letter) tokens.emplace_back(1, letter);
  const std::uint64_t end = tokens.size();
  tokens.emplace_back("<|end|>");
  std::set<string> known(tokens.begin(), tokens.end());
  for (const std::uint64_t pick : choices.list(8, [](Choices& inner) { return inner.up_to(0xffff); })) {
    const string& left = tokens[pick % end];
    const string& right = tokens[pick / end % end];
    if (!known.insert(left + right).second) continue;
    merges.push_back(left + ' ' + right);
    tokens.push_back(left + right);
  }
  if (merges.empty()) {
    merges.emplace_back("a b");
    tokens.emplace_back("ab");
  }
  std::vector<std::uint64_t> types(tokens.size(), normal);
  types[end] = control;
  size = tokens.size();
  return {{"tokenizer.ggml.model", string("gpt2")},
          {"tokenizer.ggml.pre", string(choices.one_in(2) ? "llama-bpe" : "gpt-2")},
          list("tokenizer.ggml.tokens", ValueType::string, std::move(tokens)),
          list("tokenizer.ggml.token_type", ValueType::i32, std::move(types)),
          list("tokenizer.ggml.merges", ValueType::string, std::move(merges)),
          {"tokenizer.ggml.bos_token_id", Scalar{ValueType::u32, end}},
          {"tokenizer.ggml.eos_token_id", Scalar{ValueType::u32, end}}};
}

std::vector<ModelPair> no_tokens(Choices& choices, std::uint64_t& size) {
  size = 8 + choices.below(9);
  return {{"tokenizer.ggml.model", string("none")}};
}

}  // namespace

std::vector<ModelPair> any_tokenizer(Choices& choices, std::uint64_t& size) {
  constexpr std::array kinds{no_tokens, pieces, byte_pairs};
  return choices.pick(kinds)(choices, size);
}

}  // namespace ggufproof
