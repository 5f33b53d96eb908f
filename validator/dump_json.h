// The canonical dump: everything that a file says, as JSON in which no bit is lost and no reader has to
// guess. dump_format.md describes it, dump.schema.json checks it; readers that are tested send the same.
#pragma once

#include <iosfwd>

#include "validator/layout_map.h"

namespace ggufproof {

/// What a dump holds besides what a file says.
struct DumpOptions {
  bool sha256 = false;  ///< the SHA-256 of each tensor's bytes: reads the whole file
};

/// Writes the dump of a file, in pure ASCII, one line for each metadata pair and tensor. Memory does not grow
/// with the file, except for the longest string.
void dump_json(std::ostream& out, const FileMap& map, const DumpOptions& options);

}  // namespace ggufproof
