// Text that came from a file: is it UTF-8, and how is it shown. Nothing from a file reaches a terminal or a
// JSON text unescaped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ggufproof {

/// Offset of the first byte that is not part of well-formed UTF-8 (shortest form, no surrogates, at most
/// U+10FFFF; Unicode, table 3-7), or nothing where all of `text` is well-formed.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// What C code sees of a string: all before its first NUL.
constexpr std::string_view before_nul(std::string_view text) { return text.substr(0, text.find('\0')); }

/// Length in bytes of the well-formed UTF-8 sequence that `text` begins with, or 0.
std::size_t utf8_sequence_length(std::string_view text);

/// Whether a well-formed sequence is a character that a reader of the text would not see, or that moves what
/// he sees: controls other than tab and line ends, zero-width characters, bidirectional controls, tags.
bool is_hidden(std::string_view sequence);

/// `text` fit to be shown: well-formed UTF-8 stays, except control characters, line separators, bidirectional
/// controls and the quote and backslash, which become escapes; other bytes become \xNN. Cut after about
/// `most` bytes with "...".
std::string escaped(std::string_view text, std::size_t most = 80);

/// escaped() in double quotes.
std::string quoted(std::string_view text, std::size_t most = 80);

/// A path as it is shown: escaped(), and in quotes where it is empty.
std::string path_shown(std::string_view path, std::size_t most = 4096);

}  // namespace ggufproof
