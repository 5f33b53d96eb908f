// Each thread has a subject and a folder of its own, and takes the next case that nobody has taken.
#include "conformance/certify_run.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include <fnmatch.h>

#include "conformance/case_workspace.h"
#include "conformance/dump_compare.h"
#include "conformance/expected_dump.h"

namespace ggufproof {
namespace {

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

/// Why a testee cannot be asked to take a valid file, by what it supports; empty where it can.
std::string unsupported(const Handshake& testee, const nlohmann::json& dump) {
  const auto order = dump.value("endian", nlohmann::json());
  if (order.is_string() && !testee.byte_orders.contains(order.get<std::string>()))
    return "byte order " + order.get<std::string>() + " is not supported";
  const auto version = dump.value("version", nlohmann::json());
  if (version.is_number_unsigned() && !testee.versions.contains(version.get<std::uint64_t>()))
    return "version " + version.dump() + " is not supported";
  return "";
}

class Worker {
 public:
  Worker(const Corpus& corpus, const Handshake& testee, Side side, const MakeSubject& make_subject)
      : corpus_(corpus), testee_(testee), side_(side), subject_(make_subject(folder_.path().string())) {
    subject_->start();
  }

  CaseResult run(const CorpusEntry& entry) {
    const Expectation expectation = expectation_of(entry.read, testee_, side_);
    const auto written = write_case(corpus_, entry, files_.path() / "case");
    if (const auto* fault = std::get_if<FileFault>(&written))
      return judge_answer(entry.text.id, expectation, {Reply::skipped, fault->what, ""}, std::nullopt);
    const std::string path = std::get<std::filesystem::path>(written).string();
    nlohmann::json dump;
    if (expectation.wanted != Wanted::refuse && !testee_.loads_models) {
      auto source = Source::open(path);
      if (auto* opened = std::get_if<Source>(&source))
        dump = expected_dump(map_file(opened->bytes()), testee_.decodes);
    }
    Answer answer = subject_->read(entry.text.id, path);
    if (answer.reply == Reply::refused && expectation.wanted == Wanted::accept) {
      if (const std::string why = unsupported(testee_, dump); !why.empty())
        answer = {Reply::skipped, why, ""};
    }
    std::optional<std::string> difference;
    if (answer.reply == Reply::accepted && dump.is_object())
      difference = first_difference(dump, answer.dump, testee_.omits);
    return judge_answer(entry.text.id, expectation, answer, difference);
  }

 private:
  const Corpus& corpus_;
  const Handshake& testee_;
  Side side_;
  TemporaryFolder folder_, files_;
  std::unique_ptr<Subject> subject_;
};

std::uint64_t threads(std::uint64_t jobs, std::size_t cases) {
  if (jobs == 0) jobs = std::max(1U, std::thread::hardware_concurrency());
  return std::clamp<std::uint64_t>(cases, 1, jobs);
}

}  // namespace

std::vector<const CorpusEntry*> select(const Corpus& corpus, const Handshake& testee, Side side,
                                       const Selection& selection) {
  std::vector<const CorpusEntry*> picked;
  std::uint64_t index = 0;
  for (const CorpusEntry& entry : corpus.entries) {
    if (is_large(entry) && !selection.large) continue;
    if (index++ % selection.parts != selection.part - 1) continue;
    const std::string rule(entry.read.finding ? rule_row(entry.read.finding->rule).name : "");
    if (!matches(selection.ids, entry.text.id) || !matches(selection.rules, rule)) continue;
    if (!has_flag(selection.flags, entry.read)) continue;
    if (selection.level && !belongs(*selection.level, expectation_of(entry.read, testee, side))) continue;
    picked.push_back(&entry);
  }
  return picked;
}

std::variant<Results, std::string> run_cases(const Corpus& corpus, const MakeSubject& make_subject,
                                             const RunSettings& settings) {
  Results results;
  {
    const TemporaryFolder folder;
    if (folder.path().empty())
      return std::string("no temporary folder can be made; TMPDIR names another place");
    auto started = make_subject(folder.path().string())->start();
    if (auto* error = std::get_if<std::string>(&started)) return std::move(*error);
    results.testee = std::get<Handshake>(std::move(started));
  }
  if (!results.testee.reads) return std::string("the testee does not read");
  results.side = settings.side;
  const auto picked = select(corpus, results.testee, settings.side, settings.selection);
  results.cases.resize(picked.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::uint64_t done = 0;
  const auto work = [&] {
    Worker worker(corpus, results.testee, settings.side, make_subject);
    for (std::size_t i = 0; (i = next++) < picked.size();) {
      results.cases[i] = worker.run(*picked[i]);
      const std::lock_guard lock(mutex);
      if (settings.progress) settings.progress(++done, picked.size());
    }
  };
  std::vector<std::jthread> pool;
  for (std::uint64_t i = threads(settings.jobs, picked.size()); i > 0; --i) pool.emplace_back(work);
  pool.clear();
  return results;
}

}  // namespace ggufproof
