// gguf-validate: judges GGUF files. The options are here; judging and showing are the library's.
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <optional>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "validator/command_line.h"
#include "validator/fidelity/against_files.h"
#include "validator/fidelity/render_fidelity.h"
#include "validator/file_name.h"
#include "validator/files.h"
#include "validator/progress.h"
#include "validator/render.h"
#include "validator/rule_help.h"
#include "validator/run_summary.h"
#include "validator/severity_option.h"
#include "validator/shard_set.h"
#include "validator/source.h"
#include "validator/text.h"
#include "validator/version.h"

namespace {

using namespace ggufproof;

constexpr int exit_invalid = 1;

struct Settings {
  std::vector<std::string> paths;
  Options options;
  bool json = false;
  bool quiet = false;
  bool roundtrip = false;
  std::optional<std::string> against;
  std::optional<std::string> explain;
  std::vector<std::string> severities;  ///< RULE=SEVERITY
  bool list_rules = false;
};

void declare(CLI::App& app, Settings& settings) {
  app.add_option("PATH", settings.paths,
                 "a file, a directory (all *.gguf below it), or - for standard input");
  add_choice<Profile>(app, "--profile", settings.options.profile,
                      {{"default", Profile::deflt}, {"spec", Profile::spec}, {"ggml", Profile::ggml}},
                      "whose judgement counts: default, spec or ggml");
  add_choice<DataDepth>(
      app, "--data", settings.options.data,
      {{"none", DataDepth::none}, {"bounds", DataDepth::bounds}, {"values", DataDepth::values}},
      "look at tensor data: none, bounds (where they lie) or values (the weights, too; the default)");
  add_count(app, "--jobs", settings.options.reading.jobs,
            "judge values with this many threads (0: one a core)");
  add_choice<bool>(app, "--format", settings.json, {{"text", false}, {"json", true}},
                   "text (the default) or json");
  add_count(app, "--max-findings", settings.options.max_findings,
            "show at most this many findings a file (1000)");
  app.add_flag("-q,--quiet", settings.quiet, "show errors only, and in text nothing of valid files");
  app.add_flag("--roundtrip", settings.roundtrip,
               "decode, encode and decode quantized tensors, and show what comes back");
  app.add_option("--against", settings.against,
                 "compare one model with its original: a file, or any shard of several")
      ->type_name("FILE");
  app.add_option("--severity", settings.severities,
                 "how grave a rule is, such as template.*=error or layout.trailing-bytes=off")
      ->type_name("RULE=SEVERITY")
      ->allow_extra_args(false);
  const auto explain = [&](const std::string& rule) { settings.explain = rule; };
  app.add_option_function<std::string>(
         "--explain", explain, "explain a rule, or list a family of them such as template.*, and exit")
      ->type_name("RULE");
  app.add_flag("--list-rules", settings.list_rules,
               "list all rules, and exit; --explain tells more of each, and lists families");
  app.set_version_flag("--version", "gguf-validate " + std::string(tool_version));
  app.footer(
      "Examples:\n"
      "  gguf-validate model.gguf                    judge one file\n"
      "  gguf-validate --format json models/ > out   judge a directory tree\n"
      "  curl -s ADDRESS | gguf-validate -           judge a stream\n"
      "  gguf-validate --explain layout.gap          what a rule means and how to mend it\n"
      "Exit: 0 no error found, 1 a file has an error, 2 bad usage or a file that cannot be read.");
}

/// Hears how the work on a file proceeds: bytes of a stream that were copied, and bytes of data that were
/// judged.
struct Listeners {
  Source::Listener copied{};
  std::function<void(std::uint64_t bytes, std::uint64_t of)> judged{};
};

JudgedFile judge(const NamedFile& named, const Settings& settings, const Listeners& listeners) {
  JudgedFile file{named.path, named.error};
  if (!file.readable()) return file;
  auto opened = Source::open(named.path, listeners.copied, Source::Wanted::gguf);
  if (const auto* error = std::get_if<std::string>(&opened)) return {named.path, *error};
  auto& source = std::get<Source>(opened);
  Options named_options = settings.options;
  if (named.path != "-" && !is_special(named.path)) named_options.name = base_name(named.path);
  named_options.reading.stretch = [&](std::uint64_t at) { return source.stretch(at); };
  named_options.reading.progress = listeners.judged;
  file.judgement = validate(source.bytes(), named_options);
  if (settings.roundtrip) {
    Report& report = file.judgement.report;
    file.roundtrip = check_roundtrip(map_file(source.bytes()), settings.options.reading.jobs, report);
    report.finish();
  }
  if (const std::string fault = source.fault(); !fault.empty()) return {named.path, fault};
  if (file.judgement.shard) file.bytes = std::make_shared<const Mapping>(std::move(source).release());
  return file;
}

/// A shard that nobody named: a pipe of that name is none, and is not waited for.
JudgedFile judge_unnamed(const std::string& path, const Settings& settings) {
  return judge({path, is_special(path) ? "is not a file" : ""}, settings, {});
}

int exit_code(int so_far, const JudgedFile& file) {
  if (!file.readable()) return exit_unusable;
  return file.judgement.report.valid() ? so_far : std::max(so_far, exit_invalid);
}

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

/// "[3/40] name: 12.3 MB read": short enough for one line of a terminal. `what` may be empty.
std::string progress_line(const std::vector<NamedFile>& files, std::size_t i, const std::string& what) {
  std::string line = path_shown(files[i].path, 40);
  if (files.size() > 1) line = '[' + std::to_string(i + 1) + '/' + std::to_string(files.size()) + "] " + line;
  return what.empty() ? line : line + ": " + what;
}

/// Shows judged files one after the other, and keeps the worst of them for the exit code.
class Output {
 public:
  Output(const Settings& settings, Progress& progress) : settings_(settings), progress_(progress) {}

  void show(const JudgedFile& file) {
    code_ = exit_code(code_, file);
    summary_.add(file);
    if (settings_.json) {
      entries_.push_back(to_json(file, settings_.quiet));
      if (file.roundtrip) entries_.back()["roundtrip"] = roundtrip_json(*file.roundtrip);
    } else if (!settings_.quiet || !file.readable() || !file.judgement.report.valid()) {
      progress_.wipe();
      print_text(std::cout, file, {wants_colour(), settings_.quiet});
      if (file.roundtrip && !settings_.quiet) print_roundtrip(std::cout, *file.roundtrip);
    }
  }

  void show_against(const std::vector<TensorComparison>& rows) {
    if (settings_.json) {
      against_ = against_json(*settings_.against, rows);
    } else if (!settings_.quiet) {
      print_against(std::cout, *settings_.against, rows);
    }
  }

  /// Ends the output; returns the exit code.
  int finish() {
    progress_.wipe();
    if (settings_.json) {
      constexpr auto replace =
          nlohmann::json::error_handler_t::replace;  // a file may change while it is quoted
      auto report = report_json(settings_.options.profile, std::move(entries_));
      if (!against_.is_null()) report["against"] = std::move(against_);
      std::cout << report.dump(2, ' ', true, replace) << '\n';
    } else if (!settings_.quiet) {
      summary_.print_counts(std::cout);
      summary_.print_advice(std::cerr, "gguf-validate");
    }
    return code_;
  }

 private:
  const Settings& settings_;
  Progress& progress_;
  RunSummary summary_;
  nlohmann::ordered_json against_;
  nlohmann::ordered_json entries_ = nlohmann::ordered_json::array();
  int code_ = 0;
};

std::string why_not_comparable(const Settings& settings, const std::vector<NamedFile>& files) {
  if (!settings.against || files.empty()) return "";
  std::vector<std::string> paths;
  for (const NamedFile& file : files) paths.push_back(file.path);
  return why_not_one_model(paths, *settings.against);
}

/// What is said of a shard may depend on files that come later, so from the first shard on files wait for the
/// last.
int judge_all(const Settings& settings) {
  const std::vector<NamedFile> files = expand_paths(settings.paths);
  if (const std::string why = why_not_comparable(settings, files); !why.empty()) {
    std::cerr << "gguf-validate: " << why << '\n';
    return exit_unusable;
  }
  Progress progress(std::cerr, isatty(STDERR_FILENO) != 0);
  Output output(settings, progress);
  std::vector<JudgedFile> waiting;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto begun = std::chrono::steady_clock::now();
    const Listeners listeners{
        [&](std::uint64_t bytes) {
          progress.show(
              [&] { return progress_line(files, i, bytes == 0 ? "" : size_shown(bytes) + " read"); });
        },
        [&](std::uint64_t bytes, std::uint64_t of) {
          progress.show([&] {
            return progress_line(files, i, pace_shown(bytes, of, std::chrono::steady_clock::now() - begun));
          });
        }};
    progress.show([&] { return progress_line(files, i, ""); });
    JudgedFile file = judge(files[i], settings, listeners);
    if (waiting.empty() && !settings.against && !may_be_in_set(file)) {
      output.show(file);
    } else {
      waiting.push_back(std::move(file));
    }
  }
  check_shard_sets(waiting, [&](const std::string& path) { return judge_unnamed(path, settings); });
  std::vector<TensorComparison> rows;
  std::string not_compared;
  if (settings.against) {
    const auto listener = [&](std::uint64_t tensor, std::uint64_t of) {
      progress.show(
          [&] { return "tensor " + std::to_string(tensor) + " of " + std::to_string(of) + " compared"; });
    };
    auto compared = compare_files(*settings.against, waiting, settings.options.reading.jobs, listener);
    if (const auto* error = std::get_if<std::string>(&compared)) {
      not_compared = *error;
    } else {
      rows = std::get<std::vector<TensorComparison>>(std::move(compared));
    }
  }
  for (const JudgedFile& file : waiting) output.show(file);
  if (settings.against && not_compared.empty()) output.show_against(rows);
  const int code = output.finish();
  if (!not_compared.empty()) {
    std::cerr << "gguf-validate: " << not_compared << '\n';
    return exit_unusable;
  }
  if (files.empty()) {
    std::cerr << "gguf-validate: no *.gguf file in the directories named\n";
    return exit_unusable;
  }
  return code;
}

int list_rules(const RuleList& list, bool json) {
  if (json) {
    std::cout << list_rules_json(list) << '\n';
  } else {
    list_rules_text(std::cout, list);
  }
  return 0;
}

/// Explains one rule, or lists those of a family.
int explain_rules(const std::string& name, bool json) {
  const RuleList named = rules_typed(name);
  if (named.empty()) {
    std::cerr << "gguf-validate: " << unknown_rule(name) << '\n';
    return exit_unusable;
  }
  if (name.ends_with('*')) return list_rules(named, json);
  if (json) {
    std::cout << explain_json(*named.front()) << '\n';
  } else {
    explain(std::cout, *named.front());
  }
  return 0;
}

int run(const Settings& settings) {
  if ((settings.explain || settings.list_rules) && !settings.paths.empty()) {
    std::cerr << "gguf-validate: " << (settings.explain ? "--explain" : "--list-rules")
              << " judges no file; leave out " << ggufproof::quoted(settings.paths[0]) << '\n';
    return exit_unusable;
  }
  if (settings.explain) return explain_rules(*settings.explain, settings.json);
  if (settings.list_rules) return list_rules(rules_typed("*"), settings.json);
  if (settings.paths.empty()) {
    std::cerr << "gguf-validate: name a file, a directory, or - for standard input (--help shows examples)\n";
    return exit_unusable;
  }
  Settings judged = settings;
  for (const std::string& text : settings.severities) {
    if (const auto fault = read_severity(text, judged.options.severities); !fault.empty()) {
      std::cerr << "gguf-validate: --severity: " << fault << '\n';
      return exit_unusable;
    }
  }
  return judge_all(judged);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Judges GGUF files: every rule of the format, with the bytes concerned and how to mend them.",
               "gguf-validate");
  Settings settings;
  settings.options.data = DataDepth::values;
  declare(app, settings);
  if (const auto code = parse_command_line(app, argc, argv)) return *code;
  return finish_output(app.get_name(), run(settings));
}
