// Files that are not GGUF: what they are instead, by their first bytes.
#pragma once

#include "validator/finding.h"

namespace ggufproof {

/// Whether a file begins with the magic, or is a beginning of it.
bool looks_like_gguf(Bytes bytes);

/// Reports that a file is not a GGUF, with what it looks like. REQUIRES: !looks_like_gguf(bytes).
void report_foreign(Bytes bytes, Report& report);

}  // namespace ggufproof
