// The corpus as a list of edits: what is different between a case that breaks a rule and its nearest case
// that does not is an edit that breaks the rule, and so nobody has to write it down again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "generators/mutate/mutation.h"

namespace ggufproof {

/// A case that breaks a rule and the nearest one that does not, as descriptions, with what stands around
/// them.
struct CasePair {
  std::string_view path;  ///< of the case, below corpus/
  std::string why;
  std::string label;  ///< where the rule fires in the failing case
  FileModel near;
  FileModel failing;
  Surroundings around_near, around_failing;
};

/// All pairs of a rule's cases that descriptions can hold and that differ: none whose fault is in places,
/// padding or broken structure. The corpus is part of the binary; a rule's cases are read when they are first
/// asked for.
const std::vector<CasePair>& case_pairs(Rule rule);

/// The rules that cases of this rule say to fire besides.
const std::vector<Rule>& entailed_by(Rule rule);

}  // namespace ggufproof
