// The protocol of conformance/protocol/README.md, from the testee's side: lines in, lines out.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace ggufproof {

/// Thrown by a testee's functions: the reader or writer under test refuses, and says why. Nothing else is
/// caught, so that an exception which escapes from a library ends the process, as it would end a user's.
struct Refused : std::runtime_error {
  explicit Refused(const std::string& why, std::string at_stage = {})
      : std::runtime_error(why), stage(std::move(at_stage)) {}

  std::string stage;  // `stage` of the protocol, or empty
};

/// A reader or writer under test.
struct Testee {
  nlohmann::json about;  // the answer to `start`, without `protocol`

  /// Reads a file and returns its canonical dump; `decode` asks for decoded_sha256. Empty: does not read.
  std::function<nlohmann::json(const std::string& file, bool decode)> read;

  /// Writes what a description says into `file`. Empty: does not write.
  std::function<void(const std::string& file, const nlohmann::json& description)> write;
};

/// Answers standard input on standard output until `stop` or the end of input; returns the exit status.
int serve(const Testee& testee);

}  // namespace ggufproof
