// The option by which a user makes a rule graver or milder than the profile has it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "validator/finding.h"

namespace ggufproof {

/// Reads "RULE=SEVERITY", such as "template.*=error": a rule's name, or all rules whose names begin with what
/// stands before the star. Appends what is to change and returns nothing, or returns what is wrong with the
/// text.
std::string read_severity(std::string_view text, std::vector<SeverityChange>& changes);

}  // namespace ggufproof
