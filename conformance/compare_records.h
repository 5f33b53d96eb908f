// Two releases of one reader or writer by their records: what the newer one mended, and what it broke.
//
// A record lists only cases that are not as they should be. What an older one does not list was right where
// both are of one corpus; where they are not, nobody knows whether it was asked, and that is said.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/outcome.h"
#include "generators/manifest.h"

namespace ggufproof {

/// A case of which two releases make something else.
struct Change {
  std::string id;
  TestOutcome older = TestOutcome::agree;
  TestOutcome newer = TestOutcome::agree;
  std::string detail;  ///< what the newer one said or did, else the older one
};

struct Comparison {
  std::string older, newer;  ///< name and version
  bool same_corpus = true;
  std::vector<Change> broke;      ///< right before and failing now, or failing before and dying now
  std::vector<Change> mended;     ///< failing before, right now
  std::vector<Change> otherwise;  ///< any other change, such as from a crash to a wrong value
  std::uint64_t as_before = 0;    ///< cases that fail as they did
  std::uint64_t not_told =
      0;  ///< cases that fail now and that the older record, of another corpus, does not list
};

/// Compares two records. `newer` must be of this corpus, `older` may be of another. The error is a sentence:
/// one is no record or damaged, or they are not two runs of one testee over the same kind of cases.
std::variant<Comparison, std::string> compare_records(const Corpus& corpus, std::string_view older,
                                                      std::string_view newer);

/// A line of counts, and one for each change.
void print_comparison(std::ostream& out, const Comparison& comparison);

}  // namespace ggufproof
