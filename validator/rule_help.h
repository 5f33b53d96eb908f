// The rule table as help: one rule explained, or all of them listed.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "spec/rules.h"

namespace ggufproof {

/// Prints what a rule means: summary, severities, clause, authority, remedy, what readers do, a case that
/// breaks it.
void explain(std::ostream& out, const RuleRow& row);

/// The same as JSON: what list_rules_json has of a rule, with "clause_text", "authority", "readers",
/// "example".
std::string explain_json(const RuleRow& row);

/// Lists all rules, a line each.
void list_rules_text(std::ostream& out);

/// {"rules": [{"name", "severity": {profile: ...}, "clause", "summary", "remedy"}]}, indented.
std::string list_rules_json();

/// The rule of this name, in capitals or not, or nullptr.
const RuleRow* find_rule_typed(std::string_view name);

/// What to tell whoever named a rule that there is not, with the name that may have been meant.
std::string unknown_rule(std::string_view name);

}  // namespace ggufproof
