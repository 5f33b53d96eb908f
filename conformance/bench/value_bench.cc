// How long it takes to judge weights: each type on one thread (ours) against ggml_validate_row_data of the
// real library (ggml), on the same mapped bytes in the page cache; and a file of Q4_K, Q6_K and F32 on all
// cores (ours) against adding up the same bytes with the same threads (sum). The bytes are random, in blocks
// that hold no fault, since a fault is where both would stop to tell.
//
// GGUFPROOF_BENCH_MB is the size of the file, 64 if not set. Timings are for people: README.md beside this
// file tells what came out.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
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
std::vector<std::uint8_t> good_blocks(const TensorTypeRow& type, std::uint64_t bytes) {
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
      find_faults(type, &blocks[at], ByteOrder::little, [&](const BlockFault&) { good = false; });
    }
  }
  return blocks;
}

/// Blocks of one type in a file that is mapped, made when they are first needed.
class TypeFile {
 public:
  explicit TypeFile(const TensorTypeRow& row) : type(row), file_("blocks") {}

  /// Empty where the file could not be made.
  Bytes bytes() {
    if (!source_.bytes().empty() || !file_.replace(good_blocks(type, type_bytes))) return source_.bytes();
    auto opened = Source::open(file_.path());
    if (auto* found = std::get_if<Source>(&opened)) source_ = std::move(*found);
    return source_.bytes();
  }

  const TensorTypeRow& type;

 private:
  MemoryFile file_;
  Source source_;
};

void type_ours(benchmark::State& state, TypeFile& file) {
  const Bytes bytes = file.bytes();
  DataReading reading;
  reading.jobs = 1;
  bool faulty = bytes.empty();
  for (auto _ : state) {
    find_suspects(
        bytes, {0, bytes.size()}, file.type, ByteOrder::little, reading, [&](Range) { faulty = true; },
        [](std::uint64_t) {});
  }
  if (faulty) state.SkipWithError("no file, or a fault in it");
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
}

void type_ggml(benchmark::State& state, TypeFile& file, const GgmlApi& ggml) {
  const Bytes bytes = file.bytes();
  bool good = !bytes.empty();
  for (auto _ : state)
    good = good && ggml.ggml_validate_row_data(static_cast<int>(file.type.type), bytes.data(), bytes.size());
  if (!good) state.SkipWithError("no file, or the library refuses it");
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
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
    const std::vector<std::uint8_t> made = good_blocks(row, 1024 * row_bytes);
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
  std::vector<std::unique_ptr<TypeFile>> files;
  for (const TensorTypeRow& row : tensor_types) {
    if (row.status != TensorTypeStatus::live) continue;
    TypeFile& file = *files.emplace_back(std::make_unique<TypeFile>(row));
    const std::string name(row.name);
    benchmark::RegisterBenchmark((name + "/ours").c_str(),
                                 [&file](benchmark::State& state) { type_ours(state, file); });
    if (ggml)
      benchmark::RegisterBenchmark((name + "/ggml").c_str(),
                                   [&](benchmark::State& state) { type_ggml(state, file, ggml.api); });
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
