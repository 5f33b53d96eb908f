// An anonymous private mapping: pages that are only read all share the kernel's one page of zeros.
#include "generators/case_memory.h"

#include <algorithm>

#include <sys/mman.h>

namespace ggufproof {

CaseMemory::CaseMemory(const CaseImage& image) : ok_(image.size() == 0) {
  if (ok_) return;
  void* room =
      mmap(nullptr, image.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return;
  ok_ = true;
  bytes_ = {static_cast<std::uint8_t*>(room), image.size()};
  for (const ByteRun& run : image.runs())
    std::copy(run.bytes.begin(), run.bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(run.at));
}

CaseMemory::~CaseMemory() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
}

}  // namespace ggufproof
