// The validator judges by the document and by ggml; where they differ the file is disputed, as a case is.
#include "fuzz/hunt_reader.h"

#include <algorithm>
#include <regex>

#include "conformance/file_judgement.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

/// What an authority finds in a file, as what a case would expect of it.
Case found_by(Profile profile, Bytes bytes) {
  Options options;
  options.profile = profile;
  const Judgement judgement = validate(bytes, options);
  Case found;
  for (const Finding& finding : judgement.report.findings())
    found.also.push_back({finding.rule, finding.at, {}, {}});
  return found;
}

/// What both find.
Case found_by_both(const Case& spec, const Case& ggml) {
  Case both;
  for (const ExpectedFinding& finding : spec.also) {
    if (std::ranges::count(ggml.also, finding.rule, &ExpectedFinding::rule) > 0) both.also.push_back(finding);
  }
  return both;
}

/// To be refused is what both authorities refuse for the same reason; what one of them refuses is disputed.
Expectation expectation_of(const Case& spec, const Case& ggml, const Handshake& testee, Side side) {
  if (side == Side::spec) return expectation_of(spec, testee, side);
  if (side == Side::ggml) return expectation_of(ggml, testee, side);
  Expectation both = expectation_of(found_by_both(spec, ggml), testee, side);
  if (both.wanted != Wanted::accept) return both;
  for (const auto& one :
       {expectation_of(spec, testee, Side::spec), expectation_of(ggml, testee, Side::ggml)}) {
    if (one.wanted != Wanted::refuse) continue;
    both.wanted = Wanted::either;
    both.disputed = true;
    both.rule = one.rule;
  }
  return both;
}

void add_errors(std::set<Rule>& errors, const Case& found) {
  for (const ExpectedFinding& finding : found.also) {
    const RuleRow& row = rule_row(finding.rule);
    if (row.spec == Severity::error || row.ggml == Severity::error) errors.insert(finding.rule);
  }
}

/// The line that tells findings apart. Of a wrong value where it is; of a file that was taken the rule alone.
std::string telling(const CaseResult& result) {
  if (result.outcome == TestOutcome::accepted_invalid) return "";
  if (result.outcome == TestOutcome::wrong_value)
    return without_particulars(result.detail.substr(0, result.detail.find(": expected")));
  return without_particulars(result.detail);
}

}  // namespace

std::string without_particulars(const std::string& message) {
  static const std::regex quoted("'[^']*'|\"[^\"]*\"|`[^`]*`");
  static const std::regex number("0x[0-9a-fA-F]+|[0-9]+");
  return std::regex_replace(std::regex_replace(message, quoted, "'...'"), number, "N");
}

HuntReader::HuntReader(const MakeSubject& make_subject, const Handshake& testee, Side side)
    : testee_(testee), side_(side), subject_(make_subject(folder_.path().string())) {
  subject_->start();
}

std::variant<Observed, FileFault> HuntReader::observe(Bytes bytes) {
  const auto path = files_.path() / "file.gguf";
  if (auto fault = write_output(path.string(), as_text(bytes))) return std::move(*fault);
  const Case spec = found_by(Profile::spec, bytes), ggml = found_by(Profile::ggml, bytes);
  const Expectation expectation = expectation_of(spec, ggml, testee_, side_);
  const CaseResult result = judge_file(*subject_, testee_, "file", expectation, path);
  Observed observed{{result.outcome, "", telling(result)}, result.detail, {}};
  add_errors(observed.errors, spec);
  add_errors(observed.errors, ggml);
  const RuleRow* rule = expectation.rule;
  if (rule == nullptr && !observed.errors.empty()) rule = &rule_row(*observed.errors.begin());
  const bool told_by_place =
      result.outcome == TestOutcome::wrong_value;  // whatever a disputed file breaks besides
  if (rule != nullptr && !told_by_place) observed.key.rule = rule->name;
  return observed;
}

}  // namespace ggufproof
