// Replaces the global operator new and delete, which the standard allows a program to do.
#include "conformance/bench/heap_meter.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace ggufproof {
namespace {

std::atomic<std::uint64_t> now{0}, peak{0};

void* counted(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  const std::uint64_t held = now += malloc_usable_size(block);
  std::uint64_t most = peak;
  while (held > most && !peak.compare_exchange_weak(most, held)) {
  }
  return block;
}

void uncounted(void* block) {
  if (block == nullptr) return;
  now -= malloc_usable_size(block);
  std::free(block);
}

}  // namespace

std::uint64_t heap_now() { return now; }
std::uint64_t heap_peak() { return peak; }
void heap_peak_restart() { peak = now.load(); }

}  // namespace ggufproof

// The forms for arrays and those that do not throw call these two by default.
void* operator new(std::size_t size) { return ggufproof::counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  void* block = nullptr;
  const std::size_t least = std::max(static_cast<std::size_t>(alignment), sizeof(void*));
  return ggufproof::counted(posix_memalign(&block, least, size) == 0 ? block : nullptr);
}
void operator delete(void* block) noexcept { ggufproof::uncounted(block); }
void operator delete(void* block, std::size_t) noexcept { ggufproof::uncounted(block); }
void operator delete(void* block, std::align_val_t) noexcept { ggufproof::uncounted(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { ggufproof::uncounted(block); }
