// The set of hashes against std::set, roomy and as full as it may get.
#include "validator/hash_set.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ggufproof {
namespace {

/// Hashes that crowd into few places and repeat, 0 among them.
std::uint64_t crowded(std::uint64_t number) { return (number & 7) << 61 | (number >> 3 & 3); }

RC_GTEST_PROP(HashSet, IsLikeAStandardSet, (const std::vector<std::uint64_t>& numbers)) {
  std::set<std::uint64_t> wanted;
  for (const std::uint64_t number : numbers) wanted.insert(crowded(number));
  HashSet roomy(numbers.size(), ~std::uint64_t{0}), full(numbers.size(), wanted.size());
  std::set<std::uint64_t> before;
  for (const std::uint64_t number : numbers) {
    const std::uint64_t hash = crowded(number);
    const bool is_new = before.insert(hash == 0 ? 1 : hash).second;
    RC_ASSERT(roomy.insert(hash) == is_new);
    full.insert(hash);
  }
  for (std::uint64_t number = 0; number < 32; ++number) {
    const std::uint64_t hash = crowded(number);
    RC_ASSERT(roomy.contains(hash) == before.contains(hash == 0 ? 1 : hash));
    RC_ASSERT(full.contains(hash) == before.contains(hash == 0 ? 1 : hash));
  }
}

TEST(HashSet, TakesNoMoreThanItHasRoomFor) {
  HashSet set(4, 4);
  for (std::uint64_t hash = 1; hash <= 4; ++hash) EXPECT_TRUE(set.insert(hash << 60));
  EXPECT_FALSE(set.insert(std::uint64_t{9} << 60));
  EXPECT_FALSE(set.contains(std::uint64_t{9} << 60)) << "and a search for it ends";
}

TEST(HashSet, WithoutRoomHoldsNothing) {
  EXPECT_FALSE(HashSet().contains(0));
  EXPECT_FALSE(HashSet().contains(7));
}

}  // namespace
}  // namespace ggufproof
