// Dealt out in turns: neighbours in a directory tend to be of a size.
#include "validator/part.h"

#include <charconv>
#include <map>
#include <string>

#include "validator/file_name.h"

namespace ggufproof {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<Part> read_part(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == text.npos) return std::nullopt;
  const auto number = whole_number(text.substr(0, slash)), of = whole_number(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of) return std::nullopt;
  return Part{*number, *of};
}

std::vector<NamedFile> files_of(Part part, const std::vector<NamedFile>& files) {
  std::map<std::string, std::uint64_t> turns;  // of each set, and of each file that is in none
  std::vector<NamedFile> kept;
  for (const NamedFile& file : files) {
    const std::string_view base = base_name(file.path);
    const std::string set =
        std::string(directory_of(file.path)) + std::string(prefix_of_shard(base).value_or(base));
    const std::uint64_t turn = turns.try_emplace(set, turns.size()).first->second;
    if (turn % part.of == part.number - 1) kept.push_back(file);
  }
  return kept;
}

}  // namespace ggufproof
