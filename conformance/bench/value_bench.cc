// How long it takes to judge weights: each type on one thread against ggml_validate_row_data of the real
// library, on the same mapped bytes in the page cache, in turns, so that a busy machine disturbs both; and a
// file of Q4_K, Q6_K and F32 on all cores (ours) against adding up the same bytes with the same threads
// (sum). The bytes are random, in blocks that hold no fault, since a fault is where both would stop to tell.
//
// GGUFPROOF_BENCH_MB is the size of the file, 64 if not set. Timings are for people: README.md beside this
// file tells what came out.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <unistd.h>

#include "conformance/bench/large_files.h"
#include "conformance/ggml_api.h"
#include "validator/source.h"
#include "validator/validate.h"
#include "validator/values/block_faults.h"
#include "validator/values/chunks.h"

namespace {

using namespace ggufproof;

constexpr std::uint64_t type_bytes = std::uint64_t{32} << 20;

/// About `bytes` bytes of random blocks without a fault; the same each time.
std::vector<std::uint8_t> good_blocks(const TensorTypeRow& type, std::uint64_t bytes, ByteOrder order) {
  std::mt19937_64 random(static_cast<std::uint64_t>(type.type));
  std::vector<std::uint8_t> blocks(bytes / type.block_bytes * type.block_bytes);
  for (std::size_t at = 0; at < blocks.size(); at += type.block_bytes) {
    for (bool good = false; !good;) {
      for (std::uint64_t i = 0; i < type.block_bytes; ++i)
        blocks[at + i] = static_cast<std::uint8_t>(random());
      if (type.type == TensorType::tq1_0) std::fill_n(&blocks[at], type.block_bytes, std::uint8_t{0});
      if (type.type == TensorType::tq2_0) {
        for (std::uint64_t i = 0; i < type.block_bytes; ++i) blocks[at + i] &= 0x55;
      }
      good = true;
      find_faults(type, &blocks[at], order, [&](const BlockFault&) { good = false; });
    }
  }
  return blocks;
}

/// Blocks of one type in a file that is mapped.
class TypeFile {
 public:
  /// Empty where the file could not be made.
  TypeFile(const TensorTypeRow& type, ByteOrder order) : file_("blocks") {
    if (!file_.replace(good_blocks(type, type_bytes, order))) return;
    auto opened = Source::open(file_.path());
    if (auto* found = std::get_if<Source>(&opened)) source_ = std::move(*found);
  }

  Bytes bytes() const { return source_.bytes(); }

 private:
  MemoryFile file_;
  Source source_;
};

/// The seconds of processor time that some work takes this thread.
template <class Work>
double seconds_of(const Work& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  const double begun = now();
  work();
  return now() - begun;
}

/// The times of one side, a round each.
using Times = std::vector<double>;

double median(Times times) {
  std::sort(times.begin(), times.end());
  return times.empty() ? 0 : times[times.size() / 2];
}

/// How many times as fast as the reference a side is: the median over rounds, in which both have the same
/// disturbances.
double ratio(const Times& reference, const Times& side) {
  Times ratios;
  for (std::size_t i = 0; i < side.size(); ++i) ratios.push_back(reference[i] / side[i]);
  return median(std::move(ratios));
}

/// Judges the same bytes in turns, ours, ours in the other byte order, theirs.
void judge_type(benchmark::State& state, const TensorTypeRow& type, const GgmlApi* ggml) {
  const TypeFile little(type, ByteOrder::little), big(type, ByteOrder::big);
  DataReading reading;
  reading.jobs = 1;
  bool good = !little.bytes().empty() && !big.bytes().empty();
  const auto judge = [&](const TypeFile& file, ByteOrder order) {
    const auto look_closely = [&](Range blocks) {
      for (std::uint64_t at = blocks.begin; at < blocks.end; at += type.block_bytes)
        find_faults(type, file.bytes().data() + at, order, [&](const BlockFault&) { good = false; });
    };
    find_suspects(file.bytes(), {0, file.bytes().size()}, type, order, reading, look_closely,
                  [](std::uint64_t) {});
  };
  Times ours, swapped, theirs;
  for (auto _ : state) {
    ours.push_back(seconds_of([&] { judge(little, ByteOrder::little); }));
    swapped.push_back(seconds_of([&] { judge(big, ByteOrder::big); }));
    if (ggml == nullptr) continue;
    theirs.push_back(seconds_of([&] {
      good = ggml->ggml_validate_row_data(static_cast<int>(type.type), little.bytes().data(),
                                          little.bytes().size()) &&
             good;
    }));
  }
  if (!good) state.SkipWithError("no file, or a fault in it");
  state.counters["GB/s"] = static_cast<double>(little.bytes().size()) * 1e-9 / median(ours);
  state.counters["big/little"] = ratio(ours, swapped);
  if (ggml != nullptr) state.counters["ours/ggml"] = ratio(theirs, ours);
}

/// A model of three tensors: two of fifths of the file in Q4_K and Q6_K, the rest in F32.
class Model {
 public:
  explicit Model(std::uint64_t megabytes) : file_("model") {
    HeadWriter head(3, 1);
    head.string_pair("general.architecture", "example");
    const std::uint64_t bytes = megabytes << 20;
    const std::array<std::pair<TensorType, std::uint64_t>, 3> parts{
        {{TensorType::q4_k, bytes / 5 * 2}, {TensorType::q6_k, bytes / 5 * 2}, {TensorType::f32, bytes / 5}}};
    std::vector<std::uint64_t> rows;
    for (const auto& [type, share] : parts) {
      const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(type));
      rows.push_back(share / (row_elements / row.block_elements * row.block_bytes) / 2 * 2);
      head.tensor("blk.0." + std::string(row.name) + ".weight", {row_elements, rows.back()}, type);
    }
    const LargeFile large = std::move(head).finish();
    if (!put(large, file_)) return;
    std::uint64_t at = large.head.size();
    for (std::size_t i = 0; i < parts.size(); ++i) at = fill(parts[i].first, rows[i], at);
    auto opened = Source::open(file_.path());
    if (auto* found = std::get_if<Source>(&opened)) source = std::move(*found);
  }

  Source source;

 private:
  static constexpr std::uint64_t row_elements = 4096;

  /// Writes rows of a type, of which a few megabytes are made and repeated.
  std::uint64_t fill(TensorType type, std::uint64_t rows, std::uint64_t at) {
    const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(type));
    const std::uint64_t row_bytes = row_elements / row.block_elements * row.block_bytes;
    const std::vector<std::uint8_t> made = good_blocks(row, 1024 * row_bytes, ByteOrder::little);
    for (std::uint64_t left = rows * row_bytes; left > 0;) {
      const ssize_t n = pwrite(file_.descriptor(), made.data(), std::min<std::uint64_t>(left, made.size()),
                               static_cast<off_t>(at));
      if (n <= 0) break;
      at += static_cast<std::uint64_t>(n);
      left -= static_cast<std::uint64_t>(n);
    }
    return (at + limits::default_alignment - 1) / limits::default_alignment * limits::default_alignment;
  }

  MemoryFile file_;
};

void whole_ours(benchmark::State& state, const Model& model) {
  for (auto _ : state) {
    const Judgement judgement = validate(model.source.bytes(), {.data = DataDepth::values});
    if (!judgement.report.valid()) state.SkipWithError("the file could not be made");
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(model.source.bytes().size()) * state.iterations());
}

void whole_sum(benchmark::State& state, const Model& model) {
  const Bytes bytes = model.source.bytes();
  for (auto _ : state) {
    const std::uint64_t sum = tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(0, bytes.size() / 8, std::size_t{8} << 10), std::uint64_t{0},
        [&](const auto& words, std::uint64_t part) {
          for (std::size_t i = words.begin(); i < words.end(); ++i)
            part += load<std::uint64_t>(bytes.data() + i * 8, ByteOrder::little);
          return part;
        },
        std::plus<>());
    benchmark::DoNotOptimize(sum);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const GgmlLoad ggml = load_ggml(fetched_ggml_path());
  for (const TensorTypeRow& row : tensor_types) {
    if (row.status != TensorTypeStatus::live) continue;
    benchmark::RegisterBenchmark(std::string(row.name).c_str(), [&](benchmark::State& state) {
      judge_type(state, row, ggml ? &ggml.api : nullptr);
    });
  }
  const char* megabytes = std::getenv("GGUFPROOF_BENCH_MB");
  const Model model(megabytes != nullptr ? std::strtoull(megabytes, nullptr, 10) : 64);
  benchmark::RegisterBenchmark("whole/ours", [&](benchmark::State& state) {
    whole_ours(state, model);
  })->UseRealTime();
  benchmark::RegisterBenchmark("whole/sum", [&](benchmark::State& state) {
    whole_sum(state, model);
  })->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
}
