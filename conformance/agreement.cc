// Runs both and looks a disagreement up in the table of defects.
#include "conformance/agreement.h"

#include <algorithm>

#include "spec/rules.h"
#include "validator/reader.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

std::string first_error(const Report& report) {
  const auto& findings = report.findings();
  const auto error = std::ranges::find_if(
      findings, [](const Finding& finding) { return finding.severity == Severity::error; });
  if (error == findings.end()) return {};
  return std::string(rule_row(error->rule).name) + " at " + error->at + ": " + message_of(*error);
}

}  // namespace

std::string Comparison::text() const {
  std::string said = "  validator: " + (valid ? "valid" : finding);
  said += "\n  reader: ";
  said += name_of(reader.outcome);
  return said + " " + reader.reason();
}

Comparison compare_with_reference(IsolatedWorker& worker, Bytes file, Manner manner) {
  Options options;
  options.profile = Profile::ggml;
  options.data = manner == Manner::header_only ? DataDepth::none : DataDepth::bounds;
  const Judgement judgement = validate(file, options);
  Comparison comparison;
  comparison.valid = judgement.report.valid();
  comparison.finding = first_error(judgement.report);
  comparison.reader = worker.judge(file, manner);
  if (!comparison.agree()) {
    Report unused(Profile::ggml);
    comparison.defect = explain(read_document(file, unused), manner, comparison.reader.outcome);
  }
  return comparison;
}

}  // namespace ggufproof
