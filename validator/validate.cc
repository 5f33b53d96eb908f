// Joins the reader and the checks.
#include "validator/validate.h"

#include <algorithm>
#include <string_view>

#include "validator/checks.h"
#include "validator/reader.h"
#include "validator/role.h"

namespace ggufproof {

namespace {

/// Whether any rule of a family can give a finding, so that nobody waits for what is not asked.
bool judges_any(std::string_view family, const Options& options) {
  return std::any_of(rules.begin(), rules.end(), [&](const RuleRow& row) {
    return row.name.starts_with(family) && severity_in(options.profile, row) != Severity::off &&
           !options.disabled[static_cast<std::size_t>(row.rule)];
  });
}

}  // namespace

Judgement validate(Bytes bytes, const Options& options) {
  Judgement judgement{
      Report(options.profile, options.max_findings, options.data != DataDepth::none, options.disabled),
      Role::unknown};
  Report& report = judgement.report;
  const Document document = read_document(bytes, report);
  check_other_readings(document, report);
  const KeyIndex keys(document);
  judgement.role = role_of(document, keys);
  check_metadata(document, report);
  const auto alignment = check_alignment(document, report);
  check_tensors(document, alignment.value_or(limits::default_alignment), report);
  check_architecture(document, judgement.role, report);
  check_keys(document, keys, judgement.role, report);
  if (judges_any("tokenizer.", options)) check_tokenizer(document, keys, judgement.role, report);
  if (judges_any("template.", options)) check_templates(document, report);
  if (document.reached == Reached::tensors && alignment) check_layout(document, *alignment, report);
  report.finish();
  judgement.version = document.version;
  judgement.order = document.order;
  judgement.pairs = document.pair_at.size();
  judgement.tensors = document.tensor_at.size();
  return judgement;
}

}  // namespace ggufproof
