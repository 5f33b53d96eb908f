// What the results of all cases come to: a count for each outcome, and whether each level is reached.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/outcome.h"

namespace ggufproof {

struct LevelSummary {
  std::uint64_t cases = 0;        ///< that belong to the level
  std::vector<std::string> lost;  ///< ids of the cases that stand between the testee and the level

  bool reached() const { return cases > 0 && lost.empty(); }
};

struct Summary {
  std::array<LevelSummary, levels.size()> by_level;
  std::array<std::uint64_t, outcomes.size()> by_outcome{};

  const LevelSummary& of(Level level) const { return by_level[static_cast<std::size_t>(level)]; }
};

Summary summarize(const std::vector<CaseResult>& results);

/// Names of the levels that are reached, such as "Robust, Faithful"; "none".
std::string levels_shown(const Summary& summary);

}  // namespace ggufproof
