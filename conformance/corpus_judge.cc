// Expected findings are struck off one after the other; what remains on either side is a fault.
#include "conformance/corpus_judge.h"

#include <algorithm>
#include <iterator>

#include "validator/fidelity/check_against.h"
#include "validator/fidelity/check_roundtrip.h"
#include "validator/file_name.h"
#include "validator/shard_set.h"

namespace ggufproof {
namespace {

std::string shown(Rule rule, std::string_view at, std::uint64_t begin, std::uint64_t end, Severity severity) {
  return std::string(name_of(severity)) + ' ' + std::string(rule_row(rule).name) + " at " + std::string(at) +
         " [" + std::to_string(begin) + ", " + std::to_string(end) + ')';
}

/// Whether a finding's path is the label or something around it; bytes without a name have no path.
bool is_path_of(std::string_view label, std::string_view path) {
  if (label.starts_with("bytes[")) return true;
  return label.starts_with(path) &&
         (label.size() == path.size() || label[path.size()] == '[' || label[path.size()] == '.');
}

bool is_expected(const Finding& found, const ExpectedFinding& expected, Severity severity) {
  return found.rule == expected.rule && found.severity == severity &&
         found.bytes.begin == expected.range.begin && found.bytes.end == expected.range.end &&
         is_path_of(expected.label, found.at);
}

void compare(const Case& the_case, const CaseJudgement& judgement, const Report& report,
             std::vector<std::string>& faults) {
  const std::string in = " (" + std::string(judgement.name) + ")";
  std::vector<Finding> left = report.findings();
  const auto strike = [&](const ExpectedFinding& expected) {
    const Severity severity = severity_in(judgement, expected.rule);
    if (severity == Severity::off) return;
    const auto found = std::find_if(left.begin(), left.end(),
                                    [&](const Finding& f) { return is_expected(f, expected, severity); });
    if (found != left.end()) {
      left.erase(found);
    } else {
      faults.push_back(
          "not found: " +
          shown(expected.rule, expected.label, expected.range.begin, expected.range.end, severity) + in);
    }
  };
  if (the_case.finding) strike(*the_case.finding);
  for (const ExpectedFinding& also : the_case.also) strike(also);
  for (const Finding& f : left) {
    if (f.severity != Severity::note)
      faults.push_back("found too: " + shown(f.rule, f.at, f.bytes.begin, f.bytes.end, f.severity) + in);
  }
  if (report.valid() != is_valid_in(the_case, judgement))
    faults.push_back(std::string("the verdict is ") + (report.valid() ? "valid" : "invalid") + in);
}

/// What is judged only when asked for: the way round, and the original.
void judge_values(const CaseFile& judged, const CaseSurroundings& surroundings, Report& report) {
  const std::vector<std::string>& flags = judged.the_case.flags;
  if (std::find(flags.begin(), flags.end(), "roundtrip") != flags.end())
    check_roundtrip(
        map_file(judged.file), 1, [] { return false; }, report);
  if (!surroundings.original) return;
  const FileMap original = map_file(surroundings.original->file), map = map_file(judged.file);
  const StoredFile stored{&map, &report};
  check_against({&original, 1}, {&stored, 1}, 1);
}

}  // namespace

Judgement judge_case(const CaseFile& judged, const CaseSurroundings& surroundings,
                     const CaseJudgement& judgement, const RuleSet& disabled) {
  const auto judge = [&](const CaseFile& one) {
    Options options;
    options.profile = judgement.profile;
    options.data = judgement.data ? DataDepth::values : DataDepth::none;
    options.disabled = disabled;
    options.name = one.the_case.name;
    return JudgedFile{one.the_case.name, "", validate(one.file, options)};
  };
  std::vector<JudgedFile> named{judge(judged)};
  judge_values(judged, surroundings, named.front().judgement.report);
  const auto& beside = surroundings.beside;
  if (beside.empty()) return std::move(named.front().judgement);
  const auto name = shard_name(judged.the_case.name);
  if (!name || name->number != 1)
    std::transform(beside.begin(), beside.end(), std::back_inserter(named), judge);
  check_shard_sets(named, [&](const std::string& path) {
    const auto found = std::find_if(beside.begin(), beside.end(),
                                    [&](const CaseFile& one) { return one.the_case.name == path; });
    return found == beside.end() ? JudgedFile{path, "No such file or directory"} : judge(*found);
  });
  return std::move(named.front().judgement);
}

std::vector<std::string> faults_of(const CaseFile& judged, const CaseSurroundings& surroundings,
                                   const RuleSet& disabled) {
  std::vector<std::string> faults;
  for (const CaseJudgement& judgement : case_judgements)
    compare(judged.the_case, judgement, judge_case(judged, surroundings, judgement, disabled).report, faults);
  return faults;
}

}  // namespace ggufproof
