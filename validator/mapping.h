// A file's bytes in memory, safe to read whatever becomes of the file. Where a page can no longer be read
// (somebody cut the file, a disk failed) the kernel sends SIGBUS; here that page and those after it become
// zeros instead, and the mapping says afterwards that it lost bytes.
#pragma once

#include <optional>
#include <utility>

#include "validator/bytes.h"

namespace ggufproof {

struct WatchedBytes;

/// Mapped bytes of a file; unmapped when it goes.
class Mapping {
 public:
  Mapping() = default;
  Mapping(Mapping&& other) noexcept
      : bytes_(std::exchange(other.bytes_, {})), watched_(std::exchange(other.watched_, nullptr)) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(watched_, other.watched_);
    return *this;
  }
  ~Mapping();

  /// Maps the first `size` bytes, at least one, of an open file; nothing with errno set where that fails.
  static std::optional<Mapping> of(int descriptor, std::size_t size);

  Bytes bytes() const { return bytes_; }

  /// Whether some of the bytes could not be read, and zeros were read in their place.
  bool lost_bytes() const;

 private:
  Mapping(Bytes bytes, WatchedBytes* watched) : bytes_(bytes), watched_(watched) {}

  Bytes bytes_;
  WatchedBytes* watched_ = nullptr;
};

}  // namespace ggufproof
