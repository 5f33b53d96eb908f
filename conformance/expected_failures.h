// The list of what a testee is known to fail, with a reason on each line. It cannot go stale: what is listed
// and passes, what fails and is not listed, and what fails in another way all fail the run.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/outcome.h"

namespace ggufproof {

/// One line: `accepted-invalid layout/overlap-inside: does not compare offsets`.
struct ExpectedFailure {
  TestOutcome outcome = TestOutcome::crash;
  std::string id;
  std::string reason;
};

/// Reads a list; lines that begin with # are comments. The error is a sentence with the line's number.
std::variant<std::vector<ExpectedFailure>, std::string> read_expected(std::string_view text);

/// A case that is not as its list says.
struct Deviation {
  std::string id;
  std::string what;  ///< a sentence that names the case
};

/// What is not as listed. `whole`: every case was run, so a listed case without a result is wrong.
std::vector<Deviation> deviations(const std::vector<ExpectedFailure>& expected,
                                  const std::vector<CaseResult>& results, bool whole);

/// The list that fits the results: reasons stay where case and outcome do, new ones are what the testee did.
std::string fixed_list(const std::vector<ExpectedFailure>& expected, const std::vector<CaseResult>& results,
                       std::string_view comments);

}  // namespace ggufproof
