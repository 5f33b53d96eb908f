// Both ways run /bin/sh, so that a command reads as its author types it.
#include "conformance/subject.h"

#include <csignal>
#include <filesystem>

namespace ggufproof {
namespace {

/// The folder that the user is in, and so means.
std::string here() {
  std::error_code fault;
  return std::filesystem::current_path(fault).string();
}

/// Replaces each `mark`; what stands for it comes as an argument of the shell, which quotes it.
void replace_all(std::string& text, std::string_view mark, std::string_view argument) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += argument.size())
    text.replace(at, mark.size(), argument);
}

SandboxedCommand in_shell(std::string script, const std::string& file, const ShellCommand& command,
                          const std::string& folder) {
  const std::size_t slash = script.substr(0, script.find(' ')).find('/');
  if (slash != std::string::npos && slash != 0) script.insert(0, "{here}/");
  replace_all(script, "{file}", "\"$1\"");
  replace_all(script, "{here}", "\"$2\"");
  return {{"/bin/sh", "-c", script, "sh", file, here()}, command.environment, folder};
}

/// Whether a shell says by its exit status that it found no such program, or cannot run it.
bool is_no_program(const Ending& ending) {
  return ending.exited && (ending.status == 126 || ending.status == 127);
}

constexpr const char* where_commands_run =
    "; commands run in an empty folder: {here} stands for the one that this was started in";

class TesteeSubject : public Subject {
 public:
  TesteeSubject(const ShellCommand& command, const std::string& folder)
      : testee_(in_shell(command.command, "", command, folder), command.limits) {}

  std::variant<Handshake, std::string> start() override {
    auto handshake = testee_.start();
    if (const auto* error = std::get_if<std::string>(&handshake)) return *error + where_commands_run;
    decodes_ = !std::get<Handshake>(handshake).decodes.empty();
    return handshake;
  }

  Answer read(const std::string& id, const std::string& file) override {
    nlohmann::ordered_json question{{"command", "read"}, {"id", id}, {"file", file}};
    if (decodes_) question["decode"] = true;
    return testee_.ask(question);
  }

  Answer write(const std::string& id, const nlohmann::json& description, const std::string& file) override {
    return testee_.ask({{"command", "write"}, {"id", id}, {"file", file}, {"description", description}});
  }

 private:
  Testee testee_;
  bool decodes_ = false;
};

class ExitCodeSubject : public Subject {
 public:
  ExitCodeSubject(ShellCommand command, Handshake who, std::string folder)
      : command_(std::move(command)), who_(std::move(who)), folder_(std::move(folder)) {}

  /// Tries the command on an empty file, since a shell that finds no program tells so by its exit status
  /// alone.
  std::variant<Handshake, std::string> start() override {
    const Answer answer = read("", "/dev/null");
    if (no_program_) return answer.words + where_commands_run;
    return who_;
  }

  Answer read(const std::string&, const std::string& file) override {
    auto started = Sandbox::start(in_shell(command_.command, file, command_, folder_), command_.limits);
    if (const auto* error = std::get_if<std::string>(&started)) return {Reply::crashed, *error, ""};
    Sandbox& sandbox = std::get<Sandbox>(started);
    sandbox.close_input();
    std::string last;
    if (const auto waited = sandbox.drain(last); waited != Sandbox::Waited::ended)
      return unanswered(sandbox, waited);
    return of(sandbox, last);
  }

  Answer write(const std::string&, const nlohmann::json&, const std::string&) override {
    return {Reply::skipped, "a command that has an exit status and nothing else is not asked to write", ""};
  }

 private:
  Answer of(Sandbox& sandbox, const std::string& last) {
    const Ending ending = sandbox.end();
    no_program_ = is_no_program(ending);
    const std::string words = last_words(ending, last);
    if (ending.hung()) return {Reply::hung, words, ""};
    if (ending.signal != 0)
      return {tells_of_memory(ending.words) ? Reply::over_allocated : Reply::crashed, words, ""};
    return {ending.status == 0 ? Reply::accepted : Reply::refused, words, "", nlohmann::json::object()};
  }

  static std::string last_words(const Ending& ending, const std::string& last) {
    const std::string words = telling_line(ending.words.empty() ? last : ending.words);
    if (ending.signal == 0 && ending.status == 0) return "";
    return ending.shown() + (words.empty() ? "" : ": " + words);
  }

  ShellCommand command_;
  Handshake who_;
  std::string folder_;
  bool no_program_ = false;
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
