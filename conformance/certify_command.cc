// Everything that is shown goes through here, so that each way in (a run, a merge) ends the same.
#include "conformance/certify_command.h"

#include <algorithm>
#include <iostream>

#include <unistd.h>

#include "conformance/compare_records.h"
#include "conformance/expected_failures.h"
#include "conformance/network.h"
#include "conformance/record.h"
#include "conformance/render_certify.h"
#include "generators/case_files.h"
#include "validator/command_line.h"
#include "validator/progress.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

int fail(const std::string& what) {
  std::cerr << "gguf-certify: " << what << '\n';
  return exit_unusable;
}

int fail(const FileFault& fault) { return fail(path_shown(fault.path) + ": " + fault.what); }

/// Failures that no list expects; without a list, all of them.
std::variant<std::vector<Deviation>, std::string> deviations_of(const CertifySettings& settings,
                                                                const Results& results, bool whole) {
  std::vector<ExpectedFailure> listed;
  if (!settings.expected.empty()) {
    const auto text = read_file(settings.expected);
    auto read = text ? read_expected(*text)
                     : std::variant<std::vector<ExpectedFailure>, std::string>("cannot be read");
    if (auto* error = std::get_if<std::string>(&read)) return path_shown(settings.expected) + ": " + *error;
    listed = std::get<std::vector<ExpectedFailure>>(std::move(read));
  }
  return deviations(listed, results.cases, whole);
}

int fix(const CertifySettings& settings, const Results& results) {
  const std::string text = read_file(settings.expected).value_or("");
  const auto read = read_expected(text);
  const auto* listed = std::get_if<std::vector<ExpectedFailure>>(&read);
  if (listed == nullptr) return fail(path_shown(settings.expected) + ": " + std::get<std::string>(read));
  if (const auto fault = write_output(settings.expected, fixed_list(*listed, results.cases, text)))
    return fail(*fault);
  return 0;
}

bool reached(const CertifySettings& settings, const Results& results) {
  const Summary summary = summarize(results.cases);
  if (summary.of(Level::robust).cases == 0) return false;  // it supports none of what was asked
  return std::all_of(settings.wanted.begin(), settings.wanted.end(), [&](Level level) {
    const LevelSummary& of = summary.of(level);
    return of.lost.empty() && (of.cases > 0 || settings.run.selection.filters());
  });
}

void show(const CertifySettings& settings, const Corpus& corpus, const Results& results,
          const std::string& record, const std::vector<Deviation>& deviations) {
  const bool listed = !settings.expected.empty();
  switch (settings.format) {
    case CertifyFormat::json:
      std::cout << record;
      break;
    case CertifyFormat::junit:
      print_junit(std::cout, results, deviations);
      break;
    case CertifyFormat::text:
      print_results(std::cout, results, corpus.version, listed);
      for (const Deviation& deviation : deviations) {
        if (listed) std::cout << escaped(deviation.what, 400) << '\n';
      }
  }
}

/// Shows and keeps results, and says what they come to.
int finish(const CertifySettings& settings, const Corpus& corpus, const Record& done) {
  const bool whole = !done.frame.filtered && done.frame.parts == 1;
  if (settings.fix) {
    if (!whole) return fail("--fix rewrites the list from all cases: leave out filters and --part");
    if (const int status = fix(settings, done.results); status != 0) return status;
  }
  const auto found = deviations_of(settings, done.results, whole);
  if (const auto* error = std::get_if<std::string>(&found)) return fail(*error);
  const auto& unlisted = std::get<std::vector<Deviation>>(found);
  const std::string record = record_text(corpus, done.results, done.frame);
  if (!settings.record.empty()) {
    if (const auto fault = write_output(settings.record, record)) return fail(*fault);
  }
  if (!settings.badge.empty()) {
    if (!whole) return fail("--badge tells of all cases: leave out filters and --part");
    if (const auto fault = write_output(settings.badge, badge_json(done.results))) return fail(*fault);
  }
  show(settings, corpus, done.results, record, unlisted);
  const bool listed = !settings.expected.empty();
  if (listed) return unlisted.empty() ? 0 : 1;
  return reached(settings, done.results) ? 0 : 1;
}

std::variant<Record, std::string> read_from(const Corpus& corpus, const std::string& path) {
  const auto text = read_file(path);
  if (!text) return path_shown(path) + ": cannot be read";
  try {
    auto record = read_record(corpus, *text);
    if (auto* error = std::get_if<std::string>(&record)) return path_shown(path) + ": " + *error;
    return record;
  } catch (const nlohmann::json::exception&) {  // whoever writes records may write 5 where a text belongs
    return path_shown(path) + ": a member of it is not what gguf-certify writes there";
  }
}

int verify(const Corpus& corpus, const std::string& path) {
  if (!read_file(path)) return fail(path_shown(path) + ": cannot be read");
  const auto record = read_from(corpus, path);
  if (const auto* error = std::get_if<std::string>(&record)) {
    std::cerr << "gguf-certify: " << *error << '\n';
    return 1;
  }
  const auto& [results, frame] = std::get<Record>(record);
  std::cout << path_shown(path) << ": " << escaped(results.testee.name + ' ' + results.testee.version)
            << ", suite " << corpus.version << ", " << frame.date
            << ", levels: " << levels_shown(summarize(results.cases));
  if (frame.parts > 1) std::cout << " (part " << frame.part << " of " << frame.parts << ')';
  std::cout << '\n';
  return 0;
}

int merge_all(const CertifySettings& settings, const Corpus& corpus) {
  std::vector<Record> parts;
  for (const std::string& path : settings.merge) {
    auto record = read_from(corpus, path);
    if (const auto* error = std::get_if<std::string>(&record)) return fail(*error);
    parts.push_back(std::get<Record>(std::move(record)));
  }
  const auto merged = merge(corpus, std::move(parts));
  if (const auto* error = std::get_if<std::string>(&merged)) return fail("--merge: " + *error);
  return finish(settings, corpus, std::get<Record>(merged));
}

int compare(const Corpus& corpus, const std::string& older, const std::string& newer) try {
  const auto older_text = read_file(older);
  const auto newer_text = read_file(newer);
  if (!older_text || !newer_text) return fail(path_shown(older_text ? newer : older) + ": cannot be read");
  const auto compared = compare_records(corpus, *older_text, *newer_text);
  if (const auto* error = std::get_if<std::string>(&compared)) return fail("--compare: " + *error);
  const auto& comparison = std::get<Comparison>(compared);
  print_comparison(std::cout, comparison);
  return comparison.broke.empty() ? 0 : 1;
} catch (const nlohmann::json::exception&) {
  return fail("--compare: a member of a record is not what gguf-certify writes there");
}

int run(CertifySettings& settings, const Corpus& corpus) {
  Progress progress(std::cerr, isatty(STDERR_FILENO) != 0);
  settings.run.progress = [&](std::uint64_t done, std::uint64_t of) {
    progress.show([&] { return std::to_string(done) + " of " + std::to_string(of) + " cases"; });
  };
  const MakeSubject subject = settings.subject.make();
  const bool without_network = leave_network();
  auto results = run_cases(corpus, subject, settings.run);
  progress.wipe();
  if (const auto* error = std::get_if<std::string>(&results)) return fail(escaped(*error, 1000));
  std::get<Results>(results).without_network = without_network;
  const Selection& selection = settings.run.selection;
  const RecordFrame frame{today(), selection.part.number, selection.part.of, selection.large,
                          selection.filters()};
  return finish(settings, corpus, {std::get<Results>(std::move(results)), frame});
}

}  // namespace

int certify(CertifySettings settings) {
  const auto loaded = load_corpus(settings.corpus);
  if (const auto* fault = std::get_if<CorpusFault>(&loaded))
    return fail(path_shown(fault->file.path) + ": " + fault->file.what +
                "; --corpus DIR says where the corpus lies");
  const Corpus& corpus = std::get<Corpus>(loaded);
  if (settings.verify) return verify(corpus, *settings.verify);
  if (!settings.merge.empty()) return merge_all(settings, corpus);
  if (!settings.compare.empty()) return compare(corpus, settings.compare[0], settings.compare[1]);
  return run(settings, corpus);
}

}  // namespace ggufproof
