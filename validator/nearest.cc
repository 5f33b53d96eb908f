// The textbook's algorithm with one row of its table.
#include "validator/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ggufproof {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& names) {
  std::string_view found;
  std::size_t smallest = word.size() / 3 + 1;
  for (const std::string_view name : names) {
    if (name.size() > word.size() + smallest) continue;  // names in files may be long
    const std::size_t distance = edit_distance(word, name);
    if (distance >= smallest) continue;
    smallest = distance;
    found = name;
  }
  return found;
}

}  // namespace ggufproof
