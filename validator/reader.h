// Follows the structure of a file: header, metadata pairs, tensor infos. GGUF has no lengths to resynchronise
// by, so structure stops at the first break, which is reported; whatever was read before it stands in the
// document and can still be judged. Meaning is judged elsewhere (checks.h).
#pragma once

#include "validator/document.h"
#include "validator/finding.h"

namespace ggufproof {

/// Parses a file and reports what keeps its structure from being followed. Memory: fifteen bytes for each
/// pair and nine for each tensor info that is really there. `bytes` must outlive the document.
Document read_document(Bytes bytes, Report& report);

}  // namespace ggufproof
