// An entry that took one finding has done its work, whatever else it is for.
#include "validator/config/suppressions.h"

#include <algorithm>
#include <chrono>

#include "validator/config/glob.h"
#include "validator/rule_help.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

std::chrono::year_month_day today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

/// The name of a finding's subject, which stands there in quotes.
std::string_view bare_subject(const Finding& finding) {
  std::string_view name = finding.subject;
  if (name.size() >= 2 && name.starts_with('"') && name.ends_with('"'))
    name = name.substr(1, name.size() - 2);
  return name;
}

}  // namespace

Suppressions::Suppressions(const Config& config) : config_path_(config.path) {
  for (const Suppression& what : config.suppressions)
    states_.push_back({what, rules_typed(what.rule), what.expires && *what.expires < today()});
}

bool Suppressions::accepts(const std::string& place, const Finding& finding) {
  bool accepted = false;
  for (State& state : states_) {
    const bool for_rule = std::ranges::find(state.rules, &rule_row(finding.rule)) != state.rules.end();
    if (!for_rule || !matches(state.what.file, place) || !matches(state.what.at, finding.at) ||
        !matches(state.what.name, bare_subject(finding)))
      continue;
    state.used = true;
    accepted |= !state.is_expired;
  }
  return accepted;
}

void Suppressions::saw(const std::string& place) {
  for (State& state : states_) state.concerned |= matches(state.what.file, place);
}

std::string Suppressions::idle_text(const State& state) const {
  return path_shown(config_path_) + ':' + std::to_string(state.what.line) +
         ": nothing is left to suppress of " + ggufproof::quoted(state.what.rule) + "; take the entry away";
}

std::vector<std::string> Suppressions::expired() const {
  std::vector<std::string> texts;
  for (const State& state : states_) {
    if (!state.is_expired || !state.used) continue;
    texts.push_back(
        path_shown(config_path_) + ':' + std::to_string(state.what.line) + ": the suppression of " +
        ggufproof::quoted(state.what.rule) +
        " has expired; mend the file, or look at the reason again: " + escaped(state.what.reason, 400));
  }
  return texts;
}

}  // namespace ggufproof
