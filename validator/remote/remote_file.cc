// Joins requests and memory.
#include "validator/remote/remote_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include <unistd.h>

#include "validator/progress.h"
#include "validator/spool.h"

namespace ggufproof {

std::uint64_t FetchWindows::next(std::uint64_t at) {
  const std::uint64_t little = std::min(most, least << std::min<std::uint64_t>(count_ / 64, 8));
  size_ = std::clamp(count_ > 0 && at == end_ ? 2 * size_ : 0, little, most);
  ++count_;
  end_ = at + size_;
  return size_;
}

RemoteFile::RemoteFile(const std::string& address, std::uint64_t patience, Listener listener)
    : http_(address, patience), listener_(std::move(listener)) {}

std::variant<std::unique_ptr<RemoteFile>, std::string> RemoteFile::open(const std::string& address,
                                                                        std::uint64_t patience,
                                                                        Listener listener) {
  auto made = unnamed_temporary_file();
  if (const auto* error = std::get_if<std::string>(&made)) return *error;
  Descriptor file(std::get<int>(made));
  std::unique_ptr<RemoteFile> remote(new RemoteFile(address, patience, std::move(listener)));
  remote->file_ = file.number();
  const Range first{0, remote->windows_.next(0)};
  if (std::string error = remote->fetch(first); !error.empty()) return error;
  const std::uint64_t size = remote->http_.size().value_or(0);
  if (size == 0) return remote;
  const auto cannot_hold = [&](const std::string& why) {
    return "there is no room for the " + std::to_string(size) + " bytes that the server says it has: " + why;
  };
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
  if (size > most) return cannot_hold(std::strerror(EFBIG));
  if (ftruncate(file.number(), static_cast<off_t>(size)) != 0) return cannot_hold(std::strerror(errno));
  auto memory = AwaitedMemory::of(std::move(file), size, std::min(size, first.end),
                                  [raw = remote.get()](Range missing) { return raw->bring(missing); });
  if (const auto* error = std::get_if<std::string>(&memory)) return cannot_hold(*error);
  remote->memory_ = std::get<std::unique_ptr<AwaitedMemory>>(std::move(memory));
  return remote;
}

/// Why a range could not be fetched; empty where it was.
std::string RemoteFile::fetch(Range wanted) {
  return http_.get(wanted, [&](std::uint64_t at, Bytes piece) -> std::string {
    while (!piece.empty()) {
      const ssize_t done = pwrite(file_, piece.data(), piece.size(), static_cast<off_t>(at));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return std::string("what was read cannot be kept in TMPDIR: ") + std::strerror(errno);
      at += static_cast<std::uint64_t>(done);
      piece = piece.subspan(static_cast<std::size_t>(done));
    }
    if (listener_) listener_(http_.received());
    return "";
  });
}

std::uint64_t RemoteFile::bring(Range missing) {
  if (finished_) return missing.begin;
  const std::lock_guard lock(mutex_);
  const std::uint64_t end = std::min(missing.end, missing.begin + windows_.next(missing.begin));
  fault_ = fetch({missing.begin, end});
  return fault_.empty() ? end : missing.begin;
}

std::string RemoteFile::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

std::string RemoteFile::told() const {
  const std::lock_guard lock(mutex_);
  return std::to_string(http_.requests()) + (http_.requests() == 1 ? " request, " : " requests, ") +
         size_shown(http_.received()) + " of " + size_shown(http_.size().value_or(0)) + " read";
}

}  // namespace ggufproof
