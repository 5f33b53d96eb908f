// Each thread has a subject and a folder of its own, and takes the next case that nobody has taken.
#include "conformance/certify_run.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include <fnmatch.h>

#include "conformance/case_worker.h"
#include "conformance/case_workspace.h"
#include "conformance/writing.h"

namespace ggufproof {
namespace {

constexpr std::size_t most_notes = 20;  // a writer that renames keys would have one for each

bool matches(const std::vector<std::string>& patterns, const std::string& name) {
  return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
           return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
         });
}

bool has_flag(const std::vector<std::string>& wanted, const Case& the_case) {
  const auto& flags = the_case.flags;
  return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string& flag) {
           return std::find(flags.begin(), flags.end(), flag) != flags.end();
         });
}

bool belongs(Level level, const Expectation& expectation) {
  switch (level) {
    case Level::faithful:
      return expectation.wanted == Wanted::accept;
    case Level::safe:
      return expectation.safe;
    case Level::strict:
      return expectation.wanted == Wanted::refuse;
    case Level::robust:
      break;
  }
  return true;
}

std::uint64_t threads(std::uint64_t jobs, std::size_t cases) {
  if (jobs == 0) jobs = std::max(1U, std::thread::hardware_concurrency());
  return std::clamp<std::uint64_t>(cases, 1, jobs);
}

}  // namespace

Expectation expectation_in(const Results& run, const Case& the_case) {
  return run.direction == Direction::write ? expectation_of_writer(the_case, run.testee, run.side)
                                           : expectation_of(the_case, run.testee, run.side);
}

std::vector<const CorpusEntry*> select(const Corpus& corpus, const Results& run, const Selection& selection) {
  std::vector<const CorpusEntry*> picked;
  std::uint64_t index = 0;
  for (const CorpusEntry& entry : corpus.entries) {
    if (is_large(entry) && !selection.large) continue;
    if (index++ % selection.part.of != selection.part.number - 1) continue;
    const std::string rule(entry.read.finding ? rule_row(entry.read.finding->rule).name : "");
    if (!matches(selection.ids, entry.text.id) || !matches(selection.rules, rule)) continue;
    if (!has_flag(selection.flags, entry.read)) continue;
    if (selection.level && !belongs(*selection.level, expectation_in(run, entry.read))) continue;
    picked.push_back(&entry);
  }
  return picked;
}

std::variant<Results, std::string> run_cases(const Corpus& corpus, const MakeSubject& make_subject,
                                             const CertifyRun& settings) {
  Results results;
  {
    const TemporaryFolder folder;
    if (folder.path().empty())
      return std::string("no temporary folder can be made; TMPDIR names another place");
    auto started = make_subject(folder.path().string())->start();
    if (auto* error = std::get_if<std::string>(&started)) return std::move(*error);
    results.testee = std::get<Handshake>(std::move(started));
  }
  const bool able = settings.direction == Direction::read ? results.testee.reads : results.testee.writes;
  if (!able)
    return std::string("the testee does not ") + (settings.direction == Direction::read ? "read" : "write");
  results.side = settings.side;
  results.direction = settings.direction;
  const auto picked = select(corpus, results, settings.selection);
  if (picked.empty()) return std::string("no case of the corpus is left by these filters");
  results.cases.resize(picked.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::uint64_t done = 0;
  std::string unwritten;
  const auto work = [&] {
    CaseWorker worker(corpus, results, make_subject);
    for (std::size_t i = 0; (i = next++) < picked.size();) {
      auto result = worker.run(*picked[i]);
      const std::lock_guard lock(mutex);
      if (const auto* fault = std::get_if<FileFault>(&result)) {
        unwritten =
            "the file of " + picked[i]->text.id + " cannot be written: " + fault->path + ": " + fault->what;
        next = picked.size();
        break;
      }
      results.cases[i] = std::move(std::get<CaseResult>(result));
      if (settings.progress) settings.progress(++done, picked.size());
    }
    const std::lock_guard lock(mutex);
    results.notes.insert(worker.notes().begin(), worker.notes().end());
    while (results.notes.size() > most_notes) results.notes.erase(std::prev(results.notes.end()));
  };
  std::vector<std::jthread> pool;
  for (std::uint64_t i = threads(settings.jobs, picked.size()); i > 0; --i) pool.emplace_back(work);
  pool.clear();
  if (!unwritten.empty()) return unwritten;
  return results;
}

}  // namespace ggufproof
