// A file as bytes. Regular files are mapped, so that judging a model of any size costs no memory; anything
// else (a pipe, standard input, a file of /proc) is copied to an unnamed temporary file first and mapped from
// there.
#pragma once

#include <cstdint>
#include <ctime>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "validator/bytes.h"
#include "validator/mapping.h"
#include "validator/spool.h"

namespace ggufproof {

/// An open descriptor; closed when it goes.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }

 private:
  int number_;
};

/// An open file and its bytes.
class Source {
 public:
  using Listener = CopyListener;

  /// What is to be made of the file. Of a stream that is no GGUF, whoever wants one gets the first bytes
  /// only.
  enum class Wanted { anything, gguf };

  /// The bytes of the whole file. If it is cut meanwhile, those that went read as zeros.
  Bytes bytes() const { return mapping_.bytes(); }

  /// The first stretch of the file, at or after a byte, that is no hole: what lies between is zeros that
  /// nobody wrote. Empty and at the end of the file where there is none. Of a file system without holes the
  /// rest of the file.
  Range stretch(std::uint64_t at) const;

  /// The bytes alone, without an open file: they stay where they are.
  Mapping release() && { return std::move(mapping_); }

  /// Why what was read so far cannot be relied upon, as a sentence; empty while the file is what it was when
  /// it was opened.
  std::string fault() const;

  /// Opens a file, or standard input for "-". Of a stream, `most` bytes are taken. The error is a sentence
  /// such as "No such file or directory". Whoever wants anything gets no device that may go on for ever.
  static std::variant<Source, std::string> open(
      const std::string& path, const Listener& listener = {}, Wanted wanted = Wanted::anything,
      std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

  /// Takes an open regular file.
  static std::variant<Source, std::string> of(Descriptor file);

 private:
  /// Size and time of change, by which a change shows.
  struct Stamp {
    std::int64_t bytes = 0;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };

  static bool stamp(int descriptor, Stamp& out);
  static std::variant<Source, std::string> copy(int stream, const Listener& listener, Wanted wanted,
                                                std::uint64_t most);
  bool map();

  Descriptor file_;
  Stamp opened_;
  Mapping mapping_;
  mutable Range stretch_;  ///< the one found last, since finding one may take as long as it is
};

}  // namespace ggufproof
