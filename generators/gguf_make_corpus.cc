// gguf-make corpus: exports a corpus, refreshes what is committed beside its texts, or checks that it is
// fresh.
#include <iostream>
#include <memory>

#include "generators/corpus_export.h"
#include "generators/gguf_make.h"
#include "validator/progress.h"

namespace ggufproof {
namespace {

struct Settings {
  std::string from = "corpus";
  std::string to;
  bool check = false;
  ExportOptions options;
};

int check(const Corpus& corpus, const Settings& settings) {
  const auto faults = stale_files(corpus, settings.from);
  for (const FileFault& fault : faults)
    std::cerr << shown_path(settings.from + '/' + fault.path) << ' ' << fault.what << '\n';
  if (faults.empty()) return 0;
  const std::string from = shown_path(settings.from);
  tell("`gguf-make corpus " + from + (from == Settings().from ? "" : " --from " + from) +
       "` makes them anew");
  return exit_faulty;
}

int refresh(const Corpus& corpus, const Settings& settings) {
  if (settings.options.without_large) {
    tell("--without-large is for exports; " + shown_path(settings.to) +
         " is the corpus itself, which has no large files");
    return exit_unusable;
  }
  if (const auto fault = refresh_corpus(corpus, settings.from)) return fail(*fault);
  std::cout << corpus.entries.size() << " cases, suite version " << shown_path(corpus.version) << '\n';
  return 0;
}

std::string cases_shown(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " case" : " cases"); }

void summarize(const Exported& done, const Corpus& corpus, const Settings& settings) {
  std::cout << cases_shown(done.cases) << ", suite version " << shown_path(corpus.version) << ": "
            << done.files << " files, " << done.sparse << " of them sparse, apparent size "
            << size_shown(done.bytes) << " (" << size_shown(done.written) << " without the holes)\n";
  if (settings.options.without_large)
    std::cout << "left out: " << cases_shown(done.large) << " of more than 1 MiB\n";
  else if (done.large > 0)
    std::cout << "--without-large would leave out " << cases_shown(done.large) << " of more than 1 MiB\n";
  if (!done.left_over.empty())
    tell(shown_path(settings.to) +
         ": holds files of an earlier export that this one has not: " + names_shown(done.left_over));
}

/// What went wrong with the corpus, and where it lies if the folder is a checkout of the project.
int fail_to_load(const CorpusFault& fault, const Settings& settings) {
  if (!fault.unreadable) return fail(fault.file, exit_faulty);
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::path(settings.from) / "VERSION", ignored))
    return fail(fault.file);
  const auto inside = std::filesystem::path(settings.from) / "corpus";
  const bool checkout = std::filesystem::exists(inside / "VERSION", ignored);
  return fail({fault.file.path,
               fault.file.what + (checkout ? "; the corpus is below: --from " + shown_path(inside.string())
                                           : "; --from DIR says where the corpus lies")});
}

int run(const Settings& settings) {
  std::error_code different;
  const bool itself = !settings.check && std::filesystem::equivalent(settings.from, settings.to, different);
  if (!settings.check && !itself) {
    if (const auto fault = export_refusal(settings.from, settings.to, settings.options)) return fail(*fault);
  }
  const auto loaded = load_corpus(settings.from);
  if (const auto* fault = std::get_if<CorpusFault>(&loaded)) return fail_to_load(*fault, settings);
  const Corpus& corpus = std::get<Corpus>(loaded);
  if (settings.check) return check(corpus, settings);
  if (itself) return refresh(corpus, settings);
  const auto exported = export_corpus(corpus, settings.from, settings.to, settings.options);
  if (const auto* fault = std::get_if<FileFault>(&exported)) return fail(*fault);
  summarize(std::get<Exported>(exported), corpus, settings);
  return 0;
}

}  // namespace

void add_corpus_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand(
      "corpus", "export the corpus with manifest.json and seeds.tar; into itself: make its small files anew");
  auto settings = std::make_shared<Settings>();
  auto* to = add_path(*command, "DIR", settings->to,
                      "where to export to: a new or empty folder, or an earlier export");
  add_path(*command, "--from", settings->from, "the folder of the corpus (corpus)")->type_name("DIR");
  command->add_flag(
      "--force", settings->options.force,
      "write into a folder that is neither empty nor an earlier export, over what is in the way");
  command->add_flag("--without-large", settings->options.without_large,
                    "leave out the cases of more than 1 MiB, in the manifest too");
  auto* checking =
      command->add_flag("--check", settings->check, "only say which committed files are stale")->excludes(to);
  command->callback([settings, to, checking, &chosen] {
    if (to->count() + checking->count() == 0) throw CLI::RequiredError("DIR or --check");
    chosen = [settings] { return run(*settings); };
  });
}

}  // namespace ggufproof
