// A file as bytes. Regular files are mapped, so that judging a model of any size costs no memory; anything
// else (a pipe, standard input) is copied to an unnamed temporary file first and mapped from there.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>

#include "validator/bytes.h"

namespace ggufproof {

/// A mapped file; unmapped when it goes.
class Source {
 public:
  Source() = default;
  Source(Source&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  Source& operator=(Source&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Source();

  /// The bytes of the whole file.
  Bytes bytes() const { return bytes_; }

  /// Hears how many bytes of a stream have been copied, several times a second, also while none come.
  using Listener = std::function<void(std::uint64_t bytes)>;

  /// Opens a file, or standard input for "-". The error is a sentence such as "No such file or directory".
  static std::variant<Source, std::string> open(const std::string& path, const Listener& listener = {});

 private:
  explicit Source(Bytes bytes) : bytes_(bytes) {}
  static std::variant<Source, std::string> map(int descriptor);

  Bytes bytes_;
};

}  // namespace ggufproof
