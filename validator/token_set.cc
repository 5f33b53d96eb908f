// Each look into a set of this size waits for memory, so texts are hashed a batch ahead of the looks.
#include "validator/token_set.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "validator/tokenizer_file.h"

namespace ggufproof {
namespace {

/// Holds back what is to be looked up until the memory had time to bring the slots.
template <class Look>
class Ahead {
 public:
  /// Takes one more, and hands an earlier one to `judge`.
  template <class Judge>
  void push(const Look& look, const Judge& judge) {
    if (count_ >= held_.size()) judge(held_[count_ % held_.size()]);
    held_[count_++ % held_.size()] = look;
  }

  /// Hands over those that are left.
  template <class Judge>
  void finish(const Judge& judge) {
    const std::uint64_t left = std::min<std::uint64_t>(count_, held_.size());
    for (std::uint64_t i = count_ - left; i < count_; ++i) judge(held_[i % held_.size()]);
  }

 private:
  std::array<Look, 32> held_{};
  std::uint64_t count_ = 0;
};

/// A set with room for the strings of an array. A string that is not empty takes five bytes or more, which
/// bounds how many distinct ones there are.
HashSet set_for(const Array& array) { return {array.count, (array.elements.end - array.elements.begin) / 5}; }

struct Merge {
  std::uint64_t pair, left, right, joined;  ///< hashes
};

}  // namespace

TokenSet token_set(const TokenizerFile& file, const Array& tokens) {
  TokenSet set{set_for(tokens)};
  Ahead<std::uint64_t> ahead;
  const auto take = [&](std::uint64_t hash) { set.plain &= set.hashes.insert(hash); };
  file.each_string(tokens, [&](std::uint64_t, std::string_view whole, Range) {
    const std::string_view text = before_nul(whole);
    if (text.empty()) {
      set.plain = false;
      return;
    }
    const std::uint64_t hash = keyed_hash(text);
    set.hashes.prefetch(hash);
    ahead.push(hash, take);
  });
  ahead.finish(take);
  return set;
}

bool are_plain_merges(const TokenizerFile& file, const Array& merges) {
  const HashSet& tokens = file.tokens.hashes;
  HashSet seen = set_for(merges);
  Ahead<Merge> ahead;
  bool plain = true;
  const auto judge = [&](const Merge& merge) {
    plain &= seen.insert(merge.pair) && tokens.contains(merge.left) && tokens.contains(merge.right) &&
             tokens.contains(merge.joined);
  };
  std::string joined;
  file.each_string(merges, [&](std::uint64_t, std::string_view whole, Range) {
    const auto parts = split_merge(before_nul(whole));
    if (!parts) plain = false;
    if (!plain) return;
    joined.assign(parts->left).append(parts->right);
    Merge merge{0, keyed_hash(parts->left), keyed_hash(parts->right), keyed_hash(joined)};
    merge.pair = merge.left + std::rotl(merge.right, 32) * 3;
    seen.prefetch(merge.pair);
    for (const std::uint64_t hash : {merge.left, merge.right, merge.joined}) tokens.prefetch(hash);
    ahead.push(merge, judge);
  });
  ahead.finish(judge);
  return plain;
}

}  // namespace ggufproof
