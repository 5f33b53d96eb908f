// The tables that embed_examples.cmake makes of the corpus.
#include "validator/rule_example.h"

#include <algorithm>
#include <array>

namespace ggufproof {
namespace {

struct Line {
  std::string_view rule;
  std::string_view text;
};

constexpr std::array examples{
#define EXAMPLE(rule, text) Line{rule, text},
#include "validator/rule_examples.inc"
};

constexpr std::array readers{
#define READERS(rule, text) Line{rule, text},
#include "validator/rule_readers.inc"
};

}  // namespace

std::string_view example_of(const RuleRow& row) {
  const auto* found =
      std::find_if(examples.begin(), examples.end(), [&](const Line& line) { return line.rule == row.name; });
  return found == examples.end() ? std::string_view() : found->text;
}

std::vector<std::string_view> readers_of(const RuleRow& row) {
  std::vector<std::string_view> found;
  for (const Line& line : readers) {
    if (line.rule == row.name && std::find(found.begin(), found.end(), line.text) == found.end())
      found.push_back(line.text);
  }
  return found;
}

}  // namespace ggufproof
