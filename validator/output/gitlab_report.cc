// GitLab knows issues by their fingerprint alone, whatever their file, so the path is part of it here.
#include <filesystem>
#include <ostream>

#include "validator/output/fingerprint.h"
#include "validator/output/json_text.h"
#include "validator/output/report.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

using Json = nlohmann::ordered_json;

/// One of GitLab's five words: info, minor, major, critical, blocker.
std::string_view gitlab_severity(Severity severity) {
  return severity == Severity::error ? "critical" : severity == Severity::warning ? "minor" : "info";
}

class GitlabReport final : public RunReport {
 public:
  using RunReport::RunReport;

  void add(const JudgedFile& file) override {
    // GitLab wants a path without "./" before it.
    const std::string path = path_shown(std::filesystem::path(file.path).lexically_normal().string());
    if (!file.readable())
      return add_issue(path, "unreadable", "blocker", "cannot be read: " + file.error, "unreadable");
    FingerprintCounter counter;
    for (const Finding& finding : file.judgement.report.findings()) {
      const std::string fingerprint = counter.numbered(finding);
      if (!shows(finding)) continue;
      add_issue(path, rule_row(finding.rule).name, gitlab_severity(finding.severity),
                message_of(finding) + " at " + finding.at, fingerprint);
    }
  }

  void finish(const RunSummary&) override { print_json(out_, issues_); }

 private:
  /// A file of bytes has no lines; GitLab wants one.
  void add_issue(const std::string& path, std::string_view rule, std::string_view severity,
                 const std::string& description, const std::string& fingerprint) {
    issues_.push_back({{"description", description},
                       {"check_name", rule},
                       {"fingerprint", fingerprint_of_text(path + '\n' + fingerprint)},
                       {"severity", severity},
                       {"location", {{"path", path}, {"lines", {{"begin", 1}}}}}});
  }

  Json issues_ = Json::array();
};

}  // namespace

std::unique_ptr<RunReport> gitlab_report(std::ostream& out, const ReportSettings& settings) {
  return std::make_unique<GitlabReport>(out, settings);
}

}  // namespace ggufproof
