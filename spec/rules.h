// The rule table and the clause table as C++. A rule is a row; everything else that speaks of rules is
// derived here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ggufproof {

/// How bad a finding is in a profile. `off` rules are not reported at all.
enum class Severity : std::uint8_t { off, note, warning, error };

/// Whose judgement counts: see the head of spec/rules.def.
enum class Profile : std::uint8_t { deflt, spec, ggml };

/// What a rule needs: the bytes before the data section, the data section too, or the other shards of a
/// model.
enum class Scope : std::uint8_t { header, data, set };

enum class Rule : std::uint16_t {
#define RULE(id, name, clause, spec, ggml, deflt, scope, summary, remedy) id,
#include "spec/rules.def"
};

/// One row of spec/rules.def.
struct RuleRow {
  Rule rule;
  std::string_view name;
  std::string_view clause;
  Severity spec;
  Severity ggml;
  Severity deflt;
  Scope scope;
  std::string_view summary;
  std::string_view remedy;
};

inline constexpr std::array rules{
#define RULE(id, name, clause, spec, ggml, deflt, scope, summary, remedy)         \
  RuleRow{Rule::id,        name,         clause,  Severity::spec, Severity::ggml, \
          Severity::deflt, Scope::scope, summary, remedy},
#include "spec/rules.def"
};

constexpr const RuleRow& rule_row(Rule rule) { return rules[static_cast<std::size_t>(rule)]; }

/// The row of a rule by its stable name, or nullptr.
constexpr const RuleRow* find_rule(std::string_view name) {
  const auto* row =
      std::find_if(rules.begin(), rules.end(), [&](const RuleRow& r) { return r.name == name; });
  return row == rules.end() ? nullptr : row;
}

/// A rule's severity in a profile.
constexpr Severity severity_in(Profile profile, const RuleRow& row) {
  switch (profile) {
    case Profile::spec:
      return row.spec;
    case Profile::ggml:
      return row.ggml;
    case Profile::deflt:
      break;
  }
  return row.deflt;
}

/// Whether authorities differ about a rule: it is an error in one of the profiles spec and ggml and not in
/// the other.
constexpr bool is_disputed(const RuleRow& row) {
  return (row.spec == Severity::error) != (row.ggml == Severity::error);
}

/// One row of spec/consequences.def.
struct ConsequenceRow {
  std::string_view rule;  ///< or a family, with its dot
  std::string_view what;
};

inline constexpr std::array consequences{
#define CONSEQUENCE(rule, what) ConsequenceRow{rule, what},
#include "spec/consequences.def"
};

/// Whether a rule is an error to the profile default alone: llama.cpp has to do more with a file than read
/// it.
constexpr bool is_of_llama_alone(const RuleRow& row) {
  return row.deflt == Severity::error && row.spec != Severity::error && row.ggml != Severity::error;
}

/// What llama.cpp makes of a file that breaks a rule of its own, or nullptr for other rules. What stands for
/// the rule itself goes before what stands for its family.
constexpr const ConsequenceRow* consequence_of(const RuleRow& row) {
  const ConsequenceRow* found = nullptr;
  if (!is_of_llama_alone(row)) return found;
  for (const ConsequenceRow& one : consequences) {
    if (one.rule == row.name) return &one;
    if (one.rule.ends_with('.') && row.name.starts_with(one.rule)) found = &one;
  }
  return found;
}

constexpr std::string_view name_of(Severity severity) {
  constexpr std::array<std::string_view, 4> names{"off", "note", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

inline constexpr std::array<std::string_view, 3> profile_names{"default", "spec", "ggml"};

/// One row of spec/clauses.def.
struct ClauseRow {
  std::string_view number;
  std::string_view authority;
  std::string_view text;
};

inline constexpr std::array clauses{
#define CLAUSE(number, authority, text) ClauseRow{number, authority, text},
#include "spec/clauses.def"
};

/// The clause with this number, or nullptr.
constexpr const ClauseRow* find_clause(std::string_view number) {
  const auto* row =
      std::find_if(clauses.begin(), clauses.end(), [&](const ClauseRow& c) { return c.number == number; });
  return row == clauses.end() ? nullptr : row;
}

}  // namespace ggufproof
