// A reader that has an exit status and nothing else tells no members of a dump: they are not compared.
#include "conformance/subject_options.h"

#include <filesystem>

#include "validator/command_line.h"

namespace ggufproof {
namespace {

constexpr int wall_for_processor = 6;
constexpr std::uint64_t most_seconds = 86400, most_mebibytes = std::uint64_t{1} << 24;

void declare_limits(CLI::App& app, SubjectSettings& settings) {
  app.add_option("--env", settings.environment, "set in its otherwise empty environment")
      ->type_name("NAME=VALUE")
      ->check([](const std::string& text) {
        return text.find('=') == text.npos || text.front() == '=' ? "wants NAME=VALUE, not " + text
                                                                  : std::string();
      })
      ->allow_extra_args(false);
  const auto timeout = [&settings](std::uint64_t seconds) {
    settings.limits.processor = std::chrono::seconds(seconds);
    settings.limits.wall = wall_for_processor * std::chrono::seconds(seconds);
  };
  app.add_option_function<std::uint64_t>(
         "--timeout", timeout,
         "seconds of processor time for an answer, or six times as many by the clock (" +
             std::to_string(settings.limits.processor.count()) + ")")
      ->check(CLI::Range(std::uint64_t{1}, most_seconds));
  app.add_option_function<std::uint64_t>(
         "--memory", [&settings](std::uint64_t mb) { settings.limits.memory = mb << 20; },
         "MiB that it may have (2048; 0: no limit)")
      ->check(CLI::Range(std::uint64_t{0}, most_mebibytes));
}

}  // namespace

SubjectSettings::SubjectSettings() {
  who.name = "reader";
  who.version = "unknown";
  who.reads = who.reads_data = true;
  who.omits = {"version", "endian", "alignment", "data_offset", "metadata", "tensors"};
}

MakeSubject SubjectSettings::make() const {
  const ShellCommand command{reader.empty() ? testee : reader, environment, limits};
  return reader.empty() ? testee_subject(command) : exit_code_subject(command, who);
}

void declare_subject(CLI::App& app, SubjectSettings& settings) {
  auto* reader = app.add_option("--reader", settings.reader,
                                "a command that reads {file}: exit status 0 accepts, any other refuses")
                     ->check([](const std::string& text) {
                       return text.find("{file}") == text.npos
                                  ? "never names {file}, which it should read: " + text
                                  : std::string();
                     });
  auto* testee = app.add_option("--testee", settings.testee, "a command that speaks the protocol");
  reader->type_name("COMMAND")->excludes(testee);
  testee->type_name("COMMAND");
  app.add_option("--name", settings.who.name, "the reader's name, for --reader")
      ->type_name("NAME")
      ->needs(reader);
  app.add_option("--reader-version", settings.who.version, "the reader's version, for --reader")
      ->type_name("VERSION")
      ->needs(reader);
  add_choice<bool>(app, "--reads", settings.who.reads_data, {{"data", true}, {"header", false}},
                   "for --reader: header where it never looks at tensors' data (data)");
  app.add_flag_callback(
         "--big-endian", [&settings] { settings.who.byte_orders.insert("big"); },
         "for --reader: it reads big-endian files too")
      ->needs(reader);
  declare_limits(app, settings);
}

std::string usual_corpus(std::string of_sources) {
  std::error_code error;
  const auto command = std::filesystem::canonical("/proc/self/exe", error);
  const auto installed = command.parent_path().parent_path() / "share/ggufproof/corpus";
  return std::filesystem::is_directory(installed, error) ? installed.string() : std::move(of_sources);
}

}  // namespace ggufproof
