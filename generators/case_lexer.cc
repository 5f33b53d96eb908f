// A word is everything up to a space, a quote, a brace or a bracket; an index such as [1] belongs to the word
// that it follows without a space, so that labels are words.
#include "generators/case_lexer.h"

#include <algorithm>
#include <charconv>

namespace ggufproof {
namespace {

using Kind = CaseToken::Kind;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool is_word(char c) {
  constexpr std::string_view others = "\"#[]{}";
  return !is_space(c) && others.find(c) == std::string_view::npos;
}

/// The mark that a text of another encoding begins with, in words; empty where there is none.
std::string_view mark_of(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) return "the byte order mark of UTF-8";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return "the byte order mark of UTF-16";
  return {};
}

/// The place behind a character.
TextPlace after(TextPlace place, char c) {
  return c == '\n' ? TextPlace{place.line + 1, 1} : TextPlace{place.line, place.column + 1};
}

/// Where the first CR stands that no LF follows.
std::optional<TextPlace> lone_return(std::string_view text) {
  TextPlace place;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && text.substr(i + 1, 1) != "\n") return place;
    place = after(place, text[i]);
  }
  return std::nullopt;
}

}  // namespace

std::string shown(const CaseToken& token) {
  constexpr std::size_t most = 60;
  if (token.kind == Kind::end) return "the end of the case";
  std::string out = "`";
  for (const char c : token.raw.substr(0, most)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (token.raw.size() > most ? "...`" : "`");
}

std::string message_of(const CaseError& error) {
  return "line " + std::to_string(error.place.line) + ", column " + std::to_string(error.place.column) +
         ": found " + error.found + ", wanted " + error.wanted;
}

std::optional<std::uint64_t> parse_u64(std::string_view word) {
  const bool hex = word.starts_with("0x");
  if (hex) word.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value, hex ? 16 : 10);
  return fault == std::errc{} && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

bool is_hex(std::string_view word, std::size_t digits) {
  return word.size() == digits && std::all_of(word.begin(), word.end(), is_hex_digit);
}

CaseLexer::CaseLexer(std::string_view text) : text_(text) {
  if (const std::string_view mark = mark_of(text); !mark.empty())
    fail(place_, std::string(mark), "a text of ASCII or UTF-8 without a mark");
  if (const auto place = lone_return(text))
    fail(*place, "a carriage return without a line feed", "lines that end with LF or CRLF");
}

void CaseLexer::step() {
  place_ = after(place_, text_[at_]);
  ++at_;
}

void CaseLexer::skip_space() {
  while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == '#')) {
    const bool comment = text_[at_] == '#';
    step();
    while (comment && at_ < text_.size() && text_[at_] != '\n') step();
  }
}

std::size_t CaseLexer::token_end(std::size_t from) const {
  std::size_t end = from;
  if (text_[from] == '"') {
    for (++end; end < text_.size() && text_[end] != '"' && text_[end] != '\n'; ++end) {
      if (text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n') ++end;
    }
    return std::min(end + 1, text_.size());
  }
  if (!is_word(text_[from])) return from + 1;
  while (end < text_.size()) {
    if (is_word(text_[end])) {
      ++end;
      continue;
    }
    std::size_t index = end + 1;
    while (index < text_.size() && (is_digit(text_[index]) || text_[index] == '.')) ++index;
    if (text_[end] != '[' || index == end + 1 || index >= text_.size() || text_[index] != ']') break;
    end = index + 1;
  }
  return end;
}

CaseToken CaseLexer::peek() {
  skip_space();
  if (!ok() || at_ >= text_.size()) return {Kind::end, {}, place_};
  const std::string_view raw = text_.substr(at_, token_end(at_) - at_);
  switch (raw.front()) {
    case '"':
      return {Kind::text, raw, place_};
    case '[':
      return {Kind::open, raw, place_};
    case ']':
      return {Kind::close, raw, place_};
    case '{':
      return {Kind::open_block, raw, place_};
    case '}':
      return {Kind::close_block, raw, place_};
    default:
      return {Kind::word, raw, place_};
  }
}

CaseToken CaseLexer::next() {
  const CaseToken token = peek();
  for (std::size_t i = 0; i < token.raw.size(); ++i) step();
  last_ = token;
  return token;
}

bool CaseLexer::accept(std::string_view word) {
  const CaseToken token = peek();
  const bool same = token.kind == Kind::word && token.raw == word;
  if (same) next();
  return same;
}

bool CaseLexer::accept(Kind kind) {
  const bool same = kind != Kind::end && peek().kind == kind;
  if (same) next();
  return same;
}

void CaseLexer::expect(std::string_view word) {
  if (!accept(word)) fail_next(word);
}

std::string_view CaseLexer::word(std::string_view wanted) {
  if (peek().kind == Kind::word) return next().raw;
  fail_next(wanted);
  return {};
}

std::optional<char> CaseLexer::escape(std::string_view raw, std::size_t& i) {
  switch (raw[++i]) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case '\\':
      return '\\';
    case '"':
      return '"';
    case 'x':
      break;
    default:
      return std::nullopt;
  }
  if (!is_hex(raw.substr(i + 1, 2), 2)) return std::nullopt;
  unsigned value = 0;
  std::from_chars(raw.data() + i + 1, raw.data() + i + 3, value, 16);
  i += 2;
  return static_cast<char>(value);
}

std::string CaseLexer::quoted(std::string_view wanted) {
  const CaseToken token = peek();
  if (token.kind != Kind::text) {
    fail_next(wanted);
    return {};
  }
  const std::string_view raw = token.raw;
  std::string text;
  std::size_t i = 1;
  for (; i < raw.size() && raw[i] != '"'; ++i) {
    const std::size_t at = i;
    if (raw[i] != '\\') {
      text += raw[i];
    } else if (i + 1 < raw.size() && raw[i + 1] == '#') {
      text += std::to_string(turn_);
      ++i;
    } else if (const auto c = i + 1 < raw.size() ? escape(raw, i) : std::nullopt) {
      text += *c;
    } else {
      fail_at({Kind::word, raw.substr(at, 2), {token.place.line, token.place.column + at}},
              "\\n \\t \\\\ \\\" \\xNN or \\#");
      return {};
    }
  }
  if (i >= raw.size()) fail(token.place, "a text without its end", "a closing `\"` on the same line");
  next();
  return text;
}

std::uint64_t CaseLexer::number(std::string_view wanted) {
  const CaseToken token = peek();
  const auto value = token.kind == Kind::word ? parse_u64(token.raw) : std::nullopt;
  if (!value) {
    fail_next(wanted);
    return 0;
  }
  next();
  return *value;
}

std::string_view CaseLexer::rest_of_line() {
  const std::size_t begin = std::min(text_.find_first_not_of(" \t", at_), text_.size());
  const std::size_t end = std::min(text_.find('\n', begin), text_.size());
  while (at_ < end) step();
  std::string_view rest = text_.substr(begin, end - begin);
  while (!rest.empty() && is_space(rest.back())) rest.remove_suffix(1);
  return rest;
}

bool CaseLexer::more_on_line() {
  const CaseToken token = peek();
  return token.kind != Kind::end && token.place.line == last_.place.line;
}

void CaseLexer::back_to(Mark mark) {
  at_ = mark.at;
  place_ = mark.place;
}

void CaseLexer::fail(TextPlace place, std::string found, std::string_view wanted) {
  if (!error_) error_ = CaseError{place, std::move(found), std::string(wanted)};
}

void CaseLexer::fail_next(std::string_view wanted) { fail_at(peek(), wanted); }

void CaseLexer::fail_at(const CaseToken& token, std::string_view wanted) {
  fail(token.place, shown(token), wanted);
}

}  // namespace ggufproof
