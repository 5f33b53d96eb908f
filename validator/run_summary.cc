// Counting verdicts.
#include "validator/run_summary.h"

#include <algorithm>
#include <ostream>

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
  ++(!file.readable() ? unreadable_ : report.valid() ? valid_ : invalid_);
  if (!file.readable() || !broken_rule_.empty()) return;
  const auto is_error = [](const Finding& finding) { return finding.severity == Severity::error; };
  const auto& found = report.findings();
  const auto first = std::ranges::find_if(found, is_error);
  if (first == found.end()) return;
  const auto cause = std::ranges::find_if(found, is_cause);
  broken_rule_ = rule_row((cause == found.end() ? first : cause)->rule).name;
}

void RunSummary::print_counts(std::ostream& out) const {
  const std::uint64_t files = valid_ + invalid_ + unreadable_;
  if (files < 2) return;
  out << files << " files: " << valid_ << " valid, " << invalid_ << " invalid, " << unreadable_
      << " unreadable\n";
}

void RunSummary::print_advice(std::ostream& out, const std::string& command) const {
  if (broken_rule_.empty()) return;
  out << command << ": how to mend an error: " << command << " --explain RULE, for one " << broken_rule_
      << '\n';
}

}  // namespace ggufproof
