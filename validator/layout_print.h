// The byte map as text, one line a field.
#pragma once

#include <iosfwd>

#include "validator/layout_field.h"
#include "validator/layout_map.h"

namespace ggufproof {

/// Prints the byte map of a file: begin and end in hexadecimal, length in bytes, path, type, value; then,
/// where the file could not be followed to its end, one line that says where and why.
void print_layout(std::ostream& out, const FileMap& map, const MapStyle& style);

/// `text` in double quotes, fit to be shown, in pieces, so that a long one costs no memory. Cut with "..."
/// after about `most` bytes.
void print_quoted(std::ostream& out, std::string_view text, std::uint64_t most);

}  // namespace ggufproof
