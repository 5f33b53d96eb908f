// Each thread has a reader of its own, and takes the next file that nobody has taken.
#include "fuzz/hunt.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "fuzz/hunt_files.h"
#include "generators/shrink.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t hang_takes = 7;  // times as long as other runs: as long as the reader may take

class Hunt {
 public:
  Hunt(const Corpus& corpus, const HuntSettings& settings, const Handshake& testee)
      : corpus_(corpus),
        settings_(settings),
        testee_(testee),
        files_(corpus, testee, settings.seed, settings.mutator),
        next_(settings.first),
        began_(Clock::now()),
        deadline_(began_ + settings.time) {}

  std::variant<Hunted, std::string> run() {
    if (auto fault = learn_known()) return *fault;
    std::uint64_t jobs = settings_.jobs;
    if (jobs == 0) jobs = std::max(1U, std::thread::hardware_concurrency());
    {
      std::vector<std::jthread> pool;
      for (std::uint64_t i = 0; i < jobs; ++i) pool.emplace_back([this] { work(); });
    }
    if (!fault_.empty()) return fault_;
    return Hunted{testee_, settings_.first, next_, findings_.dropped(), findings_.told()};
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<std::string> learn_known();
  void work();
  void shrink_new(HuntReader& reader, const HuntFile& file, const Observed& observed,
                  const std::shared_ptr<HuntFinding>& finding);
  std::optional<Observed> observe(HuntReader& reader, Bytes bytes);
  std::optional<std::uint64_t> take_number();

  const Corpus& corpus_;
  const HuntSettings& settings_;
  const Handshake& testee_;
  const HuntFiles files_;
  HuntFindings findings_;
  std::mutex mutex_;
  std::uint64_t next_;
  std::uint64_t known_ = 0;
  Clock::time_point began_, deadline_;
  std::string fault_;  ///< of the machine, which ends the hunt
};

/// Nothing where the file could not be written, which ends the hunt.
std::optional<Observed> Hunt::observe(HuntReader& reader, Bytes bytes) {
  auto observed = reader.observe(bytes);
  if (auto* seen = std::get_if<Observed>(&observed)) return std::move(*seen);
  const auto& fault = std::get<FileFault>(observed);
  const std::lock_guard lock(mutex_);
  fault_ = fault.path + ": " + fault.what;
  return std::nullopt;
}

/// What a list names is seen once, so that other files with the same finding are known by it.
std::optional<std::string> Hunt::learn_known() {
  HuntReader reader(settings_.make_subject, testee_, settings_.side);
  if (!reader.ok()) return "no temporary folder can be made; TMPDIR names another place";
  for (const ExpectedFailure& known : settings_.known) {
    const auto entry =
        std::ranges::find(corpus_.entries, known.id, [](const CorpusEntry& e) { return e.text.id; });
    if (entry == corpus_.entries.end() || is_large(*entry)) continue;
    const auto observed = observe(reader, entry->read.file.bytes());
    if (!observed) return fault_;
    if (observed->is_finding()) findings_.add_known(observed->key);
  }
  known_ = findings_.size();
  return std::nullopt;
}

std::optional<std::uint64_t> Hunt::take_number() {
  const std::lock_guard lock(mutex_);
  const bool late = settings_.time.count() != 0 && Clock::now() >= deadline_;
  const bool enough = settings_.files != 0 && next_ - settings_.first >= settings_.files;
  if (late || enough || !fault_.empty()) return std::nullopt;
  if (settings_.progress) settings_.progress(next_ - settings_.first, findings_.size() - known_);
  return next_++;
}

void Hunt::work() {
  HuntReader reader(settings_.make_subject, testee_, settings_.side);
  while (const auto number = take_number()) {
    const HuntFile file = files_[*number];
    const auto observed = observe(reader, file.bytes);
    if (!observed) return;
    if (!observed->is_finding()) continue;
    if (const auto finding = findings_.count(*observed, *number)) {
      finding->after = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
      shrink_new(reader, file, *observed, finding);
    }
  }
}

/// A smaller file shows the same where the reader says the same of it, and it breaks no other rule.
void Hunt::shrink_new(HuntReader& reader, const HuntFile& file, const Observed& observed,
                      const std::shared_ptr<HuntFinding>& finding) {
  Observed last = observed;
  const Interesting same = [&](Bytes bytes) {
    auto seen = observe(reader, bytes);
    if (!seen || seen->key.outcome != observed.key.outcome || seen->key.line != observed.key.line)
      return false;
    if (!std::ranges::includes(observed.errors, seen->errors)) return false;
    last = std::move(*seen);
    return true;
  };
  ShrinkOptions options;
  options.most_runs = settings_.shrink_runs;
  if (observed.key.outcome == TestOutcome::hang)
    options.most_runs = std::max<std::uint64_t>(2, options.most_runs / hang_takes);
  options.stop = [this] {
    const std::lock_guard lock(mutex_);
    return !fault_.empty();
  };
  Shrunk shrunk = shrink(file.bytes, same, options);
  if (shrunk.runs <= 1) return findings_.drop(finding);
  HuntFinding small;
  small.key = last.key;
  small.detail = last.detail;
  small.what = file.what;
  small.bytes = std::move(shrunk.bytes);
  findings_.settle(finding, std::move(small));
}

}  // namespace

std::variant<Hunted, std::string> hunt(const Corpus& corpus, const HuntSettings& settings) {
  const TemporaryFolder folder;
  if (folder.path().empty())
    return std::string("no temporary folder can be made; TMPDIR names another place");
  const auto started = settings.make_subject(folder.path().string())->start();
  if (const auto* error = std::get_if<std::string>(&started)) return *error;
  const Handshake& testee = std::get<Handshake>(started);
  if (!testee.reads) return std::string("the testee does not read");
  return Hunt(corpus, settings, testee).run();
}

}  // namespace ggufproof
