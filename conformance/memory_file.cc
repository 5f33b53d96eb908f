// memfd_create and positioned reads and writes.
#include "conformance/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ggufproof {

MemoryFile::MemoryFile(const char* label) : descriptor_(memfd_create(label, MFD_CLOEXEC)) {}

MemoryFile::~MemoryFile() {
  if (ok()) close(descriptor_);
}

std::string MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

bool MemoryFile::replace(std::span<const std::uint8_t> bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return ftruncate(descriptor_, static_cast<off_t>(bytes.size())) == 0;
}

bool MemoryFile::append_only() { return fcntl(descriptor_, F_SETFL, O_APPEND) == 0; }

std::string MemoryFile::text(std::size_t limit) const {
  std::string content(limit, '\0');
  const ssize_t n = pread(descriptor_, content.data(), limit, 0);
  content.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return content;
}

}  // namespace ggufproof
