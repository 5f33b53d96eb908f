// A table of all files, then one of each file's findings; the files' table comes first, so all wait.
#include <ostream>

#include "validator/describe.h"
#include "validator/output/escapes.h"
#include "validator/output/report.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

class MarkdownReport final : public RunReport {
 public:
  using RunReport::RunReport;

  void add(const JudgedFile& file) override {
    const Report& report = file.judgement.report;
    const std::string path = markdown_escaped(path_shown(file.path));
    files_ += "| " + path + " | " + std::string(file.verdict()) + " | ";
    if (!file.readable()) {
      files_ += "| | | " + markdown_escaped(file.error) + " |\n";
      return;
    }
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note})
      files_ += std::to_string(report.count(severity)) + " | ";
    files_ += std::string(name_of(file.judgement.role)) + " |\n";
    std::string rows;
    for (const Finding& finding : report.findings()) {
      if (shows(finding)) rows += row_of(finding);
    }
    if (rows.empty()) return;
    findings_ += "\n#### " + path +
                 "\n\n| severity | what | where | how to mend it |\n| --- | --- | --- | --- |\n" + rows;
  }

  void finish(const RunSummary&) override {
    out_ << "### gguf-validate\n\n| file | verdict | errors | warnings | notes | |\n"
         << "| --- | --- | ---: | ---: | ---: | --- |\n"
         << files_ << findings_;
  }

 private:
  static std::string row_of(const Finding& finding) {
    const RuleRow& row = rule_row(finding.rule);
    return "| " + std::string(name_of(finding.severity)) + " | " + markdown_escaped(message_of(finding)) +
           " `" + std::string(row.name) + "` | " + hex(finding.bytes.begin) + ", " +
           markdown_escaped(finding.at) + " | " + markdown_escaped(row.remedy) + " |\n";
  }

  std::string files_;
  std::string findings_;
};

}  // namespace

std::unique_ptr<RunReport> markdown_report(std::ostream& out, const ReportSettings& settings) {
  return std::make_unique<MarkdownReport>(out, settings);
}

}  // namespace ggufproof
