// Joins the reader and the checks.
#include "validator/validate.h"

#include "validator/check_file_name.h"
#include "validator/checks.h"
#include "validator/reader.h"
#include "validator/role.h"

namespace ggufproof {

namespace {

/// Judges a file that is not a model as its role's own loader would. No profile but default asks for that.
void check_role(const Document& document, const KeyIndex& keys, Role role, Report& report) {
  if (role == Role::adapter && report.judges_any("adapter.")) check_adapter(document, keys, report);
  if (role == Role::projector && report.judges_any("projector.")) check_projector(document, keys, report);
  if (role == Role::diffusion) check_diffusion(document, report);
  if (role == Role::imatrix && report.judges_any("imatrix.")) check_imatrix(document, keys, report);
  if (role == Role::control_vector && report.judges_any("control-vector."))
    check_control_vector(document, keys, report);
}

}  // namespace

Judgement validate(Bytes bytes, const Options& options) {
  Judgement judgement{Report(options.profile, options.max_findings, options.data != DataDepth::none,
                             options.disabled, options.severities),
                      Role::unknown};
  Report& report = judgement.report;
  const Document document = read_document(bytes, report);
  if (document.reached != Reached::tensors) report.mark_broken();
  check_other_readings(document, report);
  const KeyIndex keys(document);
  judgement.role = role_of(document, keys);
  check_metadata(document, report);
  const auto alignment = check_alignment(document, report);
  check_tensors(document, alignment.value_or(limits::default_alignment), report);
  check_architecture({{&document, &report}}, judgement.role);
  check_keys(document, keys, judgement.role, report);
  check_parents(document, keys, report);
  check_prefixes(document, keys, judgement.role, report);
  check_shown_texts(document, report);
  check_role(document, keys, judgement.role, report);
  if (report.judges_any("tokenizer.")) check_tokenizer(document, keys, judgement.role, report);
  if (report.judges_any("template.")) check_templates(document, report);
  if (document.reached == Reached::tensors && alignment) check_layout(document, *alignment, report);
  if (document.reached == Reached::tensors && alignment && options.data == DataDepth::values &&
      report.judges_any("values."))
    check_values(document, *alignment, judgement.role, options.reading, report);
  if (document.reached >= Reached::metadata)
    judgement.shard = shard_facts(document, keys, alignment.value_or(0));
  check_file_name(options.name, document, keys, judgement.role, judgement.shard, report);
  report.finish();
  judgement.size = bytes.size();
  judgement.version = document.version;
  judgement.order = document.order;
  judgement.pairs = document.pair_at.size();
  judgement.tensors = document.tensor_at.size();
  return judgement;
}

}  // namespace ggufproof
