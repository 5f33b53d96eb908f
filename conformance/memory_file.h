// A file that lives in memory only, shared by a process and the children it forks.
//
// Readers want a path, disks are slow, and a temporary folder outlives a crash; Linux's memfd has none of
// these faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ggufproof {

class MemoryFile {
 public:
  /// Makes an empty file; `label` is shown by debuggers only. On failure ok() is false and every write fails.
  explicit MemoryFile(const char* label);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  bool ok() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  /// A path that opens the file afresh, at its start, in this process and in children forked from it.
  std::string path() const;

  /// Makes `bytes` the whole content. False when the system refuses (out of memory).
  bool replace(std::span<const std::uint8_t> bytes);

  /// Lets every later write through descriptor() go to the end, whatever truncation happened before.
  bool append_only();

  /// The first `limit` bytes of the content.
  std::string text(std::size_t limit) const;

 private:
  int descriptor_;
};

}  // namespace ggufproof
