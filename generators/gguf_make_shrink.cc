// gguf-make shrink: a file made small while a command ends on it as before.
#include <filesystem>
#include <iostream>
#include <memory>

#include <unistd.h>

#include "generators/gguf_make.h"
#include "generators/shell_command.h"
#include "generators/shrink.h"
#include "generators/uncase.h"
#include "validator/progress.h"
#include "validator/source.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

constexpr int exit_not_found = 127, exit_not_executable = 126;  // of the shell

struct Settings {
  std::string input, output, command;
  std::uint64_t runs = ShrinkOptions{}.most_runs;
  std::uint64_t seconds = 10;
};

/// A file of its own that candidates are written to; removed with its folder when it goes.
class Candidate {
 public:
  Candidate() {
    std::error_code fault;
    std::string pattern = (fs::temp_directory_path(fault) / "gguf-make-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
  }
  ~Candidate() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  Candidate(const Candidate&) = delete;
  Candidate& operator=(const Candidate&) = delete;

  std::string path() const { return (folder_ / "candidate.gguf").string(); }

 private:
  fs::path folder_;
};

/// Runs the command on bytes, again and again.
class CommandOnBytes {
 public:
  explicit CommandOnBytes(const Settings& settings) : settings_(settings) {}

  /// Nothing where it could not be run; fault() says why.
  std::optional<CommandEnd> run(Bytes bytes) {
    if (auto fault = write_output(file_.path(), as_text(bytes))) {
      fault_ = std::move(fault);
      return std::nullopt;
    }
    auto ended = run_in_shell(settings_.command, file_.path(), std::chrono::seconds(settings_.seconds));
    if (auto* error = std::get_if<std::string>(&ended)) {
      fault_ = FileFault{"/bin/sh", std::move(*error)};
      return std::nullopt;
    }
    return std::get<CommandEnd>(ended);
  }

  const std::optional<FileFault>& fault() const { return fault_; }

 private:
  const Settings& settings_;
  Candidate file_;
  std::optional<FileFault> fault_;
};

/// How the command ends on the file, the same each time; otherwise tells why it is no use.
std::optional<CommandEnd> settled_end(CommandOnBytes& command, Bytes file) {
  const auto first = command.run(file);
  const auto second = first ? command.run(file) : std::nullopt;
  if (!second) {
    fail(*command.fault());
    return std::nullopt;
  }
  if (*first != *second) {
    tell("the command ends on the file by " + first->shown() + ", then by " + second->shown() +
         ": what is to be kept must be the same each time");
    return std::nullopt;
  }
  const bool status = first->kind == CommandEnd::Kind::status;
  if (status && (first->number == exit_not_found || first->number == exit_not_executable)) {
    tell("the shell cannot run the command (" + first->shown() + "): name its program as from this folder");
    return std::nullopt;
  }
  return first;
}

int run_shrink(const Settings& settings) {
  std::error_code ignored;
  if (!settings.output.empty() && settings.input != "-" &&
      fs::equivalent(settings.input, settings.output, ignored))
    return fail({settings.input, "is what is read and what would be written; name another file with -o"});
  const auto opened = Source::open(settings.input);
  if (const auto* fault = std::get_if<std::string>(&opened)) return fail({settings.input, *fault});
  const Bytes bytes = std::get<Source>(opened).bytes();
  CommandOnBytes command(settings);
  const auto wanted = settled_end(command, bytes);
  if (!wanted) return exit_unusable;

  Progress progress(std::cerr, isatty(STDERR_FILENO) != 0);
  ShrinkOptions options;
  options.most_runs = settings.runs;
  options.stop = [&] { return command.fault().has_value(); };
  options.progress = [&](const Shrunk& so_far) {
    progress.show([&] {
      return std::to_string(so_far.bytes.size()) + " bytes after " + std::to_string(so_far.runs) + " runs";
    });
  };
  const Shrunk shrunk = shrink(
      {bytes.begin(), bytes.end()}, [&](Bytes file) { return command.run(file) == wanted; }, options);
  progress.wipe();
  if (command.fault()) return fail(*command.fault());
  if (!settings.output.empty()) {
    if (const auto fault = write_output(settings.output, as_text(shrunk.bytes))) return fail(*fault);
  }
  tell(shown_path(settings.input) + ": " + std::to_string(bytes.size()) + " bytes became " +
       std::to_string(shrunk.bytes.size()) + " in " + std::to_string(shrunk.runs) +
       " runs; the command ends by " + wanted->shown() +
       (shrunk.finished ? "" : " (--runs allows no more; it may get smaller)"));
  std::cout << uncase(shrunk.bytes).text;
  return finish_output("gguf-make", 0);
}

}  // namespace

void add_shrink_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand(
      "shrink", "make a file small on which a command still ends as it did, and print it as a case");
  auto settings = std::make_shared<Settings>();
  add_path(*command, "FILE", settings->input, "a file of any kind; it is only read")->required();
  command
      ->add_option(
          "--cmd", settings->command,
          "a command that reads {file}; kept is its exit status, its signal, or that it takes too long")
      ->type_name("COMMAND")
      ->required()
      ->check([](const std::string& text) {
        return text.find(file_mark) == text.npos ? "never names {file}, which it should read: " + text
                                                 : std::string();
      });
  add_path(*command, "-o,--output", settings->output, "write the small file here")->type_name("PATH");
  add_count(*command, "--runs", settings->runs, "run the command at most this many times (2000)");
  command->add_option("--timeout", settings->seconds, "seconds that each run may take (10)")
      ->type_name("SECONDS")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{86400}));
  command->callback([settings, &chosen] { chosen = [settings] { return run_shrink(*settings); }; });
}

}  // namespace ggufproof
