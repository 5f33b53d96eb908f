// A name for a finding that stays its own while other parts of the file change: programs that gather findings
// tell old from new by it, and so do baselines.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "validator/finding.h"

namespace ggufproof {

/// 32 hex digits made of the rule, the name of the thing concerned and its field path without indexes. Not of
/// offsets, indexes and values, which change when something before them does. Findings of one file that
/// differ in nothing else share it. The digits of a finding never change with the tool's version.
std::string fingerprint_of(const Finding& finding);

/// The same for a text of any other kind.
std::string fingerprint_of_text(std::string_view text);

/// Numbers findings of one file that share a fingerprint, in their order.
class FingerprintCounter {
 public:
  /// The fingerprint, a colon, and which one of those that share it this is, from 1.
  std::string numbered(const Finding& finding);

 private:
  std::unordered_map<std::string, std::uint64_t> seen_;
};

}  // namespace ggufproof
