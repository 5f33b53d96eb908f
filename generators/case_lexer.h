// Words, texts and brackets of a case, each with its place in the text. The first mistake sticks: from then
// on there is nothing but the end, so that whoever reads a case needs no check after each step and every loop
// comes to its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ggufproof {

/// Line and column of a text, from 1; columns are bytes.
struct TextPlace {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};

/// What is wrong with a case: where, what stands there and what was wanted instead.
struct CaseError {
  TextPlace place;
  std::string found;
  std::string wanted;
};

/// The words that lines of the header begin with; they stand before all statements.
inline constexpr std::array<std::string_view, 11> case_header_words{
    "why", "expect", "also", "near", "link", "cve", "readers", "flags", "name", "with", "original"};

/// "line 4, column 12: found `dim`, wanted one of: dims".
std::string message_of(const CaseError& error);

struct CaseToken {
  enum class Kind : std::uint8_t { word, text, open, close, open_block, close_block, end } kind = Kind::end;
  std::string_view raw;  ///< as it stands in the case, quotes included
  TextPlace place;
};

/// A token as messages show it: in backquotes, cut where it is long, fit for a terminal.
std::string shown(const CaseToken& token);

class CaseLexer {
 public:
  /// A point to go back to, for blocks that are read several times.
  struct Mark {
    std::size_t at = 0;
    TextPlace place;
  };

  /// A text that begins with the mark of an encoding is a mistake; line ends may be of either kind.
  explicit CaseLexer(std::string_view text);

  /// The next token, without taking it. Spaces, line ends and comments (# to the end of the line) stand
  /// between tokens.
  CaseToken peek();
  CaseToken next();

  /// The token taken last, which is the culprit where what it says cannot be done. At the start: the end.
  const CaseToken& last() const { return last_; }

  /// Takes the next token if it is this word.
  bool accept(std::string_view word);
  /// Takes the next token if it is of this kind.
  bool accept(CaseToken::Kind kind);

  /// Takes what has to come; a mistake if something else stands there.
  void expect(std::string_view word);
  std::string_view word(std::string_view wanted);

  /// Takes a text in double quotes and undoes its escapes: \n \t \\ \" \xNN and \# for the turn of the
  /// innermost repeat.
  std::string quoted(std::string_view wanted);

  /// Takes a number of 64 bits, decimal or 0x hexadecimal.
  std::uint64_t number(std::string_view wanted);

  /// The rest of the line after the last token taken, without the spaces around it.
  std::string_view rest_of_line();

  /// Whether a token stands on the same line as the last one taken.
  bool more_on_line();

  Mark mark() const { return {at_, place_}; }
  void back_to(Mark mark);

  void set_turn(std::uint64_t turn) { turn_ = turn; }
  std::uint64_t turn() const { return turn_; }

  /// Records a mistake at a place or at the next token; later ones are forgotten.
  void fail(TextPlace place, std::string found, std::string_view wanted);
  void fail_next(std::string_view wanted);

  /// Records that this token of the text is the mistake.
  void fail_at(const CaseToken& token, std::string_view wanted);

  bool ok() const { return !error_; }
  const std::optional<CaseError>& error() const { return error_; }

 private:
  void skip_space();
  void step();
  std::size_t token_end(std::size_t from) const;
  std::optional<char> escape(std::string_view raw, std::size_t& i);

  std::string_view text_;
  std::size_t at_ = 0;
  TextPlace place_;
  CaseToken last_;
  std::uint64_t turn_ = 0;
  std::optional<CaseError> error_;
};

/// A number of 64 bits, decimal or 0x hexadecimal, that fills the whole word.
std::optional<std::uint64_t> parse_u64(std::string_view word);

/// Whether a word is digits [0-9a-f] of this many, as in digests and hex bytes.
bool is_hex(std::string_view word, std::size_t digits);

}  // namespace ggufproof
