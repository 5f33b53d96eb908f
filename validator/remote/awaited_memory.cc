// The handler runs in whoever reads, so it looks at atomics and calls read and write only. A reply tells no
// more than to look again: readers that wait side by side may take each other's.
#include "validator/remote/awaited_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ggufproof {

/// Where the handler looks up an address. Members of the list are used again and never freed: a handler may
/// be walking it.
struct AwaitedPlace {
  std::atomic<std::uint8_t*> begin{nullptr};  ///< null where the member is free
  std::atomic<std::uint64_t> size{0};
  std::atomic<int> ask{-1}, hear{-1};  ///< descriptors: requests are written, replies are read
  AwaitedPlace* next = nullptr;
};

namespace {

std::atomic<AwaitedPlace*> places{nullptr};
std::mutex place_changes;
struct sigaction former_action {};

/// read() or write() of a few bytes, again where a signal came between.
template <class Call, class Pointer>
bool whole(Call call, int descriptor, Pointer bytes, std::size_t size) {
  ssize_t done = 0;
  do {
    done = call(descriptor, bytes, size);
  } while (done < 0 && errno == EINTR);
  return done == static_cast<ssize_t>(size);
}

/// Whether the page at an address is one that is brought, and has been waited for.
bool await(const std::uint8_t* at) {
  for (AwaitedPlace* place = places.load(); place != nullptr; place = place->next) {
    std::uint8_t* begin = place->begin.load();
    if (begin == nullptr || at < begin || at >= begin + place->size.load()) continue;
    const auto offset = static_cast<std::uint64_t>(at - begin);
    char reply = 0;
    return whole(write, place->ask.load(), &offset, sizeof offset) &&
           whole(read, place->hear.load(), &reply, 1);
  }
  return false;
}

void on_fault(int signal, siginfo_t* info, void*) {
  const int errno_before = errno;
  const bool sent = info->si_code <= 0;  // by a process, not by the memory
  if (sent || !await(static_cast<const std::uint8_t*>(info->si_addr))) {
    sigaction(signal, &former_action, nullptr);  // the same fault comes again, and is not ours
    if (sent) raise(signal);
  }
  errno = errno_before;
}

void install_handler() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &former_action);
}

AwaitedPlace* watch(std::uint8_t* begin, std::uint64_t size, int ask, int hear) {
  static std::once_flag installed;
  std::call_once(installed, install_handler);
  const std::lock_guard lock(place_changes);
  AwaitedPlace* place = places.load();
  while (place != nullptr && place->begin.load() != nullptr) place = place->next;
  const bool fresh = place == nullptr;
  if (fresh) place = new AwaitedPlace;
  place->size = size;
  place->ask = ask;
  place->hear = hear;
  place->begin = begin;
  if (fresh) {
    place->next = places.load();
    places = place;
  }
  return place;
}

/// A file of bytes FF in memory.
Descriptor make_nothing(std::uint64_t size) {
  Descriptor file(memfd_create("nothing", MFD_CLOEXEC));
  const std::vector<std::uint8_t> piece(AwaitedMemory::page, 0xFF);
  for (std::uint64_t at = 0; at < size; at += piece.size()) {
    if (!whole(write, file.number(), piece.data(), piece.size())) return Descriptor();
  }
  return file;
}

constexpr std::uint64_t nothing_bytes = std::uint64_t{64} << 20;

}  // namespace

std::variant<std::unique_ptr<AwaitedMemory>, std::string> AwaitedMemory::of(Descriptor file,
                                                                            std::uint64_t size,
                                                                            std::uint64_t there,
                                                                            Bring bring) {
  std::unique_ptr<AwaitedMemory> memory(new AwaitedMemory);
  void* at = mmap(nullptr, size, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file.number(), 0);
  if (at == MAP_FAILED) return std::string(std::strerror(errno));
  memory->file_ = std::move(file);
  memory->begin_ = static_cast<std::uint8_t*>(at);
  memory->size_ = size;
  memory->bring_ = std::move(bring);
  memory->open_to_readers({0, there});
  std::array<int, 2> requests{}, replies{};
  if (pipe2(requests.data(), O_CLOEXEC) != 0) return std::string(std::strerror(errno));
  memory->requests_ = Descriptor(requests[0]);
  Descriptor ask(requests[1]);
  if (pipe2(replies.data(), O_CLOEXEC) != 0) return std::string(std::strerror(errno));
  memory->replies_ = Descriptor(replies[1]);
  memory->ask_ = std::move(ask);
  memory->hear_ = Descriptor(replies[0]);
  memory->place_ = watch(memory->begin_, size, memory->ask_.number(), memory->hear_.number());
  memory->thread_ = std::thread([raw = memory.get()] { raw->serve(); });
  return memory;
}

AwaitedMemory::~AwaitedMemory() {
  if (place_ != nullptr) place_->begin = nullptr;
  ask_ = Descriptor();  // the thread hears the end
  if (thread_.joinable()) thread_.join();
  if (begin_ != nullptr) munmap(begin_, size_);
}

void AwaitedMemory::serve() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all,
                  nullptr);  // signals are others' business, and a broken connection is no reason to end
  std::uint64_t at = 0;
  const char reply = 0;
  while (whole(::read, requests_.number(), &at, sizeof at)) {
    bring(at);
    if (!whole(::write, replies_.number(), &reply, 1)) return;
  }
}

/// Sees to it that the byte at an offset can be read.
void AwaitedMemory::bring(std::uint64_t at) {
  auto after = there_.upper_bound(at);
  if (after != there_.begin() && std::prev(after)->second > at) return;
  const Range missing{at / page * page, after == there_.end() ? size_ : after->first};
  const std::uint64_t end = nothing_.number() < 0 ? bring_(missing) : missing.begin;
  if (end > missing.begin) {
    open_to_readers({missing.begin, end});
  } else {
    give_up(missing);
  }
}

void AwaitedMemory::give_up(Range missing) {
  if (nothing_.number() < 0) nothing_ = make_nothing(nothing_bytes);
  const std::uint64_t bytes = std::min(missing.end - missing.begin, nothing_bytes);
  void* at = mmap(begin_ + missing.begin, bytes, PROT_READ, MAP_SHARED | MAP_FIXED, nothing_.number(), 0);
  if (at == MAP_FAILED) return open_to_readers(missing);  // zeros will have to do
  there_[missing.begin] = missing.begin + bytes;
}

void AwaitedMemory::open_to_readers(Range range) {
  mprotect(begin_ + range.begin, range.end - range.begin, PROT_READ);
  auto at = there_.upper_bound(range.begin);
  if (at != there_.begin() && std::prev(at)->second == range.begin) {
    std::prev(at)->second = range.end;
  } else {
    there_[range.begin] = range.end;
  }
}

}  // namespace ggufproof
