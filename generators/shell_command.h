// Runs a command of the shell on a file and tells how it ended, which is all that shrinking wants to know.
// The command is the user's own and runs as he does; readers that are not to be trusted have a sandbox
// (conformance/sandbox.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>

namespace ggufproof {

/// How a command ended.
struct CommandEnd {
  enum class Kind : std::uint8_t { status, signal, timeout } kind = Kind::status;
  int number = 0;  ///< the exit status or the signal
  friend bool operator==(const CommandEnd&, const CommandEnd&) = default;

  /// Such as "exit status 1", "signal 11 (Segmentation fault)" or "no end in time".
  std::string shown() const;
};

/// What stands for the file in a command.
inline constexpr const char* file_mark = "{file}";

/// Runs a command with `file` for {file}, nothing on its standard input, and its output thrown away. All that
/// stays in its process group is ended with it. The error is a sentence: it could not be started.
std::variant<CommandEnd, std::string> run_in_shell(const std::string& command, const std::string& file,
                                                   std::chrono::milliseconds within);

}  // namespace ggufproof
