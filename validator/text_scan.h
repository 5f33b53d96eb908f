// A quick look at much text at once. A vocabulary has hundreds of thousands of texts of a few bytes each;
// judged one by one they cost a mispredicted branch or two each, judged as one stream they cost next to
// nothing.
#pragma once

#include <cstdint>

#include "validator/bytes.h"

namespace ggufproof {

/// Whether a range of a file, taken as one text, is surely well-formed UTF-8 (Unicode, table 3-7) that holds
/// exactly `nuls` NUL bytes. False asks for a closer look: what stands before the range can spoil its first
/// bytes. REQUIRES: the range lies in the file, behind its first 3 bytes.
bool surely_clean(Bytes file, Range range, std::uint64_t nuls = 0);

}  // namespace ggufproof
