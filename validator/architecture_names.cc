// Names are matched with the patterns of the rows, those of both sides of every branch: no key is asked.
#include "validator/architecture_names.h"

#include <algorithm>
#include <array>
#include <string>

namespace ggufproof {
namespace {

/// Takes a decimal number without leading zeros off `text`.
bool take_number(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || (digits > 1 && text[0] == '0')) return false;
  text.remove_prefix(digits);
  return true;
}

bool matches(const NamePattern& pattern, std::string_view name) {
  for (const NamePattern::Piece& piece : pattern.pieces) {
    if (!name.starts_with(piece.text)) return false;
    name.remove_prefix(piece.text.size());
    if (piece.value && !take_number(name)) return false;
  }
  return name.empty();
}

}  // namespace

ArchitectureNames::ArchitectureNames(const Program& program) : program_(program) { add(program.tensors); }

void ArchitectureNames::add(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    if (row.kind == Row::Kind::tensor) patterns_.insert(row.pattern);
    if (row.kind == Row::Kind::use) add(program_.macros[row.macro].rows);
    add(row.then);
    add(row.otherwise);
  }
}

bool ArchitectureNames::contains(std::string_view name) const {
  const auto asked_for = [&](std::string_view whole) {
    return std::any_of(patterns_.begin(), patterns_.end(),
                       [&](std::uint32_t pattern) { return matches(program_.patterns[pattern], whole); });
  };
  if (asked_for(name)) return true;
  return std::ranges::any_of(
      std::array<std::string_view, 2>{".scale", ".input_scale"}, [&](std::string_view side) {
        return name.ends_with(side) &&
               asked_for(std::string(name.substr(0, name.size() - side.size())) + ".weight");
      });
}

}  // namespace ggufproof
