// Choices answered by RapidCheck, which then shrinks what was made of them. Each list is one gen::container,
// so that shrinking drops whole elements first. A file that includes this and gtest includes gtest first.
#pragma once

#include <algorithm>
#include <any>
#include <cstdint>
#include <limits>
#include <vector>

#include <rapidcheck.h>

#include "generators/choices.h"

namespace ggufproof {

/// REQUIRES: to be asked inside rc::gen::exec or a property, where RapidCheck listens.
class RcChoices final : public Choices {
 public:
  std::uint64_t up_to(std::uint64_t max) override {
    if (max == std::numeric_limits<std::uint64_t>::max()) return *rc::gen::arbitrary<std::uint64_t>();
    return *rc::gen::inRange<std::uint64_t>(0, max + 1);
  }

 protected:
  std::vector<std::any> any_list(std::uint64_t max, const MakeAny& one) override {
    const auto element = rc::gen::exec([one] {
      RcChoices choices;
      return one(choices);
    });
    // A container is at most as long as the size says; the elements keep the size that was asked for.
    return *rc::gen::withSize([element, max](int size) {
      const auto longest = static_cast<int>(std::min(max, static_cast<std::uint64_t>(size)));
      return rc::gen::resize(longest,
                             rc::gen::container<std::vector<std::any>>(rc::gen::resize(size, element)));
    });
  }
};

/// A RapidCheck generator of what `make(choices)` returns. `make` must capture by value only.
template <class Make>
auto rc_made(Make make) {
  return rc::gen::exec([make] {
    RcChoices choices;
    return make(choices);
  });
}

}  // namespace ggufproof
