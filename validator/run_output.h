// What a run of gguf-validate shows: text as files are judged, or JSON at its end.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "validator/fidelity/check_against.h"
#include "validator/progress.h"
#include "validator/render.h"
#include "validator/run_summary.h"
#include "validator/validate_run.h"

namespace ggufproof {

/// Shows judged files one after the other, and keeps the worst of them for the exit code.
class RunOutput {
 public:
  RunOutput(const RunSettings& settings, Progress& progress) : settings_(settings), progress_(progress) {}

  void show(const JudgedFile& file);

  /// Shows how the tensors compare with those of the original.
  void show_against(const std::vector<TensorComparison>& rows);

  /// Ends the output; returns the exit code.
  int finish();

 private:
  const RunSettings& settings_;
  Progress& progress_;
  RunSummary summary_;
  nlohmann::ordered_json against_;
  nlohmann::ordered_json entries_ = nlohmann::ordered_json::array();
  int code_ = 0;
};

}  // namespace ggufproof
