// How long our whole judgement of a file's structure and metadata takes, against gguf_init_from_file of the
// real library on the same file in the same process. Every iteration of ours opens and maps the file anew;
// the page cache is warm for both. The library is given the least work it can do: no tensors are created.
//
// Prints Google Benchmark's table, then the ratio of the fastest runs of both sides, in processor time: both
// run in one thread and wait for nothing, and a busy machine spoils it less. Timings are for people: nothing
// is decided by them.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "conformance/bench/large_files.h"
#include "conformance/ggml_api.h"
#include "validator/source.h"
#include "validator/validate.h"

namespace {

using namespace ggufproof;

/// A file to measure on, made when it is first needed.
class Subject {
 public:
  Subject(std::string name, std::function<LargeFile()> make)
      : name(std::move(name)), make_(std::move(make)) {}

  /// A path to the file; empty where it could not be made.
  const std::string& path() {
    if (!place_) {
      place_ = std::make_unique<MemoryFile>(name.c_str());
      const LargeFile file = make_();
      metadata = file.infos;
      if (put(file, *place_)) path_ = place_->path();
    }
    return path_;
  }

  const std::string name;
  std::uint64_t metadata = 0;  ///< bytes before the data section, known once the file is made

 private:
  std::function<LargeFile()> make_;
  std::unique_ptr<MemoryFile> place_;
  std::string path_;
};

bool judge_with_ours(const std::string& path) {
  auto opened = Source::open(path);
  if (!std::holds_alternative<Source>(opened)) return false;
  const Judgement judgement = validate(std::get<Source>(opened).bytes());
  benchmark::DoNotOptimize(judgement.report.valid());
  return true;
}

/// The reference reader. One that refuses a file has judged it too.
bool judge_with_ggml(const GgmlApi& ggml, const std::string& path) {
  GgufContext* context = ggml.gguf_init_from_file(path.c_str(), {true, nullptr});
  benchmark::DoNotOptimize(context);
  if (context != nullptr) ggml.gguf_free(context);
  return true;
}

const GgmlLoad& reference() {
  static const GgmlLoad load = [] {
    GgmlLoad found = load_ggml(fetched_ggml_path());
    if (found) found.api.ggml_log_set([](int, const char*, void*) {}, nullptr);
    return found;
  }();
  return load;
}

void run(benchmark::State& state, Subject& subject, bool ours) {
  if (!ours && !reference()) {
    state.SkipWithError(("no reference library: " + reference().error).c_str());
    return;
  }
  const std::string& path = subject.path();
  for (auto _ : state) {
    if (path.empty() || !(ours ? judge_with_ours(path) : judge_with_ggml(reference().api, path))) {
      state.SkipWithError("the file could not be made or opened");
      return;
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(subject.metadata) * state.iterations());
}

/// Keeps the fastest processor time of each benchmark, in seconds, besides showing the usual table.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& one : runs) {
      if (one.error_occurred || one.run_type != Run::RT_Iteration) continue;
      double& best =
          fastest_.try_emplace(one.run_name.function_name, std::numeric_limits<double>::max()).first->second;
      best = std::min(best, one.cpu_accumulated_time / static_cast<double>(one.iterations));
    }
    ConsoleReporter::ReportRuns(runs);
  }

  void print_ratios() const {
    for (const auto& [name, ours] : fastest_) {
      const auto theirs = fastest_.find(name.substr(0, name.rfind('/')) + "/ggml");
      if (!name.ends_with("/ours") || theirs == fastest_.end()) continue;
      std::printf("%-24s ours %9.3f ms   ggml %10.3f ms   ggml/ours %8.1f\n",
                  name.substr(0, name.rfind('/')).c_str(), ours * 1e3, theirs->second * 1e3,
                  theirs->second / ours);
    }
  }

 private:
  std::map<std::string, double> fastest_;
};

std::vector<std::unique_ptr<Subject>> subjects() {
  std::vector<std::unique_ptr<Subject>> all;
  const auto add = [&](std::string name, std::function<LargeFile()> make) {
    all.push_back(std::make_unique<Subject>(std::move(name), std::move(make)));
  };
  add("model", [] { return model(150'000, 44); });
  add("keys", [] { return many_keys(50'000); });
  add("tensors", [] { return many_tensors(50'000); });
  add("string_array", [] { return string_array(1'000'000); });
  add("nested_arrays", [] { return nested_arrays(20'000); });
  add("long_string", [] { return long_string(10'000'000); });
  return all;
}

/// Time by the number of keys and tensors; the fit that is printed says how straight the line is.
void growth(benchmark::State& state) {
  const auto n = static_cast<std::uint64_t>(state.range(0));
  Subject subject("growth", [n] { return many_keys_and_tensors(n); });
  run(state, subject, true);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(growth)
    ->Name("growth/ours")
    ->Arg(25'000)
    ->Arg(50'000)
    ->Arg(100'000)
    ->Complexity(benchmark::oN)
    ->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  const auto all = subjects();
  for (const auto& subject : all) {
    for (const bool ours : {true, false}) {
      benchmark::RegisterBenchmark(
          (subject->name + (ours ? "/ours" : "/ggml")).c_str(),
          [&subject = *subject, ours](benchmark::State& state) { run(state, subject, ours); })
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_ratios();
}
