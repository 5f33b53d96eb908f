// What the document says of an architecture's keys, apart from what any reader demands.
#pragma once

#include "validator/architecture_file.h"
#include "validator/finding.h"

namespace ggufproof {

/// Judges the types of the keys that the document describes for every architecture and, where `whole` (the
/// file is a model, not only its vocabulary), the presence of those that it requires of this one
/// (clauses 13.12 and 13.13).
void check_documented_keys(const ArchitectureFile& file, bool whole, Report& report);

}  // namespace ggufproof
