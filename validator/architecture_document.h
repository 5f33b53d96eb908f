// What the document says of an architecture's keys, apart from what any reader demands.
#pragma once

#include <set>
#include <string>

#include "validator/architecture_file.h"
#include "validator/finding.h"

namespace ggufproof {

/// Judges the types of the keys that the document describes for every architecture and, where `whole` (the
/// file is a model, not only its vocabulary), the presence of those that it requires of this one
/// (clauses 13.12 and 13.13). `missed` are keys, as the table writes them, that a reader was found to miss:
/// that is not told again unless it weighs more here.
void check_documented_keys(const ArchitectureFile& file, bool whole,
                           const std::set<std::string, std::less<>>& missed, Report& report);

}  // namespace ggufproof
