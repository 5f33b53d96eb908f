// The validator's profile ggml against the real library, on tens of thousands of files: valid ones and
// mutants of them, header-only and with data. Every disagreement must stand in the table of reader defects.
// Four seeds, of which GGUFPROOF_SEED (ci/explore) replaces the last; a failure names its seed and leaves the
// file in the build folder.
#include "conformance/agreement.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/ggml_api.h"
#include "conformance/ggml_testee.h"
#include "conformance/reader_facts_test.h"
#include "conformance/reference_library_test.h"
#include "generators/any_file.h"
#include "generators/field_mutants.h"
#include "generators/random_choices.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

constexpr int models_per_seed = 1000;
constexpr int mutants_per_model = 6;
constexpr int failures_shown = 20;

/// One run over the files of a seed.
class Comparisons {
 public:
  explicit Comparisons(std::uint64_t seed)
      : seed_(seed), choices_(seed), worker_(ggml_judge(fetched_ggml_path()), limits()) {}

  void all() {
    ASSERT_EQ(worker_.error(), "");
    for (int i = 0; i < models_per_seed && failures_ < failures_shown; ++i) {
      const FileModel model = any_file(choices_, options());
      judge({write(model).bytes(), "unchanged"});
      for (int k = 0; k < mutants_per_model; ++k) judge(any_mutant(choices_, model));
    }
    tell();
  }

  /// The files whose fate at the reader is pinned.
  void all_facts() {
    ASSERT_EQ(worker_.error(), "");
    for (const ReaderFact& fact : reader_facts()) {
      judge({std::vector<std::uint8_t>(fact.file.begin(), fact.file.end()), fact.what});
    }
    tell();
  }

  /// Every boundary value in every numeric field of some files.
  void all_neighbours(int models) {
    ASSERT_EQ(worker_.error(), "");
    for (int i = 0; i < models && failures_ < failures_shown; ++i) {
      for (const Mutant& mutant : number_neighbours(write(any_file(choices_, options())))) judge(mutant);
    }
    tell();
  }

  std::uint64_t files() const { return files_; }

  /// Files on which the reader came to this outcome in this manner.
  std::uint64_t count(Manner manner, Outcome outcome) const {
    const auto it = outcomes_.find({manner, outcome});
    return it == outcomes_.end() ? 0 : it->second;
  }

 private:
  static WorkerLimits limits() {
    WorkerLimits limits;
    limits.memory = reader_memory;
    return limits;
  }

  // Most files in the dialect that the reader takes, some beyond it.
  FileOptions options() {
    FileOptions options;
    options.version_1 = choices_.one_in(16);
    options.big_endian = choices_.one_in(16);
    options.nested_arrays = choices_.one_in(8);
    return options;
  }

  void judge(const Mutant& file) {
    ++files_;
    for (const Manner manner : {Manner::header_only, Manner::with_data}) {
      const Comparison comparison = compare_with_reference(worker_, file.bytes, manner);
      ++outcomes_[{manner, comparison.reader.outcome}];
      if (comparison.defect != nullptr) ++defects_[comparison.defect->name];
      if (!comparison.settled()) fail(file, manner, comparison);
    }
  }

  void fail(const Mutant& file, Manner manner, const Comparison& comparison) {
    ++failures_;
    const std::string name = "seed-" + std::to_string(seed_) + "-file-" + std::to_string(files_) + ".gguf";
    const auto path = std::filesystem::path(GGUFPROOF_DISAGREEMENTS_DIR) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(file.bytes.data()),
               static_cast<std::streamsize>(file.bytes.size()));
    ADD_FAILURE() << name_of(manner) << ", " << file.what << '\n'
                  << comparison.text() << "\n  file: " << path.string();
  }

  void tell() const {
    std::cout << "seed " << seed_ << ": " << files_ << " files";
    for (const auto& [key, count] : outcomes_) {
      std::cout << ", " << name_of(key.first) << ' ' << name_of(key.second) << ' ' << count;
    }
    for (const auto& [name, count] : defects_) std::cout << ", " << name << ' ' << count;
    std::cout << '\n';
  }

  std::uint64_t seed_;
  RandomChoices choices_;
  IsolatedWorker worker_;
  std::uint64_t files_ = 0;
  int failures_ = 0;
  std::map<std::pair<Manner, Outcome>, std::uint64_t> outcomes_;
  std::map<std::string_view, std::uint64_t> defects_;
};

// A run in which one outcome hardly occurs would say little about it.
void expect_both_outcomes(const Comparisons& run) {
  for (const Manner manner : {Manner::header_only, Manner::with_data}) {
    EXPECT_GT(run.count(manner, Outcome::accepted), run.files() / 10) << name_of(manner);
    EXPECT_GT(run.count(manner, Outcome::refused), run.files() / 10) << name_of(manner);
  }
}

constexpr std::uint64_t explored = 4;

std::uint64_t seed_to_explore() {
  const char* const wanted = std::getenv("GGUFPROOF_SEED");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : explored;
}

class Agreement : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Agreement, OfAnyFileAndItsMutants) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  Comparisons run(GetParam() != explored ? GetParam() : seed_to_explore());
  run.all();
  expect_both_outcomes(run);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Agreement, ::testing::Values(1, 2, 3, explored), [](const auto& seed) {
  return seed.param != explored ? std::to_string(seed.param) : "explored";
});

TEST(AgreementOnFacts, EveryPinnedFile) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  Comparisons run(0);
  run.all_facts();
}

TEST(AgreementOfNeighbours, EveryNumberAtEveryBoundary) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  Comparisons run(4);
  run.all_neighbours(12);
}

}  // namespace
}  // namespace ggufproof
