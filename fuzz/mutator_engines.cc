// What libFuzzer and AFL++ look for by name. libFuzzer's own mutations get a turn too: they know its
// dictionary and what comparisons wanted. The standalone main has none, so that there everything follows from
// the seed.
#include <algorithm>
#include <memory>

#include "fuzz/mutator.h"

extern "C" {

[[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

/// libFuzzer: replaces the `size` bytes at `data`, where there is room for `max_size`; returns the new size.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed) {
  if (LLVMFuzzerMutate != nullptr && seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const auto mutant = ggufproof::mutate_file({data, size}, {}, seed, max_size);
  std::ranges::copy(mutant, data);
  return mutant.size();
}

/// libFuzzer: writes a file made of two; returns its size.
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                      const std::uint8_t* second, std::size_t second_size, std::uint8_t* out,
                                      std::size_t max_size, unsigned seed) {
  const auto mutant = ggufproof::mutate_file({first, first_size}, {second, second_size}, seed, max_size);
  std::ranges::copy(mutant, out);
  return mutant.size();
}
}
