// Both ways run /bin/sh, so that a command reads as its author types it.
#include "conformance/subject.h"

#include <csignal>

namespace ggufproof {
namespace {

SandboxedCommand in_shell(const std::string& script, const std::string& file, const ShellCommand& command,
                          const std::string& folder) {
  return {{"/bin/sh", "-c", script, "sh", file}, command.environment, folder};
}

class TesteeSubject : public Subject {
 public:
  TesteeSubject(const ShellCommand& command, const std::string& folder)
      : testee_(in_shell(command.command, "", command, folder), command.limits) {}

  std::variant<Handshake, std::string> start() override {
    auto handshake = testee_.start();
    if (const auto* who = std::get_if<Handshake>(&handshake)) decodes_ = !who->decodes.empty();
    return handshake;
  }

  Answer read(const std::string& id, const std::string& file) override {
    nlohmann::ordered_json question{{"command", "read"}, {"id", id}, {"file", file}};
    if (decodes_) question["decode"] = true;
    return testee_.ask(question);
  }

 private:
  Testee testee_;
  bool decodes_ = false;
};

/// The command with "$1" in place of {file}.
std::string with_argument(std::string command) {
  constexpr std::string_view mark = "{file}";
  for (std::size_t at = 0; (at = command.find(mark, at)) != std::string::npos;)
    command.replace(at, mark.size(), "\"$1\"");
  return command;
}

class ExitCodeSubject : public Subject {
 public:
  ExitCodeSubject(ShellCommand command, Handshake who, std::string folder)
      : command_(std::move(command)), who_(std::move(who)), folder_(std::move(folder)) {}

  std::variant<Handshake, std::string> start() override { return who_; }

  Answer read(const std::string&, const std::string& file) override {
    auto started =
        Sandbox::start(in_shell(with_argument(command_.command), file, command_, folder_), command_.limits);
    if (const auto* error = std::get_if<std::string>(&started)) return {Reply::crashed, *error, ""};
    Sandbox& sandbox = std::get<Sandbox>(started);
    sandbox.close_input();
    std::string line, last;
    auto waited = Sandbox::Waited::line;
    while ((waited = sandbox.receive(line)) == Sandbox::Waited::line) last = line;
    if (waited != Sandbox::Waited::ended) return unanswered(sandbox, waited);
    return of(sandbox, last);
  }

 private:
  static Answer of(Sandbox& sandbox, const std::string& last) {
    Ending ending = sandbox.end();
    for (const int fault : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGSEGV, SIGTRAP, SIGXCPU}) {
      if (ending.exited && ending.status == 128 + fault) ending.signal = fault;
    }
    const std::string words = last_words(ending, last);
    if (ending.signal == SIGXCPU) return {Reply::hung, words, ""};
    if (ending.signal != 0)
      return {tells_of_memory(ending.words) ? Reply::over_allocated : Reply::crashed, words, ""};
    return {ending.status == 0 ? Reply::accepted : Reply::refused, words, "", nlohmann::json::object()};
  }

  static std::string last_words(const Ending& ending, const std::string& last) {
    std::string words = ending.words.empty() ? last : ending.words;
    while (!words.empty() && words.back() == '\n') words.pop_back();
    words = words.substr(words.rfind('\n') + 1).substr(0, 300);
    if (ending.signal == 0 && ending.status == 0) return "";
    return ending.shown() + (words.empty() ? "" : ": " + words);
  }

  ShellCommand command_;
  Handshake who_;
  std::string folder_;
};

}  // namespace

MakeSubject testee_subject(const ShellCommand& command) {
  return [command](const std::string& folder) { return std::make_unique<TesteeSubject>(command, folder); };
}

MakeSubject exit_code_subject(const ShellCommand& command, const Handshake& who) {
  return [command, who](const std::string& folder) {
    return std::make_unique<ExitCodeSubject>(command, who, folder);
  };
}

}  // namespace ggufproof
