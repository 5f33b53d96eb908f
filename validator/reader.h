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

/// Another way to read a file, from some record on.
struct Assumption {
  ByteOrder order = ByteOrder::little;
  std::uint32_t version = 0;  ///< its widths of counts and lengths
  std::uint64_t from = 0;     ///< offset of the first record that is read so; 0 where it is the header
  std::uint64_t pairs = 0;    ///< pairs from there on; the header's own where from is 0
  std::uint64_t tensors = 0;  ///< tensor infos from there on
};

/// Whether all records from there on can be read so, and are such that it is no chance: at least one, each
/// with a name, and nothing after the pairs where there is no tensor.
bool reads_under(Bytes bytes, const Assumption& assumption);

}  // namespace ggufproof
