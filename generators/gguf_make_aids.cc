// gguf-make neighbours and dict: what fuzzers begin with.
#include <filesystem>
#include <iostream>
#include <memory>

#include "generators/dictionary.h"
#include "generators/field_mutants.h"
#include "generators/gguf_make.h"
#include "generators/lift_wire.h"
#include "validator/source.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

struct Settings {
  std::string input, output;
};

/// A file's name without what a shell or a file system may not like: "3-tensor_0_.offset-0.gguf".
std::string neighbour_name(std::size_t i, const Mutant& mutant) {
  const std::size_t colon = mutant.what.find(':'), value = mutant.what.rfind(' ');
  std::string name = mutant.what.substr(0, colon) + '-' + mutant.what.substr(value + 1);
  for (char& c : name) {
    if (c == '[' || c == ']') c = '_';
  }
  return std::to_string(i) + '-' + name + ".gguf";
}

int run_neighbours(const Settings& settings) {
  const auto opened = Source::open(settings.input);
  if (const auto* fault = std::get_if<std::string>(&opened)) return fail({settings.input, *fault});
  std::error_code fault;
  if (fs::exists(settings.output, fault) && !fs::is_empty(settings.output, fault))
    return fail({settings.output, "is there, and not empty; name a new folder with -o"});
  fs::create_directories(settings.output, fault);
  if (fault) return fail({settings.output, fault.message()});
  const auto neighbours = number_neighbours(lift_wire(std::get<Source>(opened).bytes()));
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const fs::path path = fs::path(settings.output) / neighbour_name(i, neighbours[i]);
    if (const auto failed = write_output(path.string(), as_text(neighbours[i].bytes))) return fail(*failed);
    std::cout << path.filename().string() << "  " << neighbours[i].what << '\n';
  }
  if (neighbours.empty()) tell(shown_path(settings.input) + ": no field of a GGUF file can be told in it");
  return finish_output("gguf-make", neighbours.empty() ? exit_faulty : 0);
}

int run_dict(const Settings& settings) {
  const auto failed = write_output(settings.output, dictionary_text(dictionary()));
  return failed ? fail(*failed) : 0;
}

}  // namespace

void add_neighbours_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand(
      "neighbours", "write a file again and again, each time with one number, count or length at a boundary");
  auto settings = std::make_shared<Settings>();
  add_path(*command, "FILE", settings->input, "a file, whole or broken, or - for standard input")->required();
  add_path(*command, "-o,--output", settings->output, "a folder that is new or empty")
      ->type_name("DIR")
      ->required();
  command->callback([settings, &chosen] { chosen = [settings] { return run_neighbours(*settings); }; });
}

void add_dict_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand("dict", "write the dictionary for libFuzzer and AFL++");
  auto settings = std::make_shared<Settings>();
  settings->output = "-";
  add_path(*command, "-o,--output", settings->output, "where to write; - is standard output, and the default")
      ->type_name("PATH");
  command->callback([settings, &chosen] { chosen = [settings] { return run_dict(*settings); }; });
}

}  // namespace ggufproof
