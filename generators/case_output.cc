// Standard output cannot have holes, so zeros are written out there.
#include "generators/case_output.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "generators/case_memory.h"

namespace ggufproof {
namespace {

/// An open file that closes itself; standard output stays open.
class Output {
 public:
  explicit Output(const std::string& path)
      : descriptor_(path == "-" ? STDOUT_FILENO
                                : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {}
  ~Output() {
    if (descriptor_ > STDOUT_FILENO) close(descriptor_);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  bool opened() const { return descriptor_ >= 0; }
  bool seekable() const { return descriptor_ != STDOUT_FILENO; }

  template <class Bytes>
  bool append(const Bytes& bytes) const {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t n = write(descriptor_, bytes.data() + done, bytes.size() - done);
      if (n < 0 && errno != EINTR) return false;
      if (n > 0) done += static_cast<std::size_t>(n);
    }
    return true;
  }

  bool seek(std::uint64_t at) const { return lseek(descriptor_, static_cast<off_t>(at), SEEK_SET) >= 0; }
  bool resize(std::uint64_t size) const { return ftruncate(descriptor_, static_cast<off_t>(size)) == 0; }

 private:
  int descriptor_;
};

std::string result(bool good, const std::string& path) {
  return good ? "" : path + ": " + std::strerror(errno);
}

}  // namespace

std::string write_output(const std::string& path, std::string_view bytes) {
  const Output out(path);
  return result(out.opened() && out.append(bytes), path);
}

std::string write_output(const std::string& path, const CaseImage& image) {
  const Output out(path);
  if (!out.opened()) return result(false, path);
  if (!out.seekable()) return result(out.append(CaseMemory(image).bytes()), path);
  bool good = out.resize(image.size());
  for (const ByteRun& run : image.runs()) good = good && out.seek(run.at) && out.append(run.bytes);
  return result(good, path);
}

}  // namespace ggufproof
