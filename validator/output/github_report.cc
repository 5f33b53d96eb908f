// ::error file=PATH,title=RULE::MESSAGE, a line a finding. GitHub shows ten of each severity a step.
#include <ostream>

#include "validator/output/escapes.h"
#include "validator/output/report.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

class GithubReport final : public RunReport {
 public:
  using RunReport::RunReport;

  void add(const JudgedFile& file) override {
    if (!file.readable()) return annotate("error", file, "unreadable", "cannot be read: " + file.error);
    for (const Finding& finding : file.judgement.report.findings()) {
      if (!shows(finding)) continue;
      const RuleRow& row = rule_row(finding.rule);
      const auto command = finding.severity == Severity::note ? "notice" : name_of(finding.severity);
      annotate(command, file, row.name,
               message_of(finding) + " at " + finding.at + ". To mend it: " + std::string(row.remedy));
    }
  }

  void finish(const RunSummary& summary) override { summary.print_counts(out_); }

 private:
  void annotate(std::string_view command, const JudgedFile& file, std::string_view title,
                std::string_view message) {
    out_ << "::" << command << " file=" << github_property(path_shown(file.path))
         << ",title=" << github_property(title) << "::" << github_message(message) << '\n';
  }
};

}  // namespace

std::unique_ptr<RunReport> github_report(std::ostream& out, const ReportSettings& settings) {
  return std::make_unique<GithubReport>(out, settings);
}

}  // namespace ggufproof
