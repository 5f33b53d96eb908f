// What is under test, however it is reached: a testee that speaks the protocol, or a command whose exit
// status is all that it says.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "conformance/testee.h"

namespace ggufproof {

class Subject {
 public:
  virtual ~Subject() = default;

  /// Who it is. The error is a sentence: it cannot be started.
  virtual std::variant<Handshake, std::string> start() = 0;

  /// Reads the file of a case.
  virtual Answer read(const std::string& id, const std::string& file) = 0;

  /// Writes a file that says what a description says.
  virtual Answer write(const std::string& id, const nlohmann::json& description, const std::string& file) = 0;
};

/// Makes one subject for a thread, which works in a folder of its own.
using MakeSubject = std::function<std::unique_ptr<Subject>(const std::string& folder)>;

/// A command of the shell, without its working folder. {here} stands for the folder that the caller is in,
/// and a program named by a relative path is looked for there.
struct ShellCommand {
  std::string command;
  std::vector<std::string> environment;
  SandboxLimits limits;
};

/// A testee that speaks the protocol.
MakeSubject testee_subject(const ShellCommand& command);

/// A command in which {file} stands for the file: 0 accepts, any other exit status refuses. `who` is what the
/// user says of it. The shell's 128 + n counts as signal n where n is one of a fault.
MakeSubject exit_code_subject(const ShellCommand& command, const Handshake& who);

}  // namespace ggufproof
