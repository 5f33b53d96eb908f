// The bound of watched_fields.h for many units at a time, without a branch: what the quick look adds up.
#pragma once

#include <limits>

#include "validator/values/watched_fields.h"

namespace ggufproof {

/// How far ahead of the scales of blocks memory is asked for, which the processor by itself does within a
/// page only. Measured: a quarter faster than without where blocks are small.
inline constexpr std::uint64_t bytes_ahead = 6144;

/// Whether a unit of those that it takes is suspect: adding the bound's complement carries into the sign's
/// place then. A word holds one unit, or two that are watched alike. REQUIRES: units that have a sign.
template <class Word, class Unit = Word>
class Bound {
 public:
  explicit Bound(const Watch& watch)
      : magnitude_(static_cast<Word>(watch.magnitude * each)),
        carry_(static_cast<Word>((watch.magnitude + 1 - watch.suspect) * each)) {}

  void take(Word units) { sums_ |= static_cast<Word>((units & magnitude_) + carry_); }
  bool reached() const { return (sums_ & ~magnitude_) != 0; }

 private:
  static constexpr auto each =
      static_cast<Word>(std::numeric_limits<Word>::max() / std::numeric_limits<Unit>::max());
  Word magnitude_, carry_;
  Word sums_ = 0;
};

}  // namespace ggufproof
