// Patterns for paths, field paths and names, in which a star stands for any text. Nothing else is special:
// field paths are full of brackets, and a question mark is a character of names.
#pragma once

#include <string_view>

namespace ggufproof {

/// Whether `text` as a whole is what `pattern` says; "*" stands for any run of characters, slashes included.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace ggufproof
