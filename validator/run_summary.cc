// Counting verdicts.
#include "validator/run_summary.h"

#include <algorithm>
#include <functional>
#include <iomanip>
#include <ostream>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ggufproof {
namespace {

/// Rules that are no errors and explain those of the same file: shards that were joined have the name of none
/// of them, and a part of a file ends anywhere.
bool is_cause(const Finding& finding) {
  return finding.rule == Rule::shard_joined || finding.rule == Rule::name_part;
}

}  // namespace

void RunSummary::add(const JudgedFile& file) {
  const Report& report = file.judgement.report;
  const std::string_view verdict = file.verdict();
  ++(verdict == "valid"      ? valid_
     : verdict == "accepted" ? accepted_
     : verdict == "invalid"  ? invalid_
                             : unreadable_);
  if (!file.readable()) return;
  std::set<std::pair<Severity, Rule>> kinds;
  for (const Finding& finding : report.findings()) kinds.emplace(finding.severity, finding.rule);
  for (const auto& kind : kinds) ++files_with_[kind];
  if (!broken_rule_.empty()) return;
  const auto is_error = [](const Finding& finding) { return finding.severity == Severity::error; };
  const auto& found = report.findings();
  const auto first = std::ranges::find_if(found, is_error);
  if (first == found.end()) return;
  const auto cause = std::ranges::find_if(found, is_cause);
  broken_rule_ = rule_row((cause == found.end() ? first : cause)->rule).name;
}

void RunSummary::print_counts(std::ostream& out) const {
  const std::uint64_t files = valid_ + accepted_ + invalid_ + unreadable_;
  if (files < 2) return;
  std::vector<std::tuple<Severity, std::uint64_t, Rule>> rows;
  for (const auto& [kind, count] : files_with_)
    if (kind.first >= Severity::warning) rows.emplace_back(kind.first, count, kind.second);
  std::ranges::sort(rows, std::greater());
  for (const auto& [severity, count, rule] : rows)
    out << std::setw(7) << count << (count == 1 ? " file   " : " files  ") << std::left << std::setw(9)
        << name_of(severity) << rule_row(rule).name << std::right << '\n';
  out << files << " files: " << valid_ << " valid, ";
  if (accepted_ > 0) out << accepted_ << " accepted, ";
  out << invalid_ << " invalid, " << unreadable_ << " unreadable\n";
}

void RunSummary::print_advice(std::ostream& out, const std::string& command) const {
  if (broken_rule_.empty()) return;
  out << command << ": how to mend an error: " << command << " --explain RULE, for one " << broken_rule_
      << '\n';
}

}  // namespace ggufproof
