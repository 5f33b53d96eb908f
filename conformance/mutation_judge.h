// Is a mutation what it says? The validator must report exactly its rule, where it was written.
#pragma once

#include <string>
#include <vector>

#include "generators/mutate/mutation.h"

namespace ggufproof {

/// All that is not as it should be, a sentence each: in every profile in which the rule is on, it fires once
/// more than without the edit, somewhere in the bytes that the edit wrote; no other error or warning but
/// those entailed does.
std::vector<std::string> faults_of(const Mutation& mutation);

}  // namespace ggufproof
