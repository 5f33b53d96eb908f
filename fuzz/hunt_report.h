// What a hunt has found, as a table, as JSON, and as case texts in a folder.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

#include "fuzz/hunt.h"

namespace ggufproof {

/// The name of a finding's case text: the outcome, the rule, and a digest that is the same each time.
std::string case_name(const HuntFinding& finding);

/// The case text of a finding, with comments that say what it shows.
std::string case_text(const Hunted& hunted, const HuntSettings& settings, const HuntFinding& finding);

/// A table of the findings, and how to go on.
void print_hunt(std::ostream& out, const Hunted& hunted, const HuntSettings& settings);

/// The same as JSON.
std::string hunt_json(const Hunted& hunted, const HuntSettings& settings);

/// Writes the case texts and summary.json to a folder, which is made where there is none. Texts that are
/// there already stay: an earlier hunt found the same. Returns what went wrong, or nothing.
std::optional<FileFault> write_hunt(const std::filesystem::path& folder, const Hunted& hunted,
                                    const HuntSettings& settings);

}  // namespace ggufproof
