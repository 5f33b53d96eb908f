// A plain text, so that a change of a reader reads well in a diff.
#include "conformance/expected_failures.h"

#include <algorithm>
#include <map>

namespace ggufproof {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::optional<ExpectedFailure> read_line(std::string_view line) {
  const std::size_t space = line.find(' '), colon = line.find(": ");
  if (space == line.npos || colon == line.npos || colon < space + 2 || colon + 2 >= line.size())
    return std::nullopt;
  const auto outcome = outcome_of(line.substr(0, space));
  if (!outcome || !is_failure(*outcome)) return std::nullopt;
  return ExpectedFailure{*outcome, std::string(line.substr(space + 1, colon - space - 1)),
                         std::string(line.substr(colon + 2))};
}

std::string named(const CaseResult& result) {
  return std::string(outcome_row(result.outcome).name) + ' ' + result.id;
}

}  // namespace

std::variant<std::vector<ExpectedFailure>, std::string> read_expected(std::string_view text) {
  std::vector<ExpectedFailure> out;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    auto failure = read_line(line);
    if (!failure) return "line " + std::to_string(number) + ": is not `outcome case: reason`";
    const bool twice =
        std::any_of(out.begin(), out.end(), [&](const ExpectedFailure& f) { return f.id == failure->id; });
    if (twice) return "line " + std::to_string(number) + ": " + failure->id + " stands there twice";
    out.push_back(std::move(*failure));
  }
  return out;
}

std::vector<Deviation> deviations(const std::vector<ExpectedFailure>& expected,
                                  const std::vector<CaseResult>& results, bool whole) {
  std::map<std::string_view, const ExpectedFailure*> listed;
  for (const ExpectedFailure& failure : expected) listed[failure.id] = &failure;
  std::vector<Deviation> out;
  for (const CaseResult& result : results) {
    const auto found = listed.find(result.id);
    const bool fails = is_failure(result.outcome);
    if (found == listed.end()) {
      if (fails) out.push_back({result.id, "not listed: " + named(result) + ": " + result.detail});
      continue;
    }
    const std::string was(outcome_row(found->second->outcome).name);
    if (!fails) {
      out.push_back({result.id, "listed as " + was + ", and passes: " + result.id});
    } else if (result.outcome != found->second->outcome) {
      out.push_back({result.id, "listed as " + was + ": " + named(result) + ": " + result.detail});
    }
    listed.erase(found);
  }
  if (whole) {
    for (const auto& [id, failure] : listed)
      out.push_back({std::string(id), "listed, and no case of the corpus: " + std::string(id)});
  }
  return out;
}

std::string fixed_list(const std::vector<ExpectedFailure>& expected, const std::vector<CaseResult>& results,
                       std::string_view comments) {
  std::string out;
  for (const std::string_view line : lines_of(comments)) {
    if (line.starts_with('#')) out += std::string(line) + '\n';
  }
  for (const CaseResult& result : results) {
    if (!is_failure(result.outcome)) continue;
    const auto kept = std::find_if(expected.begin(), expected.end(), [&](const ExpectedFailure& failure) {
      return failure.id == result.id && failure.outcome == result.outcome;
    });
    const std::string detail = result.detail.empty() ? "it says nothing" : result.detail;
    out += named(result) + ": " + (kept == expected.end() ? detail : kept->reason) + '\n';
  }
  return out;
}

}  // namespace ggufproof
