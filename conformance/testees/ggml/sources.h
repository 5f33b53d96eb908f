// Where a reader's bytes come from: a file in memory, and a stream that has other bytes before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include <sys/types.h>

namespace ggufproof {

/// A file, mapped for reading. Throws Refused where it cannot be.
class Mapping {
 public:
  explicit Mapping(const std::string& path);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  const std::byte* bytes() const { return bytes_; }
  std::size_t size() const { return size_; }

  /// Copies what there is of `count` bytes at `offset`; returns how many.
  std::size_t copy(std::uint64_t offset, void* into, std::size_t count) const;

 private:
  const std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// A stream of `before` bytes and then those of a file, positioned at the file's first. Nothing is copied.
class ShiftedStream {
 public:
  ShiftedStream(const Mapping& mapping, std::uint64_t before);
  ~ShiftedStream() { std::fclose(file_); }
  ShiftedStream(const ShiftedStream&) = delete;
  ShiftedStream& operator=(const ShiftedStream&) = delete;

  std::FILE* file() const { return file_; }

 private:
  static ssize_t read(void* self, char* into, std::size_t count);
  static int seek(void* self, off64_t* offset, int whence);

  const Mapping& mapping_;
  std::uint64_t before_;
  std::uint64_t position_ = 0;
  std::FILE* file_;
};

}  // namespace ggufproof
