// A testee that speaks the protocol (protocol/README.md), kept running: it is asked one thing after another,
// and started again when it dies, so that a crash costs one answer.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/handshake.h"
#include "conformance/sandbox.h"

namespace ggufproof {

/// What became of one question.
enum class Reply : std::uint8_t { accepted, refused, skipped, crashed, hung, over_allocated };

struct Answer {
  Reply reply = Reply::crashed;
  std::string words;      ///< why: what the testee said, or how it ended
  std::string stage;      ///< of a refusal, where the testee names one
  nlohmann::json dump{};  ///< of an accepted file; null where the testee gives none
};

/// Whether a program's last words are about memory that it did not get.
bool tells_of_memory(const std::string& words);

/// The line of a program's last words that says what happened: the one that runtimes print before a trace,
/// else the last.
std::string telling_line(std::string_view words);

/// How a program that gave no answer ended.
Answer unanswered(Sandbox& sandbox, Sandbox::Waited waited);

class Testee {
 public:
  Testee(SandboxedCommand command, SandboxLimits limits) : command_(std::move(command)), limits_(limits) {}

  /// Starts the testee, if it does not run. The error is a sentence.
  std::variant<Handshake, std::string> start();

  /// Asks; `question` has an id, which the answer must bear. Starts the testee first where it does not run.
  Answer ask(const nlohmann::ordered_json& question);

 private:
  SandboxedCommand command_;
  SandboxLimits limits_;
  std::optional<Sandbox> running_;
};

}  // namespace ggufproof
