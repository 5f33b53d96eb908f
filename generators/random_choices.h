// Choices answered by a seeded generator of random numbers: the quickest driver, for tests over tens of
// thousands of files. The same seed gives the same answers on every machine, since nothing here depends on
// the standard library's distributions, which differ.
#pragma once

#include <any>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "generators/choices.h"

namespace ggufproof {

class RandomChoices final : public Choices {
 public:
  explicit RandomChoices(std::uint64_t seed) : random_(seed) {}

  std::uint64_t up_to(std::uint64_t max) override {
    return max == std::numeric_limits<std::uint64_t>::max() ? random_() : random_() % (max + 1);
  }

 protected:
  std::vector<std::any> any_list(std::uint64_t max, const MakeAny& one) override {
    std::vector<std::any> elements(up_to(max));
    for (std::any& element : elements) element = one(*this);
    return elements;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace ggufproof
