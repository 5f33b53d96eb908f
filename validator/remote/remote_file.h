// A file on a web server as bytes that a validator reads like those of a mapped file. What it reads is
// fetched in windows into a temporary file, so memory does not grow with what is read, and disk by that
// alone. FetchWindows grow, so that requests stay few however much is read: see FetchWindows.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "validator/bytes.h"
#include "validator/remote/awaited_memory.h"
#include "validator/remote/http_ranges.h"

namespace ggufproof {

/// How much to fetch at once: twice as much as last time where reading goes on, little where it jumps, and
/// after each 64 requests twice that little. After 512 requests all are the largest, but where they close a
/// gap between two that came before; so a file of n bytes takes at most 1024 requests and one for each 32
/// MiB.
class FetchWindows {
 public:
  static constexpr std::uint64_t least = std::uint64_t{256} << 10;
  static constexpr std::uint64_t most = std::uint64_t{64} << 20;

  /// Bytes to fetch from `at` on.
  std::uint64_t next(std::uint64_t at);

 private:
  std::uint64_t count_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t end_ = 0;
};

class RemoteFile {
 public:
  /// Hears how many bytes have been fetched.
  using Listener = std::function<void(std::uint64_t bytes)>;

  /// Fetches the first window. The error is a sentence.
  static std::variant<std::unique_ptr<RemoteFile>, std::string> open(const std::string& address,
                                                                     std::uint64_t patience,
                                                                     Listener listener);

  /// The bytes of the whole file; each is fetched when it is read.
  Bytes bytes() const { return memory_ ? memory_->bytes() : Bytes(); }

  /// Nothing is known of holes: the rest of the file.
  Range stretch(std::uint64_t at) const { return {at, bytes().size()}; }

  /// Why what was read so far cannot be relied upon, as a sentence; else empty.
  std::string fault() const;

  /// "3 requests, 1.8 MB of 4.1 GB read"
  std::string told() const;

  /// Nothing is fetched or told to the listener any more; bytes that were read stay.
  void finish() { finished_ = true; }

 private:
  RemoteFile(const std::string& address, std::uint64_t patience, Listener listener);

  std::string fetch(Range wanted);
  std::uint64_t bring(Range missing);

  HttpRanges http_;
  Listener listener_;
  FetchWindows windows_;
  int file_ = -1;  ///< memory_ owns it
  std::atomic<bool> finished_{false};
  mutable std::mutex mutex_;  ///< for what follows and what http_ counts
  std::string fault_;
  std::unique_ptr<AwaitedMemory> memory_;  ///< null where the file is empty; goes first, with its thread
};

}  // namespace ggufproof
