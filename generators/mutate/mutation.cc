// A rule is broken by the edit written for it or, where there is none, by one that the corpus shows.
#include "generators/mutate/mutation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/mutate/case_pairs.h"
#include "generators/mutate/edit.h"
#include "generators/mutate/graft.h"
#include "generators/mutate/written.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

struct Exception {
  Rule rule;
  std::string_view why;
};

constexpr std::array exceptions{
    Exception{Rule::string_too_long, "the string alone has 2^30 bytes"},
    Exception{Rule::array_too_many, "the array alone has 2^30 elements"},
};

const EditRow* edit_of(Rule rule) {
  for (const auto& table :
       {header_edits(), metadata_edits(), value_edits(), tensor_edits(), layout_edits()}) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const EditRow& row) { return row.rule == rule; });
    if (found != table.end()) return &*found;
  }
  return nullptr;
}

Mutation by(Edit edit) {
  return {{},           std::move(edit.before), std::move(edit.after),
          edit.written, edit.written,           std::move(edit.what)};
}

Mutation by_pair(const CasePair& pair, Choices& choices, const FileModel& host) {
  const Graft graft(choices, host, pair);
  const FileModel failing = graft.into(pair.failing);
  Mutation mutation = by(described(graft.into(pair.near), failing, "as in corpus/" + std::string(pair.path)));
  mutation.where = {range_around(write(failing), graft.label_in(pair.failing, pair.label))};
  mutation.around_before = pair.around_near;
  mutation.around = pair.around_failing;
  return mutation;
}

}  // namespace

std::optional<Mutation> mutate_for(Rule rule, Choices& choices, const FileModel& host) {
  const EditRow* row = edit_of(rule);
  const std::vector<CasePair>& pairs = case_pairs(rule);
  if (row == nullptr && pairs.empty()) return std::nullopt;
  Mutation mutation =
      row != nullptr ? by(row->edit(choices, host)) : by_pair(choices.pick(pairs), choices, host);
  mutation.rule = rule;
  mutation.entailed = entailed_by(rule);
  return mutation;
}

std::string_view why_no_mutation(Rule rule) {
  const auto found = std::find_if(exceptions.begin(), exceptions.end(),
                                  [&](const Exception& one) { return one.rule == rule; });
  return found == exceptions.end() ? std::string_view() : found->why;
}

std::vector<std::string> mutations_of(Rule rule) {
  if (const EditRow* row = edit_of(rule)) return {std::string(row->what)};
  std::vector<std::string> lines;
  for (const CasePair& pair : case_pairs(rule))
    lines.push_back("as in corpus/" + std::string(pair.path) + ": " + pair.why);
  return lines;
}

}  // namespace ggufproof
