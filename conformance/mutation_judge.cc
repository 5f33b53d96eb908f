// Findings are counted by their rules, since an edit moves what stands behind it.
#include "conformance/mutation_judge.h"

#include <algorithm>
#include <map>

#include "conformance/corpus_judge.h"
#include "generators/mutate/written.h"

namespace ggufproof {
namespace {

std::vector<Finding> findings_in(const std::vector<std::uint8_t>& bytes, const Surroundings& around,
                                 const CaseJudgement& judgement) {
  Case judged, original;
  judged.name = around.name;
  if (around.roundtrip) judged.flags = {"roundtrip"};
  std::vector<Case> heads;
  for (const NamedBytes& file : around.beside) {
    heads.emplace_back();
    heads.back().name = file.name;
  }
  CaseSurroundings surroundings;
  for (std::size_t i = 0; i < heads.size(); ++i)
    surroundings.beside.push_back({heads[i], around.beside[i].bytes});
  if (!around.original.empty()) surroundings.original.emplace(CaseFile{original, around.original});
  return judge_case({judged, bytes}, surroundings, judgement).report.findings();
}

std::map<Rule, std::uint64_t> counted(const std::vector<Finding>& findings) {
  std::map<Rule, std::uint64_t> counts;
  for (const Finding& finding : findings) ++counts[finding.rule];
  return counts;
}

std::string shown(const Finding& finding) {
  return std::string(rule_row(finding.rule).name) + " at " + finding.at + " [" +
         std::to_string(finding.bytes.begin) + ", " + std::to_string(finding.bytes.end) + ")";
}

bool is_written(const Mutation& mutation, const Finding& finding) {
  const auto touches = [&](WireRange range) {
    return touch(range, {finding.bytes.begin, finding.bytes.end});
  };
  return std::any_of(mutation.where.begin(), mutation.where.end(), touches);
}

void compare(const Mutation& mutation, const CaseJudgement& judgement, std::vector<std::string>& faults) {
  const std::string in = " (" + std::string(judgement.name) + ")";
  const auto findings = findings_in(mutation.bytes, mutation.around, judgement);
  const auto before = counted(findings_in(mutation.before, mutation.around_before, judgement));
  const auto counts_before = [&](Rule rule) { return before.count(rule) == 0 ? 0 : before.at(rule); };
  bool found = false;
  for (const Finding& finding : findings)
    found = found || (finding.rule == mutation.rule && is_written(mutation, finding));
  if (!found)
    faults.push_back(std::string(rule_row(mutation.rule).name) + " is not found where it was written" + in);
  const auto& entailed = mutation.entailed;
  for (const auto& [rule, count] : counted(findings)) {
    const bool more = count > counts_before(rule);
    if (rule == mutation.rule) {
      if (!more) faults.push_back(std::string(rule_row(rule).name) + " was there before" + in);
    } else if (more && severity_in(judgement, rule) > Severity::note &&
               std::find(entailed.begin(), entailed.end(), rule) == entailed.end()) {
      for (const Finding& finding : findings) {
        if (finding.rule == rule) faults.push_back("found too: " + shown(finding) + in);
      }
    }
  }
}

}  // namespace

std::vector<std::string> faults_of(const Mutation& mutation) {
  std::vector<std::string> faults;
  for (const CaseJudgement& judgement : case_judgements) {
    const bool judges = judgement.data && severity_in(judgement, mutation.rule) != Severity::off;
    if (judges) compare(mutation, judgement, faults);
  }
  return faults;
}

}  // namespace ggufproof
