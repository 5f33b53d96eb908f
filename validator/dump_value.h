// Metadata values and texts in the canonical dump (dump_format.md).
#pragma once

#include <iosfwd>
#include <string_view>

#include "validator/document.h"

namespace ggufproof {

/// A string of the file: JSON text where it is UTF-8, else {"bytes": "hexadecimal"}.
void dump_text(std::ostream& out, std::string_view text);

/// A pair's value, tagged with its type: {"u32": 7}.
void dump_value(std::ostream& out, const Document& document, const Pair& pair);

}  // namespace ggufproof
