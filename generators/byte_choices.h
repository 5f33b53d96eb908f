// Choices answered by fuzz bytes. Each answer takes as many bytes as its range needs, and each element of a
// list is announced by a byte of its own, so that an engine that deletes or copies some bytes deletes or
// copies some elements. Bytes that have run out read as zeros: the plainest answer, and no further element.
#pragma once

#include <any>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "generators/choices.h"

namespace ggufproof {

class ByteChoices final : public Choices {
 public:
  explicit ByteChoices(std::span<const std::uint8_t> bytes) : left_(bytes) {}

  std::uint64_t up_to(std::uint64_t max) override {
    std::uint64_t value = 0;
    for (std::uint64_t rest = max; rest > 0; rest >>= 8) value = value << 8 | next();
    return max == std::numeric_limits<std::uint64_t>::max() ? value : value % (max + 1);
  }

 protected:
  std::vector<std::any> any_list(std::uint64_t max, const MakeAny& one) override {
    std::vector<std::any> elements;
    while (elements.size() < max && next() % continue_of != 0) elements.push_back(one(*this));
    return elements;
  }

 private:
  static constexpr std::uint8_t continue_of = 8;  // random bytes end a list after 7 elements on average

  std::uint8_t next() {
    if (left_.empty()) return 0;
    const std::uint8_t byte = left_.front();
    left_ = left_.subspan(1);
    return byte;
  }

  std::span<const std::uint8_t> left_;
};

}  // namespace ggufproof
