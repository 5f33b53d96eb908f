// How long our whole judgement of a file's structure and metadata takes (ours), and without what tokens mean
// to each other (structure), which the reference reader does not look at either; against gguf_init_from_file
// of the real library (ggml) on the same file in the same process, and against the least that any reader can
// do (floor): open, map, add up all bytes before the data section. Each iteration of ours opens and maps the
// file anew; the page cache is warm for all. The library is given the least work it can do: no tensors are
// created.
//
// Prints Google Benchmark's table, then the ratios of the fastest runs, in processor time: all run in one
// thread and wait for nothing, and a busy machine spoils it less. Timings are for people: nothing is decided
// by them. README.md beside this file tells what came out.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>

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

enum class Side { ours, structure, ggml, floor };
constexpr std::array<std::string_view, 4> side_names{"ours", "structure", "ggml", "floor"};

/// Every rule, or every rule but those of tokenizers.
Options options_of(Side side) {
  Options options;
  for (const RuleRow& row : rules) {
    if (side == Side::structure && row.name.starts_with("tokenizer."))
      options.disabled.set(static_cast<std::size_t>(row.rule));
  }
  return options;
}

bool judge_with_ours(const std::string& path, const Options& options) {
  const auto opened = Source::open(path);
  if (!std::holds_alternative<Source>(opened)) return false;
  const Judgement judgement = validate(std::get<Source>(opened).bytes(), options);
  benchmark::DoNotOptimize(judgement.report.valid());
  return true;
}

/// Reads the first `metadata` bytes of a file once, eight at a time.
bool only_read(const std::string& path, std::uint64_t metadata) {
  const auto opened = Source::open(path);
  if (!std::holds_alternative<Source>(opened)) return false;
  const Bytes bytes = std::get<Source>(opened).bytes();
  std::uint64_t sum = 0;
  for (std::uint64_t at = 0; at + 8 <= metadata; at += 8) {
    sum += load<std::uint64_t>(bytes.data() + at, ByteOrder::little);
  }
  benchmark::DoNotOptimize(sum);
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

bool once(Side side, Subject& subject) {
  const std::string& path = subject.path();
  if (path.empty()) return false;
  switch (side) {
    case Side::ours:
    case Side::structure:
      return judge_with_ours(path, options_of(side));
    case Side::ggml:
      return judge_with_ggml(reference().api, path);
    case Side::floor:
      break;
  }
  return only_read(path, subject.metadata);
}

void run(benchmark::State& state, Subject& subject, Side side) {
  if (side == Side::ggml && !reference()) {
    state.SkipWithError(("no reference library: " + reference().error).c_str());
    return;
  }
  subject.path();  // made before the clock runs
  for (auto _ : state) {
    if (!once(side, subject)) {
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
      if (!name.ends_with("/ours") && !name.ends_with("/structure")) continue;
      const std::string subject = name.substr(0, name.rfind('/'));
      std::printf("%-24s %8.3f ms%s%s\n", name.c_str(), ours * 1e3, compared(subject + "/ggml", ours).c_str(),
                  compared(subject + "/floor", ours).c_str());
    }
  }

 private:
  /// A side's time, and how many times the judgement's that is.
  std::string compared(const std::string& name, double ours) const {
    const auto found = fastest_.find(name);
    if (found == fastest_.end()) return "";
    std::array<char, 96> text;
    std::snprintf(text.data(), text.size(), "   %s %10.3f ms = %8.2f times that",
                  name.substr(name.rfind('/') + 1).c_str(), found->second * 1e3, found->second / ours);
    return text.data();
  }

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
  run(state, subject, Side::ours);
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
    for (const Side side : {Side::ours, Side::structure, Side::ggml, Side::floor}) {
      const std::string name = subject->name + '/' + std::string(side_names[static_cast<std::size_t>(side)]);
      benchmark::RegisterBenchmark(name.c_str(), [&subject = *subject, side](benchmark::State& state) {
        run(state, subject, side);
      })->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_ratios();
}
