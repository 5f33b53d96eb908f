// Types of tokens (normal, unknown, control, user defined, unused, byte), and tokens for single bytes.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "validator/tokenizer_file.h"

namespace ggufproof {
namespace {

void check_types(const TokenizerFile& file) {
  const auto array = file.keys.array(KeyId::tokenizer_token_type);
  if (!array) return;
  std::uint64_t unknown = 0;
  for (std::uint64_t k = 0; k < array->count; ++k) {
    const std::int32_t type = file.element(*array, k);
    unknown += type == 2;
    if (type >= 1 && type <= 6) continue;
    const std::uint64_t at = array->elements.begin + 4 * k;
    file.element_finding(Rule::tokenizer_type_value, KeyId::tokenizer_token_type, k, {at, at + 4}, [&] {
      return Texts{std::to_string(type), "1 to 6"};
    });
  }
  if (file.is_family(TokenizerFamily::spm) && unknown != 1) {
    file.finding(Rule::tokenizer_unknown_count, KeyId::tokenizer_token_type, ".count", array->count_field,
                 number(unknown) + " tokens of type 2", "1");
  }
}

/// "<0x0A>": the text of the token of a byte.
std::array<char, 6> byte_token(int byte) {
  return {'<', '0', 'x', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15], '>'};
}

void check_byte_tokens(const TokenizerFile& file) {
  if (!file.is_family(TokenizerFamily::spm) || !file.token_count) return;
  int present = 0, absent = -1;
  for (int byte = 255; byte >= 0; --byte) {
    const auto text = byte_token(byte);
    if (file.has_token({text.data(), text.size()})) {
      ++present;
    } else {
      absent = byte;
    }
  }
  if (present == 256 || (present == 0 && *file.token_count < 256)) return;
  file.finding(Rule::tokenizer_bytes, KeyId::tokenizer_tokens, ".count",
               file.keys.array(KeyId::tokenizer_tokens).value_or(Array{}).count_field,
               std::to_string(present) + " of 256, byte " + std::to_string(absent) + " missing first",
               "all of them");
}

/// Tokens that the file says are bytes, as llama.cpp takes the byte out of their text while it loads
/// (token_to_byte, and plamo2's own table).
class ByteTokens {
 public:
  explicit ByteTokens(const TokenizerFile& file) : file_(file) {}

  void judge() {
    const auto types = file_.keys.array(KeyId::tokenizer_token_type);
    const auto tokens = file_.keys.array(KeyId::tokenizer_tokens);
    if (file_.row == nullptr || !tokens) return;
    file_.each_string(*tokens, [&](std::uint64_t k, std::string_view text, Range range) {
      if (types && k < types->count && file_.element(*types, k) == 6) judge(k, before_nul(text), range);
    });
    if (file_.row->name == "plamo2") need_all(*tokens);
  }

 private:
  void judge(std::uint64_t k, std::string_view text, Range range) {
    const std::optional<int> byte = byte_of(text);
    if (byte) present_[static_cast<std::size_t>(*byte)] = true;
    const auto family = file_.row->family;
    if (family == TokenizerFamily::wpm)
      return finding(Rule::tokenizer_byte_token, k, range, text, "another type than 6");
    const bool read =
        family == TokenizerFamily::spm || family == TokenizerFamily::bpe || family == TokenizerFamily::ugm;
    if (!read || byte) return;
    // llama.cpp gives an empty token a name of its own, [EMPTY_7], before it takes bytes out of it.
    const bool refused = !text.empty() && text.size() < 3;
    finding(refused ? Rule::tokenizer_byte_token : Rule::tokenizer_byte_text, k, range, text, "<0xNN>");
  }

  void finding(Rule rule, std::uint64_t k, Range range, std::string_view text, std::string want) {
    if (rule == Rule::tokenizer_byte_token && !file_.loaded) return;
    file_.element_finding(rule, KeyId::tokenizer_tokens, k, range, [&] { return Texts{quoted(text), want}; });
  }

  void need_all(const Array& tokens) {
    const auto* absent = std::find(present_.begin(), present_.end(), false);
    if (absent == present_.end() || !file_.loaded) return;
    const auto text = byte_token(static_cast<int>(absent - present_.begin()));
    file_.finding(Rule::tokenizer_byte_token, KeyId::tokenizer_tokens, ".count", tokens.count_field,
                  "no token " + std::string(text.data(), text.size()) + " of type 6", "all 256");
  }

  /// The byte that <0xNN> stands for, in either case.
  static std::optional<int> byte_of(std::string_view text) {
    if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') return std::nullopt;
    int byte = 0;
    const auto [end, error] = std::from_chars(text.data() + 3, text.data() + 5, byte, 16);
    return end == text.data() + 5 && error == std::errc() && text[3] != '-' ? std::optional(byte)
                                                                            : std::nullopt;
  }

  const TokenizerFile& file_;
  std::array<bool, 256> present_{};
};

/// Tokens that llama.cpp looks up because of the model's name.
void check_demanded_tokens(const TokenizerFile& file) {
  const auto name = file.keys.text(KeyId::general_name);
  const auto architecture = file.keys.text(KeyId::general_architecture).value_or("");
  const auto pre = file.keys.text(KeyId::tokenizer_pre).value_or("");
  const auto holds = [](std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
  };
  if (!name || !file.loaded || !file.token_count) return;
  for (const std::string_view other : {"jina-v2-de", "jina-v2-es", "jina-v2-code"}) {
    if (holds(pre, other)) return;  // llama.cpp looks at these first
  }
  if (holds(architecture, "nomic-bert-moe") || holds(architecture, "jina-bert-v3")) return;
  std::string lower(before_nul(*name));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (!holds(lower, "phi-3") && !holds(lower, "phi3")) return;
  for (const std::string_view wanted : {"</s>", "<unk>", "<s>", "<|endoftext|>"}) {
    if (file.has_token(wanted)) continue;
    return file.finding(Rule::tokenizer_name_demands, KeyId::general_name, "",
                        file.keys.pair(KeyId::general_name).value_or(Pair{}).value, quoted(*name),
                        "a token " + quoted(wanted));
  }
}

/// A text that holds the letters of a normal token would be taken for its begin or end.
void check_special_types(const TokenizerFile& file) {
  const auto types = file.keys.array(KeyId::tokenizer_token_type);
  if (!types) return;
  for (const KeyId id : {KeyId::tokenizer_bos, KeyId::tokenizer_eos}) {
    const auto token = file.keys.number(id);
    if (!token || *token >= types->count || file.element(*types, *token) != 1) continue;
    file.finding(Rule::tokenizer_special_type, id, "", file.keys.pair(id).value_or(Pair{}).value,
                 "token " + number(*token) + " of type 1", "a token of type 3");
  }
}

}  // namespace

void check_token_types(const TokenizerFile& file) {
  check_types(file);
  check_byte_tokens(file);
  ByteTokens(file).judge();
  check_demanded_tokens(file);
  check_special_types(file);
}

}  // namespace ggufproof
