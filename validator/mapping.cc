// The handler runs in whoever reads, at any moment, so it touches atomics and calls mmap only. Jumping out of
// it instead would leave destructors behind. What is mapped stands in a list whose members are used again and
// never freed: a handler may be walking it.
#include "validator/mapping.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>

#include <sys/mman.h>
#include <unistd.h>

namespace ggufproof {

struct WatchedBytes {
  std::atomic<std::uint8_t*> begin{nullptr};  ///< null where the member is free
  std::atomic<std::size_t> size{0};
  std::atomic<bool> lost{false};
  WatchedBytes* next = nullptr;
};

namespace {

std::atomic<WatchedBytes*> watched_list{nullptr};
std::mutex list_changes;
struct sigaction former_action {};

/// Puts zeros in place of the page at `address` and of all after it. To the end, since a cut file lacks those
/// too, and since so a mapping never falls into more than two pieces.
bool replace_by_zeros(const void* address) {
  const auto* at = static_cast<const std::uint8_t*>(address);
  for (WatchedBytes* watched = watched_list.load(); watched != nullptr; watched = watched->next) {
    std::uint8_t* begin = watched->begin.load();
    const std::size_t size = watched->size.load();
    if (begin == nullptr || at < begin || at >= begin + size) continue;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t offset = static_cast<std::size_t>(at - begin) / page * page;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    if (mmap(begin + offset, size - offset, PROT_READ, flags, -1, 0) == MAP_FAILED) return false;
    watched->lost = true;
    return true;
  }
  return false;
}

void on_bus_error(int signal, siginfo_t* info, void*) {
  const int errno_before = errno;
  const bool sent = info->si_code <= 0;  // by a process, not by the memory
  if (sent || !replace_by_zeros(info->si_addr)) {
    sigaction(signal, &former_action, nullptr);  // the same fault comes again, and is not ours
    if (sent) raise(signal);
  }
  errno = errno_before;
}

void install_handler() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &former_action);
}

WatchedBytes* watch(std::uint8_t* begin, std::size_t size) {
  static std::once_flag installed;
  std::call_once(installed, install_handler);
  const std::lock_guard lock(list_changes);
  WatchedBytes* watched = watched_list.load();
  while (watched != nullptr && watched->begin.load() != nullptr) watched = watched->next;
  const bool fresh = watched == nullptr;
  if (fresh) watched = new WatchedBytes;
  watched->lost = false;
  watched->size = size;
  watched->begin = begin;
  if (fresh) {
    watched->next = watched_list.load();
    watched_list = watched;
  }
  return watched;
}

}  // namespace

std::optional<Mapping> Mapping::of(int descriptor, std::size_t size) {
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (at == MAP_FAILED) return std::nullopt;
  auto* begin = static_cast<std::uint8_t*>(at);
  return Mapping(Bytes(begin, size), watch(begin, size));
}

Mapping::~Mapping() {
  if (watched_ == nullptr) return;
  std::uint8_t* begin = watched_->begin.load();
  watched_->begin = nullptr;
  munmap(begin, bytes_.size());
}

bool Mapping::lost_bytes() const { return watched_ != nullptr && watched_->lost; }

}  // namespace ggufproof
