// A rename is one step for everybody who looks. The file beside is made by open and not by mkstemp, since
// only open gives it the permissions that the umask leaves.
#include "generators/output_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

/// The descriptor that a path stands for, or nothing. Opening such a path anew would begin at the file's
/// start whatever has been written to it.
std::optional<int> descriptor_of(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view digits = path.substr(folder.size());
    int number = -1;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (fault == std::errc{} && end == digits.data() + digits.size() && number >= 0) return number;
  }
  return std::nullopt;
}

/// The path that a chain of links ends at, whether or not something stands there.
std::string behind_links(std::string path) {
  constexpr int most_links = 40;
  std::error_code fault;
  for (int i = 0; i < most_links && fs::is_symlink(fs::symlink_status(path, fault)); ++i) {
    const fs::path next = fs::read_symlink(path, fault);
    if (fault) break;
    path = (fs::path(path).parent_path() / next).string();  // an absolute one replaces all
  }
  return path;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) {
  struct stat there {};
  if (path.empty()) {
    fault_ = "the path is empty";
  } else if (const auto number = descriptor_of(path)) {
    descriptor_ = dup(*number);
    if (descriptor_ < 0) fail();
  } else if (stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
    open_direct(path);
  } else {
    open_beside(behind_links(path));
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::open_direct(const std::string& path) {
  descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor_ < 0) fail();
}

void OutputFile::open_beside(const std::string& path) {
  struct stat there {};
  const bool replaces = stat(path.c_str(), &there) == 0;
  if (replaces && access(path.c_str(), W_OK) != 0) return fail();
  const std::string stem =
      (fs::path(path).parent_path() / (".gguf-make-" + std::to_string(getpid()) + '-')).string();
  constexpr int most_tries = 1000;
  for (int i = 0; i < most_tries && descriptor_ < 0 && (i == 0 || errno == EEXIST); ++i) {
    temporary_ = stem + std::to_string(i);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  target_ = path;
  if (descriptor_ < 0) {
    fail();
    temporary_.clear();
  } else if (replaces && fchmod(descriptor_, there.st_mode & 0777) != 0) {
    fail();
  }
}

void OutputFile::fail() {
  if (ok()) fault_ = std::strerror(errno);
}

void OutputFile::append(const void* bytes, std::uint64_t size) {
  const auto* at = static_cast<const char*>(bytes);
  while (ok() && size > 0) {
    const ssize_t n = write(descriptor_, at, size);
    if (n < 0 && errno != EINTR) fail();
    if (n <= 0) continue;
    at += n;
    size -= static_cast<std::uint64_t>(n);
  }
}

void OutputFile::append_zeros(std::uint64_t n) {
  static constexpr std::array<char, 1 << 16> zeros{};
  for (std::uint64_t part = 0; ok() && n > 0; n -= part) {
    part = std::min<std::uint64_t>(n, zeros.size());
    append(zeros.data(), part);
  }
}

void OutputFile::resize(std::uint64_t size) {
  if (ok() && ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail();
}

void OutputFile::seek(std::uint64_t at) {
  if (ok() && lseek(descriptor_, static_cast<off_t>(at), SEEK_SET) < 0) fail();
}

void OutputFile::finish() {
  if (descriptor_ >= 0 && close(descriptor_) != 0) fail();  // some file systems tell a full disk only here
  descriptor_ = -1;
  if (!ok() || temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) return fail();
  temporary_.clear();
}

}  // namespace ggufproof
