// The C library's fnmatch is the other opinion: of its special characters the texts here have none but the
// star.
#include "validator/config/glob.h"

#include <string>
#include <vector>

#include <fnmatch.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ggufproof {
namespace {

std::string of_letters(const std::string& letters) {
  return *rc::gen::container<std::string>(rc::gen::elementOf(letters));
}

RC_GTEST_PROP(Glob, IsWhatFnmatchSays, ()) {
  const std::string pattern = of_letters("ab/.**");
  const std::string text = of_letters("ab/.");
  RC_ASSERT(matches(pattern, text) == (fnmatch(pattern.c_str(), text.c_str(), 0) == 0));
}

RC_GTEST_PROP(Glob, ATextWithAnyPartStarredMatchesIt, (const std::string& text)) {
  const auto begin = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
  const auto length = *rc::gen::inRange<std::size_t>(0, text.size() - begin + 1);
  RC_ASSERT(matches(std::string(text).replace(begin, length, "*"), text));
}

TEST(Glob, OnlyTheStarIsSpecial) {
  EXPECT_TRUE(matches("tensor[3].data", "tensor[3].data"));
  EXPECT_FALSE(matches("tensor[3].data", "tensor3.data"));
  EXPECT_TRUE(matches("tensor[*].data", "tensor[17].data"));
  EXPECT_FALSE(matches("a?c", "abc"));
  EXPECT_TRUE(matches("old/*.gguf", "old/deep/er.gguf"));
}

TEST(Glob, ManyStarsTakeNoTime) {
  std::string pattern;
  for (int i = 0; i < 5000; ++i) pattern += "a*";
  EXPECT_FALSE(matches(pattern + "b", std::string(10000, 'a')));
}

}  // namespace
}  // namespace ggufproof
