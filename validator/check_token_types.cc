// Types of tokens (normal, unknown, control, user defined, unused, byte), and tokens for single bytes.
#include <array>

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
    if (file.texts.find({text.data(), text.size()})) {
      ++present;
    } else {
      absent = byte;
    }
  }
  if (present == 0 || present == 256) return;
  file.finding(Rule::tokenizer_bytes, KeyId::tokenizer_tokens, ".count",
               file.keys.array(KeyId::tokenizer_tokens).value_or(Array{}).count_field,
               std::to_string(present) + " of 256, byte " + std::to_string(absent) + " missing first",
               "all or none");
}

}  // namespace

void check_token_types(const TokenizerFile& file) {
  check_types(file);
  check_byte_tokens(file);
}

}  // namespace ggufproof
