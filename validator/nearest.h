// What somebody may have meant who mistyped a name.
#pragma once

#include <cstddef>
#include <string_view>

namespace ggufproof {

/// How many characters must be added, taken away or replaced to turn `a` into `b` (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace ggufproof
