// Writes the text of a case: words and texts with two spaces between fields, long lists broken into lines.
// What it writes is ASCII whatever the file holds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ggufproof {

/// A text in double quotes, with everything but printable ASCII escaped.
std::string case_quoted(std::string_view text);

class CaseWriter {
 public:
  /// Begins a line of its own.
  void line(std::string_view word);

  /// Adds a field to the line, two spaces after the one before.
  void field(std::string_view word) { put(word, 2); }

  /// Adds a word, one space after the one before; begins an indented line where this one is full.
  void word(std::string_view word) { put(word, 1); }

  void number(std::uint64_t number) { word(std::to_string(number)); }

  /// A text, as "x" x N where it is one byte many times.
  void text(std::string_view text);

  /// Bytes as pairs of hexadecimal digits, after the word hex.
  void hex(std::span<const std::uint8_t> bytes);

  /// The case so far.
  std::string take();

 private:
  void put(std::string_view word, std::size_t spaces);

  std::string out_;
  std::size_t column_ = 0;
};

}  // namespace ggufproof
