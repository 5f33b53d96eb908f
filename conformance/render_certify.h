// A run's results for people (text), for continuous integration (JUnit) and for a page's badge.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "conformance/certify_run.h"
#include "conformance/expected_failures.h"
#include "conformance/summary.h"

namespace ggufproof {

/// Text: the levels with what stands between, counts, and the failures; of failures that a list expects only
/// how many.
void print_results(std::ostream& out, const Results& results, const std::string& suite,
                   bool failures_expected);

/// A detail fit for a terminal, with its quotes as they are.
std::string detail_shown(const std::string& detail);

/// JUnit XML: a test case for each case of the corpus, a failure for each deviation.
void print_junit(std::ostream& out, const Results& results, const std::vector<Deviation>& deviations);

/// A badge in the format that shields' endpoint takes.
std::string badge_json(const Results& results);

}  // namespace ggufproof
