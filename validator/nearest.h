// What somebody may have meant who mistyped a name.
#pragma once

#include <string_view>
#include <vector>

namespace ggufproof {

/// The name that differs least from `word`: the fewest characters added, taken away or replaced
/// (Levenshtein), and no more than one in three of the word's. Empty where none is that near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& names);

}  // namespace ggufproof
