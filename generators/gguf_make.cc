// gguf-make: makes GGUF files, right or wrong on purpose, from texts and back. Each subcommand has a file of
// its own.
#include "generators/gguf_make.h"

#include <csignal>
#include <iostream>
#include <vector>

#include "validator/nearest.h"
#include "validator/text.h"
#include "validator/version.h"

namespace ggufproof {
namespace {

constexpr std::size_t longest_path = 4096;

constexpr const char* examples =
    "Examples:\n"
    "  gguf-make case overlap.txt -o overlap.gguf     assemble a case\n"
    "  gguf-make uncase crash.gguf > crash.txt        turn any file into a case\n"
    "  gguf-make corpus vendored/                     export the corpus, in a checkout of the project\n"
    "  gguf-make corpus vendored/ --from DIR          export a corpus that lies elsewhere\n"
    "  gguf-make random --count 100 -o DIR            valid files, named for their seeds\n"
    "  gguf-make mutate --rule layout.gap -o gap.gguf a file that breaks one rule\n"
    "  gguf-make shrink crash.gguf --cmd 'mytool {file}' -o small.gguf\n"
    "                                                 the smallest file on which a command ends so\n"
    "  gguf-make neighbours valid.gguf -o near/       each number of a file at its boundaries\n"
    "  gguf-make dict -o gguf.dict                    the dictionary for libFuzzer and AFL++\n"
    "Exit: 0 done, 1 the input is at fault, 2 bad usage or a file that cannot be read or written.";

/// Whether the first argument should have been a subcommand and is none, which is told; CLI11 would only say
/// that one is required.
bool names_no_subcommand(const CLI::App& app, const std::string& word) {
  std::vector<std::string_view> names;
  std::string all;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string& name = command->get_name();
    if (word == name) return false;
    all += (all.empty() ? "" : ", ") + name;
    names.push_back(name);
  }
  if (word.starts_with('-')) return false;
  const std::string meant(nearest(word, names));
  tell("there is no subcommand " + ggufproof::quoted(word) +
       (meant.empty() ? "; there are " + all : "; did you mean " + meant + "?") + " (--help shows all)");
  return true;
}

}  // namespace

CLI::Option* add_path(CLI::App& command, const std::string& option, std::string& into,
                      const std::string& help) {
  return command.add_option(option, into, help)->check([](const std::string& path) {
    return path.empty() ? std::string("the path is empty") : std::string();
  });
}

std::string shown_path(const std::string& path) { return escaped(path, longest_path); }

std::string names_shown(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  const std::size_t shown = names.size() > most + 1 ? most : names.size();  // "and 1 more" would save nothing
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : ", ") + shown_path(names[i]);
  return shown == names.size() ? out : out + " and " + std::to_string(names.size() - shown) + " more";
}

void tell(const std::string& text) { std::cerr << "gguf-make: " << text << '\n'; }

int fail(const FileFault& fault, int code) {
  tell(shown_path(fault.path) + ": " + fault.what +
       (fault.names.empty() ? "" : ": " + names_shown(fault.names)));
  return code;
}

int make(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file over the limit is an error like a full disk, not a death
  CLI::App app(
      "Makes GGUF files, right or wrong on purpose. corpus/README.md describes the language of cases.",
      "gguf-make");
  RunCommand chosen;
  add_case_command(app, chosen);
  add_uncase_command(app, chosen);
  add_corpus_command(app, chosen);
  add_random_command(app, chosen);
  add_mutate_command(app, chosen);
  add_shrink_command(app, chosen);
  add_neighbours_command(app, chosen);
  add_dict_command(app, chosen);
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text("gguf-make"));
  app.footer(examples);
  if (argc > 1 && names_no_subcommand(app, argv[1])) return exit_unusable;
  if (const auto code = parse_command_line(app, argc, argv)) return *code;
  return chosen();
}

}  // namespace ggufproof

int main(int argc, char** argv) { return ggufproof::make(argc, argv); }
