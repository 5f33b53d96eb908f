// Lines out, lines in. An answer that is not what was asked ends the testee: what it would say next belongs
// to nothing.
#include "conformance/testee.h"

#include <algorithm>
#include <array>
#include <csignal>

#include "validator/text.h"

namespace ggufproof {
namespace {

using nlohmann::json;

constexpr std::size_t most_quoted = 300;

std::string shown(const std::string& line) { return ggufproof::quoted(line, most_quoted); }

/// The member that answers, and what it says. Nothing where there is none of them, or more than one.
std::optional<Answer> read_answer(const json& said, const std::string& id) {
  if (!said.is_object() || said.value("id", json()) != id) return std::nullopt;
  constexpr std::array ways{"accepted", "written", "refused", "skipped"};
  if (std::count_if(ways.begin(), ways.end(), [&](const char* way) { return said.contains(way); }) != 1)
    return std::nullopt;
  if (said.contains("accepted")) return Answer{Reply::accepted, "", "", said["accepted"]};
  if (said.contains("written"))
    return said["written"] == true ? std::optional(Answer{Reply::accepted, "", ""}) : std::nullopt;
  const bool refused = said.contains("refused");
  const json& why = said[refused ? "refused" : "skipped"];
  const json stage = said.value("stage", json(""));
  if (!why.is_string() || !stage.is_string()) return std::nullopt;
  return Answer{refused ? Reply::refused : Reply::skipped, why.get<std::string>(),
                refused ? stage.get<std::string>() : ""};
}

/// What a shell says of a program that a signal killed.
bool is_of_the_shell(std::string_view line) {
  constexpr std::array<std::string_view, 5> ends{"Aborted", "Segmentation fault", "Floating point exception",
                                                 "Killed", "Bus error"};
  return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return line == end; });
}

}  // namespace

std::string telling_line(std::string_view words) {
  constexpr std::array<std::string_view, 7> signs{
      "panic: ", "fatal error: ",           "panicked at",  "terminate called",
      "what():", "ERROR: AddressSanitizer", "FATAL ERROR: "};
  std::string_view last;
  while (!words.empty()) {
    const std::string_view line = words.substr(0, words.find('\n'));
    words.remove_prefix(std::min(words.size(), line.size() + 1));
    const auto is_in = [&](std::string_view sign) { return line.find(sign) != line.npos; };
    if (std::any_of(signs.begin(), signs.end(), is_in)) return std::string(line.substr(0, most_quoted));
    const bool says_nothing = line.find_first_not_of(" \t\r") == line.npos || is_of_the_shell(line);
    if (!says_nothing) last = line;
  }
  return std::string(last.substr(0, most_quoted));
}

bool tells_of_memory(const std::string& words) {
  constexpr std::array<std::string_view, 15> signs{"bad_alloc",
                                                   "out of memory",
                                                   "Out of memory",
                                                   "memory allocation of",
                                                   "annot allocate",
                                                   "MemoryError",
                                                   "allocation failed",
                                                   "heap limit",
                                                   "length_error",
                                                   "makeslice: len out of range",
                                                   "failed to allocate",
                                                   "Invalid array length",
                                                   "Invalid typed array length",
                                                   "OutOfMemory",
                                                   "insufficient memory"};
  for (const std::string_view sign : signs) {
    if (words.find(sign) != std::string::npos) return true;
  }
  return false;
}

Answer unanswered(Sandbox& sandbox, Sandbox::Waited waited) {
  const Ending ending = sandbox.end();
  if (waited == Sandbox::Waited::timed_out || ending.hung()) return {Reply::hung, "no answer in time", ""};
  if (waited == Sandbox::Waited::too_much_output) return {Reply::crashed, "an answer without an end", ""};
  const std::string told = telling_line(ending.words);
  const std::string words = ending.shown() + (told.empty() ? "" : ": " + told);
  return {tells_of_memory(ending.words) ? Reply::over_allocated : Reply::crashed, words, ""};
}

std::variant<Handshake, std::string> Testee::start() {
  running_.reset();
  auto started = Sandbox::start(command_, limits_);
  if (auto* error = std::get_if<std::string>(&started)) return std::move(*error);
  running_.emplace(std::move(std::get<Sandbox>(started)));
  std::string line;
  running_->send(R"({"command":"start","protocol":1})");
  if (const auto waited = running_->receive(line, limits_.start); waited != Sandbox::Waited::line) {
    const Answer answer = unanswered(*running_, waited);
    running_.reset();
    return "no answer to start: " + answer.words;
  }
  auto handshake = parse_handshake(line);
  if (std::holds_alternative<std::string>(handshake)) running_.reset();
  return handshake;
}

Answer Testee::ask(const nlohmann::ordered_json& question) {
  if (!running_) {
    if (const auto started = start(); const auto* error = std::get_if<std::string>(&started))
      return {Reply::crashed, *error, ""};
  }
  std::string line;
  auto waited = Sandbox::Waited::ended;
  if (running_->send(question.dump())) waited = running_->receive(line);
  if (waited == Sandbox::Waited::line) {
    const json said = parse_message(line);
    if (auto answer = read_answer(said, question.value("id", ""))) return std::move(*answer);
    running_.reset();
    return {Reply::crashed, "an answer that the protocol does not know: " + shown(line), ""};
  }
  const Answer answer = unanswered(*running_, waited);
  running_.reset();
  return answer;
}

}  // namespace ggufproof
