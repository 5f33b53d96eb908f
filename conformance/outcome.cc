// One table of outcomes; what is here says which of them it is.
#include "conformance/outcome.h"

#include <algorithm>

namespace ggufproof {
namespace {

constexpr std::string_view level_letters = "rfst";
constexpr std::size_t most_detail = 160;

TestOutcome of_accepted(const Expectation& expectation, const std::optional<std::string>& difference) {
  if (expectation.wanted == Wanted::refuse) return TestOutcome::accepted_invalid;
  if (expectation.disputed) return TestOutcome::disputed;
  if (expectation.wanted == Wanted::either) return TestOutcome::unsupported;
  return difference ? TestOutcome::wrong_value : TestOutcome::agree;
}

TestOutcome of_refused(const Expectation& expectation, const std::string& stage) {
  if (expectation.wanted == Wanted::accept) return TestOutcome::refused_valid;
  if (expectation.disputed) return TestOutcome::disputed;
  if (expectation.wanted == Wanted::either) return TestOutcome::unsupported;
  const auto told = stage_of(stage);
  return told && expectation.fault && *told < *expectation.fault ? TestOutcome::wrong_stage
                                                                 : TestOutcome::agree;
}

TestOutcome outcome_of(const Expectation& expectation, const Answer& answer,
                       const std::optional<std::string>& difference) {
  switch (answer.reply) {
    case Reply::accepted:
      return of_accepted(expectation, difference);
    case Reply::refused:
      return of_refused(expectation, answer.stage);
    case Reply::skipped:
      return TestOutcome::unsupported;
    case Reply::hung:
      return TestOutcome::hang;
    case Reply::over_allocated:
      return TestOutcome::over_allocation;
    case Reply::crashed:
      break;
  }
  return TestOutcome::crash;
}

std::string detail_of(const Expectation& expectation, const Answer& answer,
                      const std::optional<std::string>& difference) {
  const bool accepted = answer.reply == Reply::accepted;
  std::string detail = accepted ? difference.value_or("") : answer.words;
  if (expectation.wanted == Wanted::either && answer.reply <= Reply::refused)
    detail = (accepted ? "accepted" : "refused") + (detail.empty() ? "" : ": " + detail);
  if (accepted && expectation.wanted == Wanted::refuse && expectation.rule != nullptr)
    detail = std::string(expectation.rule->name) + ": " + std::string(expectation.rule->summary);
  if (expectation.wanted == Wanted::either && !expectation.disputed && answer.reply <= Reply::refused)
    return accepted ? "accepted" : "refused";  // a loader of models has as many reasons as there are models
  if (detail.size() > most_detail) detail = detail.substr(0, most_detail) + "...";
  std::replace_if(
      detail.begin(), detail.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return detail;
}

}  // namespace

std::optional<TestOutcome> outcome_of(std::string_view name) {
  for (const OutcomeRow& row : outcomes) {
    if (row.name == name) return row.outcome;
  }
  return std::nullopt;
}

bool is_failure(TestOutcome outcome) { return outcome > TestOutcome::unsupported; }

bool CaseResult::costs(Level level) const {
  const auto i = static_cast<std::size_t>(level);
  return belongs[i] && outcome_row(outcome).costs.find(level_letters[i]) != std::string_view::npos;
}

CaseResult judge_answer(const std::string& id, const Expectation& expectation, const Answer& answer,
                        const std::optional<std::string>& difference) {
  CaseResult result{
      id, outcome_of(expectation, answer, difference), detail_of(expectation, answer, difference), {}};
  set_belongs(result, expectation);
  return result;
}

void set_belongs(CaseResult& result, const Expectation& expectation) {
  const bool asked = result.outcome != TestOutcome::unsupported;
  if (expectation.writing) {
    result.belongs = {asked, asked, false, asked};
    return;
  }
  result.belongs = {asked || expectation.wanted == Wanted::either,
                    asked && expectation.wanted == Wanted::accept, asked && expectation.safe,
                    asked && expectation.wanted == Wanted::refuse};
}

}  // namespace ggufproof
