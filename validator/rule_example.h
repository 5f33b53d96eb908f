// What the corpus shows of a rule: a small file that breaks it, and what readers are known to do with such
// files. Taken from the cases' texts when the command is built, so that a command by itself can explain its
// rules.
#pragma once

#include <string_view>
#include <vector>

#include "spec/rules.h"

namespace ggufproof {

/// The text of the plainest case that breaks the rule (corpus/README.md has the language), or an empty text.
std::string_view example_of(const RuleRow& row);

/// What readers are known to do with files that break the rule: the `readers` lines of its cases, each once.
std::vector<std::string_view> readers_of(const RuleRow& row);

}  // namespace ggufproof
