// Counting verdicts.
#include "validator/run_summary.h"

#include <algorithm>
#include <ostream>

namespace ggufproof {

void RunSummary::add(const JudgedFile& file) {
  const Report& report = file.judgement.report;
  ++(!file.readable() ? unreadable_ : report.valid() ? valid_ : invalid_);
  if (!file.readable() || !broken_rule_.empty()) return;
  const auto is_error = [](const Finding& finding) { return finding.severity == Severity::error; };
  const auto first = std::find_if(report.findings().begin(), report.findings().end(), is_error);
  if (first != report.findings().end()) broken_rule_ = rule_row(first->rule).name;
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
