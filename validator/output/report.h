// One way to show a run of gguf-validate: as text, as a document for a program that gathers findings. Files
// come in the order in which they are shown; a document waits for the last.
#pragma once

#include <iosfwd>
#include <memory>
#include <span>
#include <string>

#include "validator/fidelity/check_against.h"
#include "validator/render.h"
#include "validator/run_summary.h"

namespace ggufproof {

/// What all reports of a run have in common.
struct ReportSettings {
  Profile profile = Profile::deflt;
  bool quiet = false;    ///< errors alone
  bool colour = false;   ///< for a terminal
  std::string original;  ///< path of what the files are compared with, or empty
};

/// A report that is being written.
class RunReport {
 public:
  RunReport(std::ostream& out, const ReportSettings& settings) : out_(out), settings_(settings) {}
  virtual ~RunReport() = default;
  RunReport(const RunReport&) = delete;
  RunReport& operator=(const RunReport&) = delete;

  /// Takes the next file.
  virtual void add(const JudgedFile& file) = 0;

  /// Takes how the tensors of all files compare with the original's; a format without a place for it shows
  /// the findings that came of it.
  virtual void add_against(std::span<const TensorComparison>) {}

  /// Ends the report, after the last file.
  virtual void finish(const RunSummary& summary) = 0;

 protected:
  /// Whether the report shows this finding.
  bool shows(const Finding& finding) const { return !settings_.quiet || finding.severity == Severity::error; }

  std::ostream& out_;
  const ReportSettings settings_;
};

using MakeReport = std::unique_ptr<RunReport> (*)(std::ostream& out, const ReportSettings& settings);

/// One finding a line, then the verdict (render.h).
std::unique_ptr<RunReport> text_report(std::ostream& out, const ReportSettings& settings);
/// report_format.md, report.schema.json.
std::unique_ptr<RunReport> json_report(std::ostream& out, const ReportSettings& settings);
/// SARIF 2.1.0 (OASIS), with byte regions, since a GGUF file has no lines.
std::unique_ptr<RunReport> sarif_report(std::ostream& out, const ReportSettings& settings);
/// JUnit XML: a file is a test case, its errors are the failure.
std::unique_ptr<RunReport> junit_report(std::ostream& out, const ReportSettings& settings);
/// Workflow commands of GitHub Actions, which it shows as annotations.
std::unique_ptr<RunReport> github_report(std::ostream& out, const ReportSettings& settings);
/// GitHub flavoured Markdown, for a job summary or a comment.
std::unique_ptr<RunReport> markdown_report(std::ostream& out, const ReportSettings& settings);
/// A page for people, with a map of each file's bytes.
std::unique_ptr<RunReport> html_report(std::ostream& out, const ReportSettings& settings);
/// GitLab's code quality report, a subset of Code Climate's.
std::unique_ptr<RunReport> gitlab_report(std::ostream& out, const ReportSettings& settings);

}  // namespace ggufproof
