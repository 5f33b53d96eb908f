// The tables agree with themselves and with what the document states in numbers.
#include "spec/tables.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "spec/rules.h"

namespace ggufproof {
namespace {

// gguf.md: gguf_metadata_value_type, in the document's order.
TEST(Tables, ValueTypesStandAtTheirCodes) {
  const std::array<std::pair<std::string_view, unsigned>, 13> document{{{"u8", 1},
                                                                        {"i8", 1},
                                                                        {"u16", 2},
                                                                        {"i16", 2},
                                                                        {"u32", 4},
                                                                        {"i32", 4},
                                                                        {"f32", 4},
                                                                        {"bool", 1},
                                                                        {"string", 0},
                                                                        {"array", 0},
                                                                        {"u64", 8},
                                                                        {"i64", 8},
                                                                        {"f64", 8}}};
  ASSERT_EQ(value_types.size(), document.size());
  for (std::uint32_t code = 0; code < document.size(); ++code) {
    EXPECT_EQ(static_cast<std::uint32_t>(value_types[code].type), code);
    EXPECT_EQ(value_type_row(code)->name, document[code].first);
    EXPECT_EQ(value_type_row(code)->bytes, document[code].second);
  }
  EXPECT_EQ(value_type_row(13), nullptr);
  EXPECT_EQ(value_type_row(0xFFFFFFFF), nullptr);
}

TEST(Tables, TensorTypesStandAtTheirIds) {
  ASSERT_EQ(tensor_types.size(), 43u);
  for (std::uint32_t id = 0; id < tensor_types.size(); ++id) {
    EXPECT_EQ(static_cast<std::uint32_t>(tensor_types[id].type), id);
  }
  EXPECT_EQ(tensor_type_row(43), nullptr);
  EXPECT_EQ(tensor_type_row(0xFFFFFFFF), nullptr);
}

// The document strikes out 4, 5, 31 to 33 and 36 to 38.
TEST(Tables, RetiredTypesHaveNoBlocks) {
  const std::set<std::uint32_t> retired{4, 5, 31, 32, 33, 36, 37, 38};
  for (std::uint32_t id = 0; id < tensor_types.size(); ++id) {
    const TensorTypeRow& row = tensor_types[id];
    EXPECT_EQ(row.status == TensorTypeStatus::retired, retired.contains(id)) << row.name;
    EXPECT_EQ(row.block_elements == 0, retired.contains(id)) << row.name;
    EXPECT_EQ(row.block_bytes == 0, retired.contains(id)) << row.name;
  }
}

TEST(Rules, NamesAreUniqueAndWellFormed) {
  std::set<std::string_view> names;
  for (const RuleRow& row : rules) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_NE(row.name.find('.'), std::string_view::npos) << row.name;
    EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-."), std::string_view::npos)
        << row.name;
    EXPECT_EQ(find_rule(row.name), &row);
    EXPECT_EQ(&rule_row(row.rule), &row);
  }
  EXPECT_EQ(find_rule("no.such-rule"), nullptr);
}

TEST(Rules, EveryRuleCitesAClauseThatExists) {
  for (const RuleRow& row : rules)
    EXPECT_NE(find_clause(row.clause), nullptr) << row.name << " cites " << row.clause;
}

// --explain says of each such rule what comes of a file that breaks it, and of no other rule.
TEST(Rules, WhatLlamaAloneRefusesHasAConsequence) {
  std::set<const ConsequenceRow*> used;
  for (const RuleRow& row : rules) {
    const ConsequenceRow* found = consequence_of(row);
    EXPECT_EQ(found != nullptr, is_of_llama_alone(row)) << row.name;
    used.insert(found);
  }
  for (const ConsequenceRow& one : consequences)
    EXPECT_TRUE(used.contains(&one)) << one.rule << " stands for no rule";
  EXPECT_EQ(consequence_of(*find_rule("model.key-missing"))->rule, "model.");
  EXPECT_EQ(consequence_of(*find_rule("model.value-aborts"))->rule, "model.value-aborts");
}

TEST(Rules, EveryClauseHasARuleAndItsNumberOnce) {
  std::set<std::string_view> numbers;
  for (const ClauseRow& clause : clauses) {
    EXPECT_TRUE(numbers.insert(clause.number).second) << clause.number;
    const bool cited =
        std::any_of(rules.begin(), rules.end(), [&](const RuleRow& r) { return r.clause == clause.number; });
    EXPECT_TRUE(cited) << "no rule cites clause " << clause.number;
  }
}

// default is an error wherever a MUST is broken, less the deviations that shipping writers emit. The list is
// short and stands in the README; a new exception must be put here and there.
TEST(Rules, DefaultForgivesOnlyTheListedDeviations) {
  const std::set<std::string_view> forgiven{"header.version-2",
                                            "string.token-not-utf8",
                                            "key.hyphen",
                                            "key.architecture-hyphen",
                                            "key.template-name",
                                            "layout.padding-not-zero",
                                            "general.architecture-left-out",
                                            "general.architecture-hyphen",
                                            "general.quantization-version-missing",
                                            "general.quantization-version-left-out",
                                            "tokenizer.scores-type",
                                            "model.documented-key-missing",
                                            "model.documented-key-type"};
  for (const RuleRow& row : rules) {
    if (row.spec == Severity::error) {
      EXPECT_EQ(row.deflt != Severity::error, forgiven.contains(row.name)) << row.name;
    }
  }
}

// ... and wherever the reference reader refuses a file, less what depends on the machine or on reading data
// in one go.
TEST(Rules, DefaultFollowsTheReferenceReader) {
  const std::set<std::string_view> forgiven{"header.big-endian", "layout.last-padding"};
  for (const RuleRow& row : rules) {
    if (row.ggml == Severity::error) {
      EXPECT_EQ(row.deflt != Severity::error, forgiven.contains(row.name)) << row.name;
    }
  }
}

TEST(Rules, TextsAreWritten) {
  for (const RuleRow& row : rules) {
    EXPECT_FALSE(row.summary.empty()) << row.name;
    EXPECT_FALSE(row.remedy.empty()) << row.name;
  }
}

}  // namespace
}  // namespace ggufproof
