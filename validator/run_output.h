// What a run of gguf-validate shows: one report or several, and the exit code.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "validator/fidelity/check_against.h"
#include "validator/output/report.h"
#include "validator/output/report_file.h"
#include "validator/progress.h"
#include "validator/run_summary.h"
#include "validator/validate_run.h"

namespace ggufproof {

/// Shows judged files one after the other, and keeps the worst of them for the exit code.
class RunOutput {
 public:
  RunOutput(const RunSettings& settings, Progress& progress) : settings_(settings), progress_(progress) {}

  /// Opens all reports. The sentence says why one cannot be written: it never goes over one of `inputs`.
  std::string open(std::span<const std::string> inputs);

  void show(const JudgedFile& file);

  /// Shows how the tensors compare with those of the original.
  void show_against(const std::vector<TensorComparison>& rows);

  /// Ends the reports and puts them in their places; returns the exit code.
  int finish();

 private:
  struct Opened {
    const OutputChoice* choice;
    std::unique_ptr<ReportFile> file;
    std::unique_ptr<RunReport> report;
  };

  const RunSettings& settings_;
  Progress& progress_;
  RunSummary summary_;
  std::vector<Opened> reports_;
  int code_ = 0;
};

}  // namespace ggufproof
