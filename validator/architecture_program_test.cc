// The table itself: every file of spec/architectures can be read, and says what the loader's sources say.
#include "validator/architecture_program.h"

#include <set>

#include <gtest/gtest.h>

#include "spec/architectures.h"
#include "validator/architecture_expression.h"

namespace ggufproof {
namespace {

TEST(ArchitectureProgram, EveryArchitectureCanBeRead) {
  std::set<std::string_view> names;
  for (const ArchitectureText& text : architectures) {
    const Program* program = program_of(text.name);
    ASSERT_NE(program, nullptr) << text.name;
    EXPECT_EQ(program->error, "") << text.name;
    EXPECT_FALSE(program->tensors.empty()) << text.name;
    EXPECT_TRUE(names.insert(text.name).second) << text.name;
  }
  EXPECT_GE(names.size(), 150U);
  EXPECT_EQ(program_of("LLaMA"), nullptr);
  EXPECT_EQ(program_of(""), nullptr);
}

TEST(ArchitectureProgram, StatesTheVersionItWasMadeFrom) {
  EXPECT_TRUE(architectures_version.starts_with("v0."));
}

TEST(ArchitectureProgram, OneThatIsTheSameAsAnotherHasItsRows) {
  const Program* program = program_of("llama-embed");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(program->tensors.size(), program_of("llama")->tensors.size());
}

struct Mistake {
  const char* rows;
  const char* error;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreNamed) {
  const Program program = read_program("", GetParam().rows);
  EXPECT_NE(program.error.find(GetParam().error), std::string::npos) << program.error;
}

INSTANTIATE_TEST_SUITE_P(Rows, Mistakes,
                         testing::Values(Mistake{"rows\n", "no such heading"},
                                         Mistake{"keys\n  lock a u32\n", "no such row"},
                                         Mistake{"keys\n  key a u33\n", "no such type"},
                                         Mistake{"tensors\n  use qkv(1)\n", "no such macro"},
                                         Mistake{"tensors\n  else\n", "no branch"},
                                         Mistake{"tensors\n  require 1 +\n", "wants a name"},
                                         Mistake{"tensors\n  require (1\n", "wants a bracket"},
                                         Mistake{"tensors\n  require 1 ? 2\n", "wants a colon"},
                                         Mistake{"tensors\n  require often(1)\n", "no function"},
                                         Mistake{"tensors\n  require 1 2\n", "not part of an expression"}));

TEST(ArchitectureExpression, SplitsArgumentsAtOuterCommas) {
  const auto parts = split_arguments("a, max(b, c), d[e]");
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[1], "max(b, c)");
  EXPECT_EQ(parts[2], "d[e]");
  EXPECT_TRUE(split_arguments("").empty());
}

}  // namespace
}  // namespace ggufproof
