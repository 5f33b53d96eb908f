// mmap, and glibc's streams with functions of one's own.
#include "conformance/testees/ggml/sources.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/testees/ggml/serve.h"

namespace ggufproof {

Mapping::Mapping(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw Refused(path + ": cannot be opened");
  struct stat about {};
  const bool known = fstat(file, &about) == 0;
  size_ = static_cast<std::size_t>(about.st_size);
  void* at = known && size_ != 0 ? mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
  close(file);
  if (!known || at == MAP_FAILED) throw Refused(path + ": cannot be mapped");
  bytes_ = static_cast<const std::byte*>(at);
}

Mapping::~Mapping() {
  if (size_ != 0) munmap(const_cast<std::byte*>(bytes_), size_);
}

std::size_t Mapping::copy(std::uint64_t offset, void* into, std::size_t count) const {
  if (offset >= size_) return 0;
  count = std::min(count, size_ - static_cast<std::size_t>(offset));
  std::memcpy(into, bytes_ + offset, count);
  return count;
}

ShiftedStream::ShiftedStream(const Mapping& mapping, std::uint64_t before)
    : mapping_(mapping),
      before_(before),
      file_(fopencookie(this, "rb", {ShiftedStream::read, nullptr, ShiftedStream::seek, nullptr})) {
  if (file_ == nullptr || fseeko(file_, static_cast<off_t>(before), SEEK_SET) != 0)
    throw Refused("no stream over the file");
}

ssize_t ShiftedStream::read(void* self, char* into, std::size_t count) {
  auto& stream = *static_cast<ShiftedStream*>(self);
  std::size_t got = 0;
  for (; stream.position_ < stream.before_ && got < count; ++stream.position_) into[got++] = '?';
  if (got == count) return static_cast<ssize_t>(got);
  const std::size_t copied = stream.mapping_.copy(stream.position_ - stream.before_, into + got, count - got);
  stream.position_ += copied;
  return static_cast<ssize_t>(got + copied);
}

int ShiftedStream::seek(void* self, off64_t* offset, int whence) {
  auto& stream = *static_cast<ShiftedStream*>(self);
  off64_t from = 0;
  if (whence == SEEK_CUR) from = static_cast<off64_t>(stream.position_);
  if (whence == SEEK_END) from = static_cast<off64_t>(stream.before_ + stream.mapping_.size());
  if (from + *offset < 0) return -1;
  *offset += from;
  stream.position_ = static_cast<std::uint64_t>(*offset);
  return 0;
}

}  // namespace ggufproof
