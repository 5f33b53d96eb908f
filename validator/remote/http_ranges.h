// A file on a web server, read in ranges (RFC 9110, section 14). An answer that is not the range that was
// asked for, or is of another file than the first one was, is an error with a sentence of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "validator/bytes.h"

namespace ggufproof {

/// Whether a path is an address of the web: begins with http:// or https://.
bool is_address(std::string_view path);

/// The name of the file at an address: the last part of its path, without query, unescaped.
std::string name_at(const std::string& address);

class HttpRanges {
 public:
  /// `address` is one; `patience` in seconds is how long a server may take to be reached, and how long it may
  /// send nothing.
  HttpRanges(const std::string& address, std::uint64_t patience);
  HttpRanges(const HttpRanges&) = delete;
  HttpRanges& operator=(const HttpRanges&) = delete;
  ~HttpRanges();

  /// Takes bytes as they come, one piece after the other, each with its offset in the file. The error, if
  /// any, is a sentence.
  using Take = std::function<std::string(std::uint64_t at, Bytes piece)>;

  /// Asks for a range, of which the file may hold the first part only where its size is not known yet. All of
  /// that has been taken where the result, a sentence, is empty.
  std::string get(Range wanted, const Take& take);

  /// Bytes of the file; known after the first get() that did not fail.
  std::optional<std::uint64_t> size() const { return size_; }

  std::uint64_t requests() const { return requests_; }  ///< sent, those that redirections led to among them
  std::uint64_t received() const { return received_; }  ///< bytes of the file

 private:
  struct Curl;
  struct Head;

  std::string judge(const Head& head, Range& wanted);
  std::string judge_range(const Head& head, Range& wanted);

  std::unique_ptr<Curl> curl_;
  std::string address_;
  std::uint64_t patience_;
  std::optional<std::uint64_t> size_;
  std::string tag_;  ///< what the server says of the file's state: ETag, else Last-Modified
  std::uint64_t requests_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace ggufproof
