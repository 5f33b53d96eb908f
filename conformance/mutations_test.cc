// Every rule has its mutations, and each is what it says over any host: the strongest thing that can be asked
// of a validator without writing a file down.
#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "conformance/mutation_judge.h"
#include "generators/any_file.h"
#include "generators/mutate/case_pairs.h"
#include "generators/mutate/written.h"
#include "generators/random_choices.h"
#include "generators/rc_choices.h"
#include "generators/show_model.h"

namespace ggufproof {

/// How GoogleTest shows the parameter.
void PrintTo(const RuleRow& row, std::ostream* out) { *out << row.name; }

namespace {

std::string test_name(std::string_view name) {
  std::string out(name);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return out;
}

/// Those with a mutation; that the others have a reason is a test below.
std::vector<RuleRow> mutated_rules() {
  std::vector<RuleRow> rows;
  std::ranges::copy_if(rules, std::back_inserter(rows),
                       [](const RuleRow& row) { return why_no_mutation(row.rule).empty(); });
  return rows;
}

class MutationOf : public testing::TestWithParam<RuleRow> {};

TEST_P(MutationOf, AnyFileFiresItsRuleAlone) {
  const Rule rule = GetParam().rule;
  EXPECT_TRUE(rc::check(std::string(GetParam().name), [rule] {
    const FileModel host = *rc_made([](Choices& choices) { return any_file(choices); });
    RcChoices choices;
    const auto mutation = mutate_for(rule, choices, host);
    RC_ASSERT(mutation.has_value());
    RC_LOG() << mutation->what << '\n';
    RC_ASSERT(faults_of(*mutation) == std::vector<std::string>());
  }));
}

INSTANTIATE_TEST_SUITE_P(Rules, MutationOf, testing::ValuesIn(mutated_rules()),
                         [](const auto& info) { return test_name(info.param.name); });

TEST(Mutations, AreThereForEveryRuleOrItIsSaidWhyNot) {
  for (const RuleRow& row : rules) {
    RandomChoices choices(1);
    const bool there = mutate_for(row.rule, choices, any_file(choices)).has_value();
    const bool excused = !why_no_mutation(row.rule).empty();
    EXPECT_NE(there, excused) << row.name << (there ? " has a mutation and an excuse" : " has no mutation");
    EXPECT_EQ(mutations_of(row.rule).empty(), !there) << row.name << " is not described as it is";
  }
}

TEST(Mutations, DependOnTheChoicesAlone) {
  for (const RuleRow& row : rules) {
    RandomChoices one(7), other(7);
    const auto first = mutate_for(row.rule, one, any_file(one)),
               second = mutate_for(row.rule, other, any_file(other));
    ASSERT_EQ(first.has_value(), second.has_value());
    if (!first) continue;
    EXPECT_EQ(first->bytes, second->bytes) << row.name;
    EXPECT_EQ(first->what, second->what) << row.name;
  }
}

// A judge that finds nothing must itself be found out.
TEST(MutationJudge, TellsOfARuleThatDoesNotFire) {
  RandomChoices choices(1);
  auto mutation = mutate_for(Rule::layout_gap, choices, any_file(choices));
  ASSERT_TRUE(mutation);
  EXPECT_TRUE(faults_of(*mutation).empty());
  Mutation elsewhere = *mutation;
  elsewhere.where = {{0, 4}};
  EXPECT_FALSE(faults_of(elsewhere).empty()) << "it fires where nothing was written";
  Mutation undone = *mutation;
  undone.bytes = undone.before;
  EXPECT_FALSE(faults_of(undone).empty()) << "it does not fire";
  Mutation other = *mutation;
  other.rule = Rule::layout_order;
  EXPECT_FALSE(faults_of(other).empty()) << "another rule fires";
}

}  // namespace
}  // namespace ggufproof
