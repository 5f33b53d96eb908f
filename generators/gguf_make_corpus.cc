// gguf-make corpus: exports a corpus, refreshes what is committed beside its texts, or checks that it is
// fresh.
#include <iostream>
#include <memory>

#include "generators/corpus_export.h"
#include "generators/gguf_make.h"

namespace ggufproof {
namespace {

constexpr int exit_faulty = 1;
constexpr int exit_unusable = 2;

struct Settings {
  std::string from = "corpus";
  std::string to;
  bool check = false;
};

int check(const Corpus& corpus, const Settings& settings) {
  const auto faults = stale_files(corpus, settings.from);
  for (const std::string& fault : faults) std::cerr << settings.from << '/' << fault << '\n';
  if (faults.empty()) return 0;
  std::cerr << "gguf-make: `gguf-make corpus " << settings.from << "` makes them anew\n";
  return exit_faulty;
}

int run(const Settings& settings) {
  const auto loaded = load_corpus(settings.from);
  if (const auto* fault = std::get_if<std::string>(&loaded)) {
    std::cerr << "gguf-make: " << *fault << '\n';
    return exit_faulty;
  }
  const Corpus& corpus = std::get<Corpus>(loaded);
  if (settings.check) return check(corpus, settings);
  std::error_code different;
  const bool in_place = std::filesystem::equivalent(settings.from, settings.to, different);
  const std::string fault =
      in_place ? refresh_corpus(corpus, settings.from) : export_corpus(corpus, settings.from, settings.to);
  if (fault.empty()) {
    std::cout << corpus.entries.size() << " cases, suite version " << corpus.version << '\n';
    return 0;
  }
  std::cerr << "gguf-make: " << fault << '\n';
  return exit_unusable;
}

}  // namespace

void add_corpus_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand(
      "corpus", "export the corpus with manifest.json and seeds.tar; into itself: make its small files anew");
  auto settings = std::make_shared<Settings>();
  auto* to = command->add_option("DIR", settings->to, "where to export to");
  command->add_option("--from", settings->from, "the folder of the corpus (corpus)")->type_name("DIR");
  auto* checking =
      command->add_flag("--check", settings->check, "only say which committed files are stale")->excludes(to);
  command->callback([settings, to, checking, &chosen] {
    if (to->count() + checking->count() == 0) throw CLI::RequiredError("DIR or --check");
    chosen = [settings] { return run(*settings); };
  });
}

}  // namespace ggufproof
