// Shows which known readers a file gives trouble, and because of what: as text, as JSON (report_format.md).
#pragma once

#include <iosfwd>

#include <nlohmann/json.hpp>

#include "validator/render.h"

namespace ggufproof {

/// Prints a paragraph for each trait that gives a known reader trouble, and whom none does. REQUIRES: the
/// file's traits were asked for.
void print_readers(std::ostream& out, const JudgedFile& file);

/// The same as a member of the file's entry in the JSON report.
nlohmann::ordered_json readers_json(const JudgedFile& file);

}  // namespace ggufproof
