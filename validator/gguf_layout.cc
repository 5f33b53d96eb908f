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
      add_count(app, "--elements", settings.style.elements, "show this many elements of an array (8)");
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
  const auto listener = [&](std::uint64_t bytes) {
    progress.show([&] { return path_shown(path, 40) + ": " + size_shown(bytes) + " read"; });
  };
  return Source::open(path, listener, Source::Wanted::gguf);
}

int cannot_read(const std::string& path, const std::string& why) {
  std::cerr << "gguf-layout: " << path_shown(path) << ": cannot be read: " << why << '\n';
  return exit_unusable;
}

int run(Settings& settings) {
  auto opened = open(settings.path);
  if (const auto* error = std::get_if<std::string>(&opened)) {
    return cannot_read(settings.path, *error);
  }
  if (settings.full)
    settings.style.elements = settings.style.text_bytes = std::numeric_limits<std::uint64_t>::max();
  const auto& source = std::get<Source>(opened);
  const FileMap map = map_file(source.bytes());
  if (settings.json) {
    dump_json(std::cout, map, settings.dump);
  } else {
    print_layout(std::cout, map, settings.style);
  }
  if (const std::string fault = source.fault(); !fault.empty()) return cannot_read(settings.path, fault);
  return map.stop ? exit_stopped : 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  CLI::App app("Shows what stands where in a GGUF file.", "gguf-layout");
  Settings settings;
  declare(app, settings);
  if (const auto code = parse_command_line(app, argc, argv)) return *code;
  return finish_output(app.get_name(), run(settings));
}
