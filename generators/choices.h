// What a generator asks: how many, which one, how large. Fuzz bytes, a seeded generator of random numbers and
// RapidCheck answer, so that one description of "any file" serves them all.
//
// "How many?" must be asked through list(): RapidCheck can then drop elements, and counterexamples get small.
// The answer 0 is the plainest everywhere, since shrinking goes there and fuzz bytes that run out give it.
#pragma once

#include <algorithm>
#include <any>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace ggufproof {

class Choices {
 public:
  virtual ~Choices() = default;

  /// A number from 0 to `max`, both included.
  virtual std::uint64_t up_to(std::uint64_t max) = 0;

  /// A number from 0 to `n` - 1. REQUIRES: n > 0.
  std::uint64_t below(std::uint64_t n) { return up_to(n - 1); }

  /// True once in `n` times; false is the plainer answer. REQUIRES: n > 1.
  bool one_in(std::uint64_t n) { return up_to(n - 1) == n - 1; }

  /// One of the elements of an array or vector, which must not be empty; the first is the plainest.
  template <class Array>
  const auto& pick(const Array& array) {
    return *std::next(std::begin(array), static_cast<std::ptrdiff_t>(below(std::size(array))));
  }

  /// A number from `lo` to `hi`, both included: small ones above `lo`, neighbours of powers of two and the
  /// ends are more likely than the rest. REQUIRES: lo <= hi.
  std::uint64_t number(std::uint64_t lo, std::uint64_t hi) {
    switch (below(4)) {
      case 0:
        return lo + up_to(std::min<std::uint64_t>(hi - lo, 8));
      case 1: {
        const std::uint64_t power = std::uint64_t{1} << below(64);
        return std::clamp(power - 1 + below(3), lo, hi);
      }
      case 2:
        return hi - up_to(std::min<std::uint64_t>(hi - lo, 1));
      default:
        return lo + up_to(hi - lo);
    }
  }

  /// Up to `max` results of `one(choices)`. `one` must capture by value only and ask the choices that it is
  /// given, since RapidCheck calls it again, long after this call, when it shrinks.
  template <class MakeOne>
  auto list(std::uint64_t max, MakeOne one) {
    using Element = std::decay_t<std::invoke_result_t<MakeOne&, Choices&>>;
    std::vector<Element> elements;
    for (std::any& element : any_list(max, [one](Choices& choices) { return std::any(one(choices)); })) {
      elements.push_back(std::any_cast<Element&&>(std::move(element)));
    }
    return elements;
  }

  /// Up to `max` bytes.
  std::vector<std::uint8_t> bytes(std::uint64_t max) {
    return list(max, [](Choices& choices) { return static_cast<std::uint8_t>(choices.up_to(0xff)); });
  }

 protected:
  using MakeAny = std::function<std::any(Choices&)>;

  /// list() for elements whose type the answering side need not know.
  virtual std::vector<std::any> any_list(std::uint64_t max, const MakeAny& one) = 0;
};

}  // namespace ggufproof
