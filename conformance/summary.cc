// A level is reached or it is not; there is no percentage.
#include "conformance/summary.h"

namespace ggufproof {
namespace {

void add(Verdicts& verdicts, const CaseResult& result) {
  const bool invalid = result.belongs[static_cast<std::size_t>(Level::strict)];
  const bool valid = result.belongs[static_cast<std::size_t>(Level::faithful)];
  verdicts.invalid += invalid;
  verdicts.valid += valid;
  switch (result.outcome) {
    case TestOutcome::agree:
      verdicts.true_positives += invalid;
      verdicts.true_negatives += valid;
      break;
    case TestOutcome::wrong_stage:
      verdicts.true_positives += invalid;
      break;
    case TestOutcome::wrong_value:
      verdicts.true_negatives += valid;
      break;
    case TestOutcome::refused_valid:
      verdicts.false_positives += valid;
      break;
    case TestOutcome::accepted_invalid:
      verdicts.false_negatives += invalid;
      break;
    default:
      break;
  }
}

std::optional<double> share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::optional<double> Verdicts::precision() const {
  return valid == 0 ? std::nullopt : share(true_positives, true_positives + false_positives);
}

std::optional<double> Verdicts::recall() const { return share(true_positives, invalid); }

Summary summarize(const std::vector<CaseResult>& results) {
  Summary summary;
  for (const CaseResult& result : results) {
    ++summary.by_outcome[static_cast<std::size_t>(result.outcome)];
    add(summary.verdicts, result);
    for (const LevelRow& row : levels) {
      const auto i = static_cast<std::size_t>(row.level);
      if (result.belongs[i]) ++summary.by_level[i].cases;
      if (result.costs(row.level)) summary.by_level[i].lost.push_back(result.id);
    }
  }
  return summary;
}

std::string levels_shown(const Summary& summary) {
  std::string names;
  for (const LevelRow& row : levels) {
    if (summary.of(row.level).reached()) names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  return names.empty() ? "none" : names;
}

}  // namespace ggufproof
