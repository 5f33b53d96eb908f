// gguf-hunt: what does somebody else's reader not stand, and what does it misunderstand? The options are
// here.
#include <iostream>
#include <map>

#include <unistd.h>

#include "conformance/network.h"
#include "conformance/subject_options.h"
#include "fuzz/hunt_report.h"
#include "validator/command_line.h"
#include "validator/progress.h"
#include "validator/text.h"
#include "validator/version.h"

namespace {

using namespace ggufproof;

struct Settings {
  SubjectSettings subject;
  HuntSettings hunt;
  std::string corpus, folder, expected;
  bool json = false;
};

int fail(const std::string& what) {
  std::cerr << "gguf-hunt: " << what << '\n';
  return exit_unusable;
}

void declare(CLI::App& app, Settings& settings) {
  declare_subject(app, settings.subject);
  const std::map<std::string, std::uint64_t> units{{"s", 1}, {"m", 60}, {"h", 3600}};
  app.add_option_function<std::uint64_t>(
         "--for", [&](std::uint64_t seconds) { settings.hunt.time = std::chrono::seconds(seconds); },
         "how long, such as 30s, 10m or 2h (60s); 0: until --files")
      ->transform(CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::CASE_SENSITIVE))
      ->type_name("TIME");
  add_count(app, "--files", settings.hunt.files, "give it at most this many files (0: as time allows)");
  add_count(app, "--seed", settings.hunt.seed, "which files are made (1)");
  add_count(app, "--first", settings.hunt.first,
            "begin with this file of the seed, to go on where a hunt ended (0)");
  add_count(app, "--jobs", settings.hunt.jobs, "ask this many at a time (0: one a core)");
  app.add_option("--corpus", settings.corpus, "the folder of the corpus, which files are made from")
      ->type_name("DIR");
  app.add_option("-o,--output", settings.folder, "write each finding here as a case, and summary.json")
      ->type_name("FOLDER");
  app.add_option(
         "--expected", settings.expected,
         "a list of cases that the reader is known to fail (as of gguf-certify); what they show is not told")
      ->type_name("FILE");
  add_choice<Side>(
      app, "--profile", settings.hunt.side,
      {{"both", Side::neither}, {"spec", Side::spec}, {"ggml", Side::ggml}},
      "whose word counts where document and ggml differ: both (the default: neither's), spec or ggml");
  add_choice<HuntMutator>(
      app, "--mutator", settings.hunt.mutator,
      {{"fields", HuntMutator::fields}, {"bytes", HuntMutator::bytes}},
      "fields (the default): by generators that know the format; bytes: plain changes, to compare");
  app.add_option("--shrink", settings.hunt.shrink_runs,
                 "run it at most this many times to make a finding small (400)")
      ->type_name("RUNS")
      ->check(CLI::Range(std::uint64_t{2}, std::uint64_t{1000000}));
  add_choice<bool>(app, "--format", settings.json, {{"text", false}, {"json", true}},
                   "text (the default) or json");
  app.set_version_flag("--version", "gguf-hunt " + std::string(tool_version));
  app.footer(
      "Examples:\n"
      "  gguf-hunt --reader 'mytool {file}' --for 10m -o found    any command that reads a file\n"
      "  gguf-hunt --testee ./testee --expected known.txt         what it reads is compared; only what is "
      "new\n"
      "  gguf-make case found/crash-....txt -o crash.gguf         the file of a finding\n"
      "Exit: 0 nothing was found, 1 something was, 2 bad usage or the reader cannot be started.");
}

std::optional<std::string> read_known(Settings& settings) {
  if (settings.expected.empty()) return std::nullopt;
  const auto text = read_file(settings.expected);
  if (!text) return escaped(settings.expected) + ": " + why_unreadable(settings.expected);
  auto known = read_expected(*text);
  if (const auto* error = std::get_if<std::string>(&known)) return escaped(settings.expected) + ": " + *error;
  settings.hunt.known = std::get<std::vector<ExpectedFailure>>(std::move(known));
  return std::nullopt;
}

int run(Settings settings) {
  if (const auto error = read_known(settings)) return fail(*error);
  const auto loaded = load_corpus(settings.corpus);
  if (const auto* fault = std::get_if<CorpusFault>(&loaded))
    return fail(escaped(fault->file.path) + ": " + fault->file.what +
                "; --corpus DIR says where the corpus lies");
  Progress progress(std::cerr, isatty(STDERR_FILENO) != 0);
  settings.hunt.progress = [&](std::uint64_t files, std::uint64_t found) {
    progress.show([&] { return std::to_string(files) + " files, " + std::to_string(found) + " findings"; });
  };
  settings.hunt.make_subject = settings.subject.make();
  leave_network();
  const auto done = hunt(std::get<Corpus>(loaded), settings.hunt);
  progress.wipe();
  if (const auto* error = std::get_if<std::string>(&done)) return fail(escaped(*error, 1000));
  const Hunted& hunted = std::get<Hunted>(done);
  if (settings.json) {
    std::cout << hunt_json(hunted, settings.hunt);
  } else {
    print_hunt(std::cout, hunted, settings.hunt);
  }
  if (!settings.folder.empty()) {
    if (const auto fault = write_hunt(settings.folder, hunted, settings.hunt))
      return fail(escaped(fault->path) + ": " + fault->what);
  }
  return hunted.findings.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Hunts for files that a reader does not stand or does not understand, and makes them small.",
               "gguf-hunt");
  Settings settings;
  settings.subject.limits.processor = std::chrono::seconds(2);
  settings.subject.limits.wall = std::chrono::seconds(12);
  settings.corpus = GGUFPROOF_CORPUS_DIR;
  declare(app, settings);
  if (const auto code = parse_command_line(app, argc, argv)) return *code;
  if (!settings.subject.is_given()) return fail("give one of --reader and --testee (--help shows examples)");
  if (settings.hunt.time.count() == 0 && settings.hunt.files == 0)
    return fail("with --for 0 only --files ends the hunt: give it");
  return finish_output(app.get_name(), run(std::move(settings)));
}
