// Parses RULE=SEVERITY.
#include "validator/severity_option.h"

#include <array>
#include <optional>

#include "validator/rule_help.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

std::optional<Severity> severity_of(std::string_view word) {
  for (const Severity severity : {Severity::off, Severity::note, Severity::warning, Severity::error}) {
    if (word == name_of(severity)) return severity;
  }
  return std::nullopt;
}

}  // namespace

std::string read_severity(std::string_view text, std::vector<SeverityChange>& changes) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto severity = severity_of(equals == std::string_view::npos ? "" : text.substr(equals + 1));
  if (!severity) return escaped(text) + " is not RULE=off, note, warning or error";
  const RuleList named = rules_typed(name);
  for (const RuleRow* row : named) changes.push_back({row->rule, *severity});
  return named.empty() ? unknown_rule(name) : "";
}

}  // namespace ggufproof
