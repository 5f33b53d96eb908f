// Each format's own list of characters.
#include "validator/output/escapes.h"

#include <algorithm>

namespace ggufproof {
namespace {

bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

std::string percent(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return {'%', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 0xF]};
}

/// Each character of `special` as %NN.
std::string percent_encoded(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) out += special.find(c) == std::string_view::npos ? std::string(1, c) : percent(c);
  return out;
}

std::string character_reference(char c) { return "&#" + std::to_string(static_cast<int>(c)) + ';'; }

/// The two characters of the Basic Multilingual Plane that XML 1.0 leaves out beside controls: U+FFFE,
/// U+FFFF.
bool is_no_xml(std::string_view rest) {
  return rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF");
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_no_xml(text.substr(i))) {
      out += '?';
      i += 2;
    } else if (c >= 0 && c < ' ' && c != '\n' && c != '\t') {
      out += '?';
    } else if (std::string_view("<>&\"'").find(c) != std::string_view::npos) {
      out += character_reference(c);
    } else {
      out += c;
    }
  }
  return out;
}

std::string markdown_escaped(std::string_view text) {
  constexpr std::string_view plain = " ,.-/=%+";
  std::string out;
  for (const char c : text) {
    const bool ascii = c >= 0;
    if (!ascii || is_word(c) || plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += c < ' ' ? " " : character_reference(c);
    }
  }
  return out;
}

std::string github_message(std::string_view text) { return percent_encoded(text, "%\r\n"); }

std::string github_property(std::string_view text) { return percent_encoded(text, "%\r\n:,"); }

std::string path_as_uri(std::string_view path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path)
    out += is_word(c) || std::string_view("-._~/").find(c) != std::string_view::npos ? std::string(1, c)
                                                                                     : percent(c);
  return out;
}

}  // namespace ggufproof
