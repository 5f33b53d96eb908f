// Opening files with POSIX calls.
#include "validator/source.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "validator/foreign.h"

namespace ggufproof {
namespace {

std::string system_error() { return std::strerror(errno); }

/// Of devices, the null device ends at once and a terminal where its user says so.
bool may_be_endless(int file, const struct stat& status) {
  return S_ISCHR(status.st_mode) && status.st_rdev != makedev(1, 3) && isatty(file) == 0;
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

bool Source::stamp(int descriptor, Stamp& out) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return false;
  out = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
  return true;
}

std::string Source::fault() const {
  if (file_.number() < 0) return "";
  Stamp now;
  if (!stamp(file_.number(), now)) return system_error();
  if (now != opened_) return "it changed while it was being read";
  return mapping_.lost_bytes() ? std::strerror(EIO) : "";
}

Range Source::stretch(std::uint64_t at) const {
  if (at >= stretch_.begin && at < stretch_.end) return stretch_;
  const std::uint64_t size = bytes().size();
  const off_t begin = lseek(file_.number(), static_cast<off_t>(at), SEEK_DATA);
  if (begin < 0) return errno == ENXIO ? Range{size, size} : Range{at, size};
  const off_t end = lseek(file_.number(), begin, SEEK_HOLE);
  stretch_ = {static_cast<std::uint64_t>(begin), end < 0 ? size : static_cast<std::uint64_t>(end)};
  return stretch_;
}

/// Maps the file that is open; false with errno set where that cannot be done.
bool Source::map() {
  if (!stamp(file_.number(), opened_)) return false;
  if (opened_.bytes == 0) return true;
  auto mapped = Mapping::of(file_.number(), static_cast<std::size_t>(opened_.bytes));
  if (mapped) mapping_ = std::move(*mapped);
  return mapped.has_value();
}

std::variant<Source, std::string> Source::of(Descriptor file) {
  Source source;
  source.file_ = std::move(file);
  if (!source.map()) return system_error();
  return source;
}

std::variant<Source, std::string> Source::copy(int stream, const Listener& listener, Wanted wanted,
                                               std::uint64_t most) {
  const auto wants_more = [&](Bytes head) { return wanted == Wanted::anything || looks_like_gguf(head); };
  const auto copied = spool(stream, listener, wants_more, most);
  if (const auto* error = std::get_if<std::string>(&copied)) return *error;
  return of(Descriptor(std::get<int>(copied)));
}

std::variant<Source, std::string> Source::open(const std::string& path, const Listener& listener,
                                               Wanted wanted, std::uint64_t most) {
  Source source;
  source.file_ = Descriptor(path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                        : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  const int file = source.file_.number();
  struct stat status {};
  if (file < 0 || fstat(file, &status) != 0) return system_error();
  if (S_ISDIR(status.st_mode)) return std::string("is a directory");
  if (wanted == Wanted::anything && may_be_endless(file, status))
    return std::string("is a device, which may have no end");
  // Files of /proc and the like claim a size of 0, or another one than they have, and cannot be mapped.
  const bool plain = S_ISREG(status.st_mode) && status.st_size > 0 && lseek(file, 0, SEEK_CUR) == 0;
  if (plain && source.map()) return source;
  if (plain && errno != ENODEV) return system_error();
  return copy(file, listener, wanted, most);
}

}  // namespace ggufproof
