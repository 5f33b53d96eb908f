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
#include "validator/tensor_values.h"
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
  std::optional<std::string> tensor;
  bool values = false;
  bool raw = false;
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
  auto* tensor =
      app.add_option("--tensor", settings.tensor, "show one tensor: what it is, and its first values")
          ->type_name("NAME");
  tensor->excludes(full)->excludes(json);
  app.add_flag("--values", settings.values, "all decoded values, one a line, first dimension fastest")
      ->needs(tensor);
  app.add_flag(
         "--raw", settings.raw,
         "for pipes: the tensor's bytes as they stand; with --values float32, little-endian, and how many "
         "values do not fit it on standard error")
      ->needs(tensor);
  app.set_version_flag("--version", version_text("gguf-layout"));
  app.footer(
      "Examples:\n"
      "  gguf-layout model.gguf                     one line a field: range, length, path, type, value\n"
      "  gguf-layout --full model.gguf | grep kv    all elements of all arrays\n"
      "  gguf-layout --json --sha256 model.gguf     everything that the file says\n"
      "  gguf-layout --tensor output.weight --values --raw model.gguf > output.f32\n"
      "Exit: 0 the whole file was shown, 1 it could be followed up to a point, which the last line (or the\n"
      "member \"stopped\") names, or not to the tensor's data, 2 bad usage or a file that cannot be read.");
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

int show(const Settings& settings, const FileMap& map, const Source& source) {
  if (settings.raw && isatty(STDOUT_FILENO) != 0) {
    std::cerr << "gguf-layout: --raw writes bytes that are no text: send them to a file or a command\n";
    return exit_unusable;
  }
  const TensorView view = settings.raw      ? settings.values ? TensorView::float32 : TensorView::raw
                          : settings.values ? TensorView::values
                                            : TensorView::summary;
  const Shown shown = show_tensor(std::cout, map, *settings.tensor, view, settings.style.elements,
                                  [&] { return !source.fault().empty(); });
  const std::string file = "gguf-layout: " + path_shown(settings.path) + ": ";
  if (shown.why_not) {
    std::cerr << file << *shown.why_not << '\n';
    return exit_stopped;
  }
  if (shown.rounded > 0) {
    std::cerr << file << shown.rounded << " values of " << quoted(*settings.tensor)
              << " do not fit float32 and were rounded, " << shown.infinite << " of them to infinity\n";
  }
  return 0;
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
  int code = map.stop ? exit_stopped : 0;
  if (settings.tensor) {
    code = show(settings, map, source);
  } else if (settings.json) {
    dump_json(std::cout, map, settings.dump);
  } else {
    print_layout(std::cout, map, settings.style);
  }
  if (const std::string fault = source.fault(); !fault.empty()) return cannot_read(settings.path, fault);
  return code;
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
