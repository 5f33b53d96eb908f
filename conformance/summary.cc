// A level is reached or it is not; there is no percentage.
#include "conformance/summary.h"

namespace ggufproof {

Summary summarize(const std::vector<CaseResult>& results) {
  Summary summary;
  for (const CaseResult& result : results) {
    ++summary.by_outcome[static_cast<std::size_t>(result.outcome)];
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
