// The rule table as help: one rule explained, or all of them listed.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rules.h"

namespace ggufproof {

/// Prints what a rule means: summary, severities, clause, authority, remedy, what readers do, a case that
/// breaks it.
void explain(std::ostream& out, const RuleRow& row);

/// The same as JSON: what list_rules_json has of a rule, with "clause_text", "authority", "readers",
/// "example".
std::string explain_json(const RuleRow& row);

/// Rules in the order of their table.
using RuleList = std::vector<const RuleRow*>;

/// The rule of this name or, where it ends with a star, all rules whose names begin with what stands before
/// it. In capitals or not; may be empty.
RuleList rules_typed(std::string_view name);

/// Lists rules, a line each.
void list_rules_text(std::ostream& out, const RuleList& list);

/// {"rules": [{"name", "severity": {profile: ...}, "clause", "summary", "remedy"}]}, indented.
std::string list_rules_json(const RuleList& list);

/// What to tell whoever named a rule that there is not, or a family of rules, with the name that may have
/// been meant.
std::string unknown_rule(std::string_view name);

}  // namespace ggufproof
