// Ordering and bounding of findings, and the one sentence that every renderer shows.
#include "validator/finding.h"

namespace ggufproof {

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
