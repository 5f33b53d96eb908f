// A case's file in memory, holes included: pages of zeros that nobody writes to cost nothing, so that a file
// of gigabytes can be judged and digested without a disk.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "generators/case_image.h"

namespace ggufproof {

class CaseMemory {
 public:
  /// Lays out the image. bytes() is empty, and ok() false, where the system gives no room.
  explicit CaseMemory(const CaseImage& image);
  ~CaseMemory();
  CaseMemory(CaseMemory&& other) noexcept : bytes_(std::exchange(other.bytes_, {})), ok_(other.ok_) {}
  CaseMemory& operator=(CaseMemory&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(ok_, other.ok_);
    return *this;
  }

  bool ok() const { return ok_; }
  std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  std::span<std::uint8_t> bytes_;
  bool ok_ = false;
};

}  // namespace ggufproof
