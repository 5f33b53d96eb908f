// gguf-make case and uncase: a text assembled into a file, and any file turned into a text.
#include <iostream>
#include <memory>

#include "generators/case_output.h"
#include "generators/case_text.h"
#include "generators/gguf_make.h"
#include "generators/uncase.h"
#include "validator/source.h"

namespace ggufproof {
namespace {

constexpr int exit_faulty = 1;
constexpr int exit_unusable = 2;

struct Settings {
  std::string input;
  std::string output = "-";
  std::string original;
  UncaseOptions uncase;
};

int fail(int code, const std::string& what) {
  std::cerr << "gguf-make: " << what << '\n';
  return code;
}

int written(const std::string& fault) { return fault.empty() ? 0 : fail(exit_unusable, fault); }

void declare_paths(CLI::App& command, Settings& settings, const std::string& input) {
  command.add_option("FILE", settings.input, input + ", or - for standard input")->required();
  command.add_option("-o,--output", settings.output, "where to write; - is standard output, and the default")
      ->type_name("PATH");
}

/// Puts elided data back, or says that they are zeros.
int restore(Case& read, const Settings& settings) {
  if (read.file.elided().empty()) return 0;
  if (settings.original.empty()) {
    std::cerr << "gguf-make: " << settings.input << ": " << read.file.elided().size()
              << " stretches of data were elided and are zeros now; --data-from FILE puts them back\n";
    return 0;
  }
  auto original = Source::open(settings.original);
  if (const auto* fault = std::get_if<std::string>(&original))
    return fail(exit_unusable, settings.original + ": " + *fault);
  if (read.file.restore_elided(std::get<Source>(original).bytes())) return 0;
  return fail(exit_faulty, settings.original + ": its bytes have other digests than those that were elided");
}

int run_case(const Settings& settings) {
  auto opened = Source::open(settings.input);
  if (const auto* fault = std::get_if<std::string>(&opened))
    return fail(exit_unusable, settings.input + ": " + *fault);
  auto read = parse_case(as_text(std::get<Source>(opened).bytes()));
  if (const auto* error = std::get_if<CaseError>(&read))
    return fail(exit_faulty, settings.input + ": " + message_of(*error));
  auto& the_case = std::get<Case>(read);
  if (const int code = restore(the_case, settings); code != 0) return code;
  return written(write_output(settings.output, the_case.file));
}

int run_uncase(const Settings& settings) {
  auto opened = Source::open(settings.input);
  if (const auto* fault = std::get_if<std::string>(&opened))
    return fail(exit_unusable, settings.input + ": " + *fault);
  return written(write_output(settings.output, uncase(std::get<Source>(opened).bytes(), settings.uncase)));
}

}  // namespace

void add_case_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand("case", "assemble the text of a case into a file");
  auto settings = std::make_shared<Settings>();
  declare_paths(*command, *settings, "the text of a case");
  command
      ->add_option("--data-from", settings->original,
                   "the file whose long data were elided, to put them back")
      ->type_name("FILE");
  command->callback([settings, &chosen] { chosen = [settings] { return run_case(*settings); }; });
}

void add_uncase_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand("uncase", "turn any file, whole or broken, into the text of a case");
  auto settings = std::make_shared<Settings>();
  declare_paths(*command, *settings, "a file of any kind");
  command
      ->add_option("--whole", settings->uncase.whole,
                   "write out data of up to this many bytes (4096); elide longer ones")
      ->type_name("BYTES");
  command->callback([settings, &chosen] { chosen = [settings] { return run_uncase(*settings); }; });
}

}  // namespace ggufproof
