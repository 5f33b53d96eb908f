// Layout only; what is written is decided by uncase.
#include "generators/case_show.h"

#include <algorithm>

namespace ggufproof {
namespace {

constexpr std::size_t full_line = 100;
constexpr std::size_t long_repetition = 24;

}  // namespace

std::string case_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c >= ' ' && c <= '~') {
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += "\\x";
      out += "0123456789abcdef"[byte >> 4];
      out += "0123456789abcdef"[byte & 0xF];
    }
  }
  return out + '"';
}

void CaseWriter::line(std::string_view word) {
  if (column_ > 0) out_ += '\n';
  column_ = 0;
  put(word, 0);
}

void CaseWriter::put(std::string_view word, std::size_t spaces) {
  if (column_ > 0 && column_ + spaces + word.size() > full_line) {
    out_ += "\n ";
    spaces = 1;
    column_ = 1;
  }
  out_.append(column_ > 0 ? spaces : 0, ' ');
  out_ += word;
  column_ += spaces + word.size();
}

void CaseWriter::text(std::string_view text) {
  const bool one_byte = text.find_first_not_of(text.substr(0, 1)) == std::string_view::npos;
  if (text.size() < long_repetition || !one_byte) return word(case_quoted(text));
  word(case_quoted(text.substr(0, 1)));
  word("x");
  number(text.size());
}

void CaseWriter::hex(std::span<const std::uint8_t> bytes) {
  word("hex");
  for (const std::uint8_t byte : bytes)
    word(std::string{"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 0xF]});
}

std::string CaseWriter::take() {
  if (column_ > 0) out_ += '\n';
  column_ = 0;
  return std::move(out_);
}

}  // namespace ggufproof
