// What the results of all cases come to: a count for each outcome, whether each level is reached, and how
// good a validator the reader would make, which refuses what is invalid and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/outcome.h"

namespace ggufproof {

struct LevelSummary {
  std::uint64_t cases = 0;        ///< that belong to the level
  std::vector<std::string> lost;  ///< ids of the cases that stand between the testee and the level

  bool reached() const { return cases > 0 && lost.empty(); }
};

/// Refusals as findings: of invalid files right (true positives), of valid ones wrong (false positives).
/// Disputed cases and those that were not asked are left out; a file on which the reader died is in none of
/// the four counts.
struct Verdicts {
  std::uint64_t invalid = 0, valid = 0;  ///< files that are to be refused, and to be taken
  std::uint64_t true_positives = 0, false_positives = 0;
  std::uint64_t true_negatives = 0, false_negatives = 0;

  /// The share of right ones among its refusals; none where it refuses nothing, or was given nothing valid.
  std::optional<double> precision() const;
  /// The share of the invalid files that it refuses; none where there are none.
  std::optional<double> recall() const;
};

struct Summary {
  std::array<LevelSummary, levels.size()> by_level;
  std::array<std::uint64_t, outcomes.size()> by_outcome{};
  Verdicts verdicts;

  const LevelSummary& of(Level level) const { return by_level[static_cast<std::size_t>(level)]; }
};

Summary summarize(const std::vector<CaseResult>& results);

/// Names of the levels that are reached, such as "Robust, Faithful"; "none".
std::string levels_shown(const Summary& summary);

}  // namespace ggufproof
