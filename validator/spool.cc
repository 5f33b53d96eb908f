// Copying with POSIX calls.
#include "validator/spool.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "validator/text.h"

namespace ggufproof {
namespace {

std::string spool_folder() {
  const char* chosen = std::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : P_tmpdir;
}

/// An unnamed file to read and write, or -1 with errno set.
int unnamed_file(const std::string& folder) {
  const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
  std::string name = folder + "/ggufproof-XXXXXX";  // a file system that knows no unnamed files
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

bool write_all(int to, const std::uint8_t* from, std::size_t n) {
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
void wait_for(int from, std::uint64_t so_far, const CopyListener& listener) {
  pollfd wanted{from, POLLIN, 0};
  do {
    listener(so_far);
  } while (poll(&wanted, 1, 200) == 0);
}

/// What became of a copy: done, or which side failed, with errno set.
enum class Copied { whole, cannot_read, cannot_write };

Copied copy_all(int from, int to, const CopyListener& listener, const WantsMore& wants_more,
                std::uint64_t most) {
  std::array<std::uint8_t, 1 << 16> buffer;
  std::uint64_t so_far = 0;
  std::size_t held = 0;  // bytes in the buffer that are not written yet: while the head is gathered
  while (true) {
    if (listener) wait_for(from, so_far, listener);
    const std::uint64_t room =
        std::min(so_far < head_bytes ? head_bytes - so_far : buffer.size(), most - so_far);
    const ssize_t got = read(from, buffer.data() + held, room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Copied::cannot_read;
    held += static_cast<std::size_t>(got);
    so_far += static_cast<std::uint64_t>(got);
    const bool whole = got == 0 || so_far == most;
    if (!whole && so_far < head_bytes) continue;
    const bool last = whole || (so_far == head_bytes && !wants_more({buffer.data(), held}));
    if (!write_all(to, buffer.data(), held)) return Copied::cannot_write;
    if (last) return Copied::whole;
    held = 0;
  }
}

std::string cannot_copy(const std::string& folder) {
  return "the stream cannot be copied to " + escaped(folder, 4096) + ": " + std::strerror(errno) +
         " (TMPDIR chooses the folder)";
}

}  // namespace

std::variant<int, std::string> unnamed_temporary_file() {
  const std::string folder = spool_folder();
  const int file = unnamed_file(folder);
  if (file < 0) return cannot_copy(folder);
  return file;
}

std::variant<int, std::string> spool(int from, const CopyListener& listener, const WantsMore& wants_more,
                                     std::uint64_t most) {
  const auto made = unnamed_temporary_file();
  if (std::holds_alternative<std::string>(made)) return made;
  const int to = std::get<int>(made);
  const Copied copied = copy_all(from, to, listener, wants_more, most);
  if (copied == Copied::whole) return to;
  std::string error = copied == Copied::cannot_read ? std::strerror(errno) : cannot_copy(spool_folder());
  close(to);
  return error;
}

}  // namespace ggufproof
