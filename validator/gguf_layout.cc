// gguf-layout: shows what stands where in a GGUF file, for people as a byte map, for programs as the
// canonical dump. The options are here; following a file and showing it are the library's.
#include <iostream>
#include <limits>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "validator/command_line.h"
#include "validator/dump_json.h"
#include "validator/layout_print.h"
#include "validator/progress.h"
#include "validator/source.h"
#include "validator/text.h"
#include "validator/version.h"

namespace {

using namespace ggufproof;

constexpr int exit_stopped = 1;

struct Settings {
  std::string path;
  MapStyle style;
  bool full = false;
  bool json = false;
  DumpOptions dump;
};

void declare(CLI::App& app, Settings& settings) {
  app.add_option("FILE", settings.path, "a file, or - for standard input")->required();
  auto* elements =
      app.add_option("--elements", settings.style.elements, "show this many elements of an array (8)");
  elements->check(CLI::NonNegativeNumber.description(""))->type_name("N");
  auto* full = app.add_flag("--full", settings.full, "show all elements and strings to their ends")
                   ->excludes(elements);
  auto* json =
      app.add_flag("--json", settings.json, "print the canonical dump: values without loss, as JSON");
  json->excludes(elements)->excludes(full);
  app.add_flag("--sha256", settings.dump.sha256, "add the SHA-256 of each tensor's bytes")->needs(json);
  app.set_version_flag("--version", "gguf-layout " + std::string(tool_version));
  app.footer(
      "Examples:\n"
      "  gguf-layout model.gguf                     one line a field: range, length, path, type, value\n"
      "  gguf-layout --full model.gguf | grep kv    all elements of all arrays\n"
      "  gguf-layout --json --sha256 model.gguf     everything that the file says\n"
      "Exit: 0 the whole file was shown, 1 it could be followed up to a point, which the last line (or the\n"
      "member \"stopped\") names, 2 bad usage or a file that cannot be read.");
}

std::variant<Source, std::string> open(const std::string& path) {
  Progress progress(std::cerr, isatty(STDERR_FILENO) != 0);
  return Source::open(path, [&](std::uint64_t bytes) {
    progress.show([&] { return escaped(path, 40) + ": " + size_shown(bytes) + " read"; });
  });
}

int run(Settings& settings) {
  auto opened = open(settings.path);
  if (const auto* error = std::get_if<std::string>(&opened)) {
    std::cerr << "gguf-layout: " << escaped(settings.path, 4096) << ": " << *error << '\n';
    return exit_unusable;
  }
  if (settings.full)
    settings.style.elements = settings.style.text_bytes = std::numeric_limits<std::uint64_t>::max();
  const FileMap map = map_file(std::get<Source>(opened).bytes());
  if (settings.json) {
    dump_json(std::cout, map, settings.dump);
  } else {
    print_layout(std::cout, map, settings.style);
  }
  return map.stop ? exit_stopped : 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  CLI::App app("Shows what stands where in a GGUF file.", "gguf-layout");
  Settings settings;
  declare(app, settings);
  if (const auto code = parse_command_line(app, argc, argv)) return *code;
  const int code = run(settings);
  std::cout.flush();
  return std::cout ? code : exit_unusable;
}
