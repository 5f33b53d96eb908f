// The rule table as help.
#include "validator/rule_help.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "validator/nearest.h"
#include "validator/rule_example.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::array profiles{Profile::deflt, Profile::spec, Profile::ggml};

/// Columns for a rule's name and the space after it.
constexpr int name_width = [] {
  std::size_t longest = 0;
  for (const RuleRow& row : rules) longest = std::max(longest, std::string_view(row.name).size());
  return static_cast<int>(longest) + 1;
}();

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > 0 && column + 1 + word.size() > width) {
      out += '\n' + std::string(indent);
      column = 0;
    } else if (column > 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out;
}

constexpr std::string_view indent = "           ";  // below the word that begins an item

nlohmann::ordered_json described(const RuleRow& row) {
  const ClauseRow& clause = *find_clause(row.clause);
  nlohmann::ordered_json severity;
  for (const Profile profile : profiles) {
    severity[std::string(profile_names[static_cast<std::size_t>(profile)])] =
        name_of(severity_in(profile, row));
  }
  return {{"name", row.name},
          {"severity", severity},
          {"clause", row.clause},
          {"summary", row.summary},
          {"remedy", row.remedy},
          {"clause_text", clause.text},
          {"authority", clause.authority}};
}

/// What the reference reader does, then what the cases tell of others.
void explain_readers(std::ostream& out, const RuleRow& row) {
  const bool refused = row.ggml == Severity::error;
  const ConsequenceRow* later = consequence_of(row);
  const std::string told = std::string("ggml (gguf.cpp) ") + (refused ? "refuses" : "takes") +
                           " such a file" + (later != nullptr ? "; " + std::string(later->what) : "");
  out << "readers    " << wrapped(told, 90, indent) << '\n';
  for (const std::string_view text : readers_of(row)) out << indent << wrapped(text, 90, indent) << '\n';
}

/// The case's text, indented.
void explain_example(std::ostream& out, const RuleRow& row) {
  std::string_view text = example_of(row);
  if (text.empty()) return;
  out << "example    (assemble it with gguf-make case)\n";
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    out << (line.empty() ? std::string_view() : indent) << line << '\n';
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
}

}  // namespace

void explain(std::ostream& out, const RuleRow& row) {
  const ClauseRow& clause = *find_clause(row.clause);
  out << row.name << ": " << row.summary << "\n\n";
  for (const Profile profile : profiles) {
    out << (profile == Profile::deflt ? "severity   " : indent) << std::left << std::setw(8)
        << profile_names[static_cast<std::size_t>(profile)] << ' ' << name_of(severity_in(profile, row))
        << '\n';
  }
  if (row.scope == Scope::data) out << indent << "not judged with --data none\n";
  if (row.scope == Scope::set) out << indent << "judged where the shards of a model are judged together\n";
  out << "clause     " << wrapped(std::string(clause.number) + " " + std::string(clause.text), 90, indent)
      << '\n'
      << "says       " << wrapped(clause.authority, 90, indent) << '\n'
      << "remedy     " << wrapped(row.remedy, 90, indent) << '\n';
  explain_readers(out, row);
  explain_example(out, row);
}

void list_rules_text(std::ostream& out, const RuleList& list) {
  out << std::left << std::setw(name_width) << "rule" << std::setw(9) << "default" << std::setw(9) << "spec"
      << std::setw(9) << "ggml"
      << "what is wrong\n";
  for (const RuleRow* row : list) {
    out << std::setw(name_width) << row->name;
    for (const Profile profile : profiles) out << std::setw(9) << name_of(severity_in(profile, *row));
    out << row->summary << '\n';
  }
}

std::string list_rules_json(const RuleList& list) {
  nlohmann::ordered_json shown = nlohmann::ordered_json::array();
  for (const RuleRow* row : list) shown.push_back(described(*row));
  return nlohmann::ordered_json{{"rules", shown}}.dump(2);
}

std::string explain_json(const RuleRow& row) {
  nlohmann::ordered_json rule = described(row);
  rule["readers"] = readers_of(row);
  rule["example"] = example_of(row);
  return rule.dump(2);
}

RuleList rules_typed(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const bool family = lower.ends_with('*');
  if (family) lower.pop_back();
  RuleList found;
  for (const RuleRow& row : rules) {
    if (family ? row.name.starts_with(lower) : row.name == lower) found.push_back(&row);
  }
  return found;
}

std::string unknown_rule(std::string_view name) {
  constexpr std::string_view all = " (--list-rules names all)";
  if (name.ends_with('*'))
    return "no rule's name begins with " + quoted(name.substr(0, name.size() - 1)) + std::string(all);
  std::vector<std::string_view> names;
  for (const RuleRow& row : rules) names.push_back(row.name);
  const std::string family = std::string(name) + (name.ends_with('.') ? "*" : ".*");
  const bool is_family = family.size() > 2 && !rules_typed(family).empty();
  const std::string meant = is_family ? "'" + family + "'" : std::string(nearest(name, names));
  return "no rule is called " + quoted(name) + (meant.empty() ? "" : "; did you mean " + meant + "?") +
         std::string(all);
}

}  // namespace ggufproof
