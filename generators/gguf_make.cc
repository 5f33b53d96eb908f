// gguf-make: makes GGUF files, right or wrong on purpose, from texts and back. Each subcommand has a file of
// its own.
#include "generators/gguf_make.h"

#include "validator/version.h"

namespace {

constexpr int exit_unusable = 2;

constexpr const char* examples =
    "Examples:\n"
    "  gguf-make case overlap.txt -o overlap.gguf     assemble a case\n"
    "  gguf-make uncase crash.gguf > crash.txt        turn any file into a case\n"
    "  gguf-make corpus vendored/                     export the corpus with its manifest\n"
    "Exit: 0 done, 1 the input is at fault, 2 bad usage or a file that cannot be read or written.";

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Makes GGUF files, right or wrong on purpose. corpus/README.md describes the language of cases.",
      "gguf-make");
  ggufproof::RunCommand chosen;
  ggufproof::add_case_command(app, chosen);
  ggufproof::add_uncase_command(app, chosen);
  ggufproof::add_corpus_command(app, chosen);
  app.require_subcommand(1);
  app.set_version_flag("--version", "gguf-make " + std::string(ggufproof::tool_version));
  app.footer(examples);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_unusable;
  }
  return chosen();
}
