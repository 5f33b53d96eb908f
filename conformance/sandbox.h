// Somebody else's program, run where it can do no harm: in a folder of its own, with an empty environment, in
// a process group that is ended as a whole, and with limits on memory, processor time, files and output. What
// became of it is told afterwards. The network is taken away from all of them at once: network.h.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <sys/types.h>

#include "validator/source.h"

namespace ggufproof {

struct SandboxLimits {
  std::chrono::milliseconds start{60'000};        ///< until a testee says who it is: runtimes take their time
  std::chrono::seconds processor{10};             ///< of processor time, for one answer
  std::chrono::milliseconds wall{60'000};         ///< for one answer: more, since a busy machine is no hang
  std::uint64_t memory = std::uint64_t{2} << 30;  ///< bytes that a process may write to; 0: no limit
  std::uint64_t file_size = std::uint64_t{1} << 30;  ///< bytes of a file that it writes
  std::uint64_t output = std::uint64_t{64} << 20;    ///< bytes of one answer
};

/// What to run, and where.
struct SandboxedCommand {
  std::vector<std::string> arguments;    ///< the first is the program, looked for in PATH
  std::vector<std::string> environment;  ///< NAME=VALUE, beside PATH, HOME and TMPDIR
  std::string folder;                    ///< its working directory, HOME and TMPDIR
};

/// How a program ended.
struct Ending {
  bool exited = false;    ///< by itself
  bool lingered = false;  ///< it had closed its output, and was ended since it did not leave
  int status = 0;         ///< its exit status, if it exited
  int signal = 0;  ///< what killed it, if something did; also where a shell tells so by a status of 128 + n
  std::string words;  ///< the last it said on standard error

  /// Whether it came to no end by itself: it lingered, or used up its processor time.
  bool hung() const;

  /// Such as "signal 11 (Segmentation fault)" or "exit status 3".
  std::string shown() const;
};

class Sandbox {
 public:
  /// Starts a program. The error is a sentence such as "mytool: No such file or directory".
  static std::variant<Sandbox, std::string> start(const SandboxedCommand& command,
                                                  const SandboxLimits& limits);
  Sandbox(Sandbox&& other) noexcept;
  Sandbox& operator=(Sandbox&&) = delete;
  ~Sandbox();

  /// Hands the program a line; false where it is gone. One that does not read in time has it in part.
  bool send(std::string_view line);

  /// Nothing more will be sent.
  void close_input() { input_ = Descriptor(); }

  /// What came of waiting: a whole line, the end of the program's output, or none of both within the limits.
  enum class Waited : std::uint8_t { line, ended, timed_out, too_much_output };

  /// The next line of output, without its end, within a time.
  Waited receive(std::string& line, std::chrono::milliseconds within);
  Waited receive(std::string& line) { return receive(line, limits_.wall); }

  /// Waits for the end of a program that has nothing to answer; `last` is its last line.
  Waited drain(std::string& last);

  /// Ends the program and all that it started, if it has not ended. The first that became of it stays.
  Ending end();

 private:
  Sandbox(pid_t child, Descriptor input, Descriptor output, Descriptor errors, const SandboxLimits& limits);
  using Clock = std::chrono::steady_clock;

  void grant_processor_time(pid_t process) const;
  Waited receive_until(std::string& line, Clock::time_point deadline);
  bool read_output();
  void read_errors();

  pid_t child_;
  Descriptor input_, output_, errors_;
  SandboxLimits limits_;
  bool output_ended_ = false;
  std::string pending_;  ///< output that has been read and not yet asked for
  std::string words_;    ///< the last of standard error, since the last question
};

}  // namespace ggufproof
