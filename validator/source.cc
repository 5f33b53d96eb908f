// Mapping files with POSIX calls.
#include "validator/source.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ggufproof {
namespace {

/// Closes a descriptor when it goes, except standard input.
struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd > STDIN_FILENO) close(fd);
  }
};

std::string system_error() { return std::strerror(errno); }

bool write_all(int to, const char* from, std::size_t n) {
  while (n > 0) {
    const ssize_t written = write(to, from, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += written;
    n -= static_cast<std::size_t>(written);
  }
  return true;
}

/// Waits until something can be read, telling the listener meanwhile.
void wait_for(int from, std::uint64_t so_far, const Source::Listener& listener) {
  pollfd wanted{from, POLLIN, 0};
  do {
    listener(so_far);
  } while (poll(&wanted, 1, 200) == 0);
}

/// Copies a stream to its end; false with errno set where that fails.
bool copy_all(int from, int to, const Source::Listener& listener) {
  std::array<char, 1 << 16> buffer;
  std::uint64_t so_far = 0;
  while (true) {
    if (listener) wait_for(from, so_far, listener);
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got == 0) return true;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 || !write_all(to, buffer.data(), static_cast<std::size_t>(got))) return false;
    so_far += static_cast<std::uint64_t>(got);
  }
}

}  // namespace

Source::~Source() {
  if (!bytes_.empty()) munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

std::variant<Source, std::string> Source::map(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return system_error();
  if (status.st_size == 0) return Source();
  const auto size = static_cast<std::size_t>(status.st_size);
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (at == MAP_FAILED) return system_error();
  return Source(Bytes(static_cast<const std::uint8_t*>(at), size));
}

std::variant<Source, std::string> Source::open(const std::string& path, const Listener& listener) {
  const Descriptor file{path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) return system_error();
  struct stat status {};
  if (fstat(file.fd, &status) != 0) return system_error();
  if (S_ISDIR(status.st_mode)) return std::string("is a directory");
  if (S_ISREG(status.st_mode) && lseek(file.fd, 0, SEEK_CUR) == 0) return map(file.fd);
  std::FILE* spool = std::tmpfile();
  if (spool == nullptr) return system_error();
  const bool copied = copy_all(file.fd, fileno(spool), listener);
  std::variant<Source, std::string> source = copied ? map(fileno(spool)) : system_error();
  std::fclose(spool);
  return source;
}

}  // namespace ggufproof
