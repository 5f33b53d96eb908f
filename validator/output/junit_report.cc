// The counts stand at the beginning of the document, so it waits for the last file.
#include <ostream>

#include "validator/output/escapes.h"
#include "validator/output/report.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

/// Lines for findings, those of errors or those of all others.
std::string lines_of(const Report& report, bool errors) {
  std::string lines;
  for (const Finding& finding : report.findings()) {
    if ((finding.severity == Severity::error) == errors) lines += finding_shown(finding, false) + '\n';
  }
  return lines;
}

/// The rule of the first error; of a file that ends in the middle although nobody calls that an error, none.
std::string_view type_of(const Report& report) {
  for (const Finding& finding : report.findings()) {
    if (finding.severity == Severity::error) return rule_row(finding.rule).name;
  }
  return "broken";
}

class JunitReport final : public RunReport {
 public:
  using RunReport::RunReport;

  void add(const JudgedFile& file) override {
    ++tests_;
    cases_ +=
        "    <testcase classname=\"gguf-validate\" name=\"" + xml_escaped(path_shown(file.path)) + "\">\n";
    if (!file.readable()) {
      ++errors_;
      add_child("error", " message=\"cannot be read\" type=\"unreadable\"", file.error);
    } else {
      add_judged(file.judgement.report);
    }
    cases_ += "    </testcase>\n";
  }

  void finish(const RunSummary&) override {
    const std::string counts = " name=\"gguf-validate\" tests=\"" + std::to_string(tests_) +
                               "\" failures=\"" + std::to_string(failures_) + "\" errors=\"" +
                               std::to_string(errors_) + "\">\n";
    out_ << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" << counts << "  <testsuite" << counts
         << cases_ << "  </testsuite>\n</testsuites>\n";
  }

 private:
  void add_judged(const Report& report) {
    if (!report.valid()) {
      ++failures_;
      const std::uint64_t n = report.count(Severity::error);
      add_child("failure",
                " message=\"" + std::to_string(n) + (n == 1 ? " error" : " errors") + "\" type=\"" +
                    std::string(type_of(report)) + '"',
                lines_of(report, true));
    }
    const std::string others = settings_.quiet ? "" : lines_of(report, false);
    if (!others.empty()) add_child("system-out", "", others);
  }

  void add_child(const std::string& name, const std::string& attributes, const std::string& text) {
    cases_ += "      <" + name + attributes + '>' + xml_escaped(text) + "</" + name + ">\n";
  }

  std::string cases_;
  std::uint64_t tests_ = 0;
  std::uint64_t failures_ = 0;
  std::uint64_t errors_ = 0;
};

}  // namespace

std::unique_ptr<RunReport> junit_report(std::ostream& out, const ReportSettings& settings) {
  return std::make_unique<JunitReport>(out, settings);
}

}  // namespace ggufproof
