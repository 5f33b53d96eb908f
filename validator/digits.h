// Numbers for people: as many digits as tell them apart.
#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace ggufproof {

/// A number in at most `digits` significant digits, as %g has it.
inline std::string significant(double value, int digits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

}  // namespace ggufproof
