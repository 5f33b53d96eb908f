// A file being written. A regular one gets another name beside its place until it is whole; whatever goes
// wrong before that, what stood there is untouched.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ggufproof {

class OutputFile {
 public:
  /// Opens "-" (standard output), a descriptor by its path (/dev/stdout, /dev/fd/N), what is no regular file
  /// where it stands, and any other path through a file beside it. ok() says whether that worked.
  explicit OutputFile(const std::string& path);
  /// Takes back what was not put in its place.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Whether the file can have holes, which is so where it is a new one.
  bool can_have_holes() const { return !temporary_.empty(); }

  /// Each step does nothing after one that failed.
  void append(const void* bytes, std::uint64_t size);
  void append_zeros(std::uint64_t n);
  void resize(std::uint64_t size);
  void seek(std::uint64_t at);

  /// Closes the file and puts it in its place.
  void finish();

  bool ok() const { return fault_.empty(); }
  /// What went wrong first, as the system says it; empty where nothing did.
  const std::string& fault() const { return fault_; }

 private:
  void open_direct(const std::string& path);
  void open_beside(const std::string& path);
  void fail();

  int descriptor_ = -1;
  std::string target_;     ///< where the file belongs
  std::string temporary_;  ///< where it is until then; empty where it is written in its place
  std::string fault_;
};

}  // namespace ggufproof
