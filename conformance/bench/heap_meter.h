// Counts what a test binary holds on the heap: every operator new and delete of the binary goes through here.
// It counts the bytes that malloc really gave, so that small objects show their true price.
#pragma once

#include <cstdint>

namespace ggufproof {

/// Bytes on the heap now.
std::uint64_t heap_now();

/// The most bytes that were on the heap at once since heap_peak_restart().
std::uint64_t heap_peak();
void heap_peak_restart();

/// The most bytes that `work` held at once beyond what was held before.
template <class Work>
std::uint64_t peak_of(Work&& work) {
  const std::uint64_t before = heap_now();
  heap_peak_restart();
  work();
  return heap_peak() - before;
}

}  // namespace ggufproof
