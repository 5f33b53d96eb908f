// Ordering and bounding of findings, and the one sentence that every renderer shows.
#include "validator/finding.h"

namespace ggufproof {

Report::Report(Profile profile, std::uint64_t most, bool judge_data, const RuleSet& disabled,
               std::span<const SeverityChange> changes)
    : profile_(profile), most_(most), judge_data_(judge_data), severities_{} {
  for (const RuleRow& row : rules)
    severities_[static_cast<std::size_t>(row.rule)] = severity_in(profile, row);
  for (const SeverityChange& change : changes)
    severities_[static_cast<std::size_t>(change.rule)] = change.severity;
  for (std::size_t i = 0; i < severities_.size(); ++i) {
    if (disabled[i]) severities_[i] = Severity::off;
  }
}

bool Report::judges_any(std::string_view family) const {
  return std::any_of(rules.begin(), rules.end(), [&](const RuleRow& row) {
    return row.name.starts_with(family) && severities_[static_cast<std::size_t>(row.rule)] != Severity::off;
  });
}

Report Report::blank() const {
  Report blank(profile_, most_, judge_data_);
  blank.severities_ = severities_;
  return blank;
}

void Report::add_new(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const bool here = std::any_of(findings_.begin(), findings_.end(), [&](const Finding& f) {
      return f.rule == finding.rule && f.bytes.begin == finding.bytes.begin && f.at == finding.at &&
             f.subject == finding.subject;
    });
    if (here) continue;
    add(finding.rule, finding.bytes, [&] {
      return Detail{finding.at, finding.subject, finding.got, finding.want};
    });
  }
}

void Report::finish() {
  auto by_place = [](const Finding& a, const Finding& b) {
    return a.bytes.begin != b.bytes.begin ? a.bytes.begin < b.bytes.begin : a.rule < b.rule;
  };
  if (findings_.size() > most_) {
    std::stable_sort(findings_.begin(), findings_.end(), [&](const Finding& a, const Finding& b) {
      return a.severity != b.severity ? a.severity > b.severity : by_place(a, b);
    });
    findings_.resize(most_);
  }
  std::stable_sort(findings_.begin(), findings_.end(), by_place);
}

std::string message_of(const Finding& finding) {
  std::string text(rule_row(finding.rule).summary);
  if (!finding.subject.empty()) text += " (" + finding.subject + ")";
  if (!finding.got.empty()) text += ": found " + finding.got;
  if (!finding.want.empty()) text += (finding.got.empty() ? ": wanted " : ", wanted ") + finding.want;
  return text;
}

}  // namespace ggufproof
