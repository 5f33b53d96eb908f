// What came of giving a case to a testee, by what it answered and what it should have done.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/expectation.h"

namespace ggufproof {

enum class TestOutcome : std::uint8_t {
#define OUTCOME(id, name, costs, meaning) id,
#include "conformance/outcomes.def"
};

struct OutcomeRow {
  TestOutcome outcome;
  std::string_view name;
  std::string_view costs;
  std::string_view meaning;
};

inline constexpr std::array outcomes{
#define OUTCOME(id, name, costs, meaning) OutcomeRow{TestOutcome::id, name, costs, meaning},
#include "conformance/outcomes.def"
};

constexpr const OutcomeRow& outcome_row(TestOutcome outcome) {
  return outcomes[static_cast<std::size_t>(outcome)];
}

/// The outcome of this name.
std::optional<TestOutcome> outcome_of(std::string_view name);

/// Whether an outcome is one that a list of expected failures must name.
bool is_failure(TestOutcome outcome);

struct CaseResult {
  std::string id;
  TestOutcome outcome = TestOutcome::agree;
  std::string detail;  ///< one line: what the testee said or did; empty where there is nothing to tell
  std::array<bool, levels.size()> belongs{};  ///< to which levels the case belongs, for this testee

  /// Whether this result costs a level.
  bool costs(Level level) const;
};

/// Judges an answer about a file. `difference`: where the dump of an accepted file differs from the right
/// one.
CaseResult judge_answer(const std::string& id, const Expectation& expectation, const Answer& answer,
                        const std::optional<std::string>& difference);

/// Sets the levels that a case belongs to: those that its expectation says, unless the testee was not asked.
void set_belongs(CaseResult& result, const Expectation& expectation);

}  // namespace ggufproof
