// Cases are found by their texts, and only those of the rule that is asked for are parsed.
#include "generators/mutate/case_pairs.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "generators/case_text.h"
#include "generators/lift.h"

namespace ggufproof {
namespace {

struct CorpusText {
  std::string_view path;
  std::string_view text;
};

// Neither std::array nor constexpr: clang looks at no more than some hundred elements.
const CorpusText corpus[] = {
#define CASE(path, text) CorpusText{path, text},
#include "generators/corpus_texts.inc"
#undef CASE
};

constexpr std::uint64_t most_bytes = 1U << 16;  // of a case's file: larger ones are about their size

struct RuleCases {
  std::vector<CasePair> pairs;
  std::vector<Rule> entailed;
};

struct ReadCase {
  Case head;
  std::vector<std::uint8_t> bytes;
};

std::optional<ReadCase> read_case(std::string_view text) {
  auto read = parse_case(text);
  auto* found = std::get_if<Case>(&read);
  if (found == nullptr || found->file.size() > most_bytes || !found->file.elided().empty())
    return std::nullopt;
  std::vector<std::uint8_t> bytes = found->file.bytes();
  return ReadCase{std::move(*found), std::move(bytes)};
}

std::optional<ReadCase> read_case_at(std::string_view path) {
  const auto* found = std::ranges::find(corpus, path, &CorpusText::path);
  return found == std::end(corpus) ? std::nullopt : read_case(found->text);
}

/// What a case is judged with; nothing where another case is too large for that.
std::optional<Surroundings> around(const Case& head) {
  const auto& flags = head.flags;
  Surroundings found{head.name, {}, {}, std::find(flags.begin(), flags.end(), "roundtrip") != flags.end()};
  for (const std::string& path : head.with) {
    auto other = read_case_at(path);
    if (!other) return std::nullopt;
    found.beside.push_back({other->head.name, std::move(other->bytes)});
  }
  if (head.original.empty()) return found;
  auto original = read_case_at(head.original);
  if (!original) return std::nullopt;
  found.original = std::move(original->bytes);
  return found;
}

/// The pair of a case and one of its neighbours; nothing where a description cannot hold the difference.
std::optional<CasePair> pair_of(std::string_view path, const ReadCase& failing,
                                const std::string& near_path) {
  const auto near = read_case_at(near_path);
  if (!near) return std::nullopt;
  auto model = lift(failing.bytes), near_model = lift(near->bytes);
  auto around_failing = around(failing.head), around_near = around(near->head);
  if (!model || !near_model || !around_failing || !around_near) return std::nullopt;
  const bool alone = around_failing->name == around_near->name && around_failing->beside.empty();
  if (alone && *model == *near_model) return std::nullopt;
  return CasePair{path,
                  failing.head.why,
                  failing.head.finding->label,
                  *std::move(near_model),
                  *std::move(model),
                  *std::move(around_near),
                  *std::move(around_failing)};
}

RuleCases read_cases_of(Rule rule) {
  RuleCases cases;
  const std::string mark = ' ' + std::string(rule_row(rule).name) + " at ";
  for (const CorpusText& text : corpus) {
    if (text.text.find(mark) == std::string_view::npos) continue;
    const auto read = read_case(text.text);
    if (!read || !read->head.finding || read->head.finding->rule != rule) continue;
    for (const ExpectedFinding& also : read->head.also) cases.entailed.push_back(also.rule);
    for (const std::string& near : read->head.near) {
      if (auto pair = pair_of(text.path, *read, near)) cases.pairs.push_back(*std::move(pair));
    }
  }
  std::sort(cases.entailed.begin(), cases.entailed.end());
  cases.entailed.erase(std::unique(cases.entailed.begin(), cases.entailed.end()), cases.entailed.end());
  return cases;
}

const RuleCases& cases_of(Rule rule) {
  static std::mutex busy;
  static std::map<Rule, RuleCases> known;
  const std::lock_guard lock(busy);
  const auto found = known.find(rule);
  return found != known.end() ? found->second : known.emplace(rule, read_cases_of(rule)).first->second;
}

}  // namespace

const std::vector<CasePair>& case_pairs(Rule rule) { return cases_of(rule).pairs; }

const std::vector<Rule>& entailed_by(Rule rule) { return cases_of(rule).entailed; }

}  // namespace ggufproof
