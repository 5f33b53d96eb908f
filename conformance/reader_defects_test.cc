// Each row of the defect table has a witness, on which the real library shows the defect, and a neighbour
// beyond the boundary that does not fit the row.
#include "conformance/reader_defects.h"

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "conformance/agreement.h"
#include "conformance/ggml_api.h"
#include "conformance/ggml_testee.h"
#include "conformance/hand_bytes_test.h"
#include "conformance/reference_library_test.h"
#include "validator/reader.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

using namespace hand;

struct Witness {
  std::string file;
  std::string neighbour;
};

constexpr std::uint64_t two_to(int power) { return std::uint64_t{1} << power; }

// One row of Q8_0, and the next tensor where it belongs if the row takes 26 bytes.
std::string one_row(std::uint64_t elements) {
  return padded(header(2, 0) + tensor("a", {elements}, q8_0, 0) + tensor("b", {8}, f32, 32), 64);
}

const std::map<std::string_view, Witness>& witnesses() {
  static const std::map<std::string_view, Witness> all = {
      {"elements-wrap-to-zero",
       {one_tensor({two_to(32), two_to(32)}, f32, 0), one_tensor({two_to(32), 0}, f32, 0)}},
      {"elements-wrap-negative",
       {one_tensor({two_to(62), 2}, i8, 0), one_tensor({two_to(62) - 2, 2}, i8, 0)}},
      {"padded-size-wraps", {one_tensor({two_to(62) - 1}, f32, 0), one_tensor({two_to(62) - 8}, f32, 0)}},
      // 542551296285575072 * 34 is 2^64 + 832, which the reader takes for 832 / 32 = 26 bytes.
      {"row-bytes-wrap", {one_row(542551296285575072), one_row(542551296285575040)}},
      {"size-beyond-63-bits", {one_tensor({two_to(61)}, f32, 0), one_tensor({two_to(61) - 8}, f32, 0)}},
      {"huge-size-aborts",
       {one_tensor({2 * reader_memory}, i8, 32), one_tensor({reader_memory / 4 - 1}, i8, 32)}},
  };
  return all;
}

bool fits(const ReaderDefect& defect, const std::string& file) {
  Report report(Profile::ggml);
  return defect.fits(read_document(as_bytes(file), report));
}

TEST(ReaderDefects, EachHasAWitness) {
  EXPECT_EQ(witnesses().size(), reader_defects.size());
  for (const ReaderDefect& defect : reader_defects)
    EXPECT_TRUE(witnesses().contains(defect.name)) << defect.name;
}

TEST(ReaderDefects, PredicatesFitTheWitnessAndNotItsNeighbour) {
  for (const ReaderDefect& defect : reader_defects) {
    EXPECT_TRUE(fits(defect, witnesses().at(defect.name).file)) << defect.name;
    EXPECT_FALSE(fits(defect, witnesses().at(defect.name).neighbour)) << defect.name;
  }
}

TEST(ReaderDefects, NoneFitsAnOrdinaryFile) {
  for (const ReaderDefect& defect : reader_defects) {
    EXPECT_FALSE(fits(defect, one_tensor({8}, f32, 32))) << defect.name;
    EXPECT_FALSE(fits(defect, one_tensor({32, 2}, q8_0, 96))) << defect.name;
  }
}

// With the outcome that the row tells, which the validator does not share: a row that explains nothing is
// stale.
TEST(ReaderDefects, TheReaderStillHasThem) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  WorkerLimits limits;
  limits.memory = reader_memory;
  IsolatedWorker worker(ggml_judge(fetched_ggml_path()), limits);
  for (const ReaderDefect& defect : reader_defects) {
    const std::string& file = witnesses().at(defect.name).file;
    for (const Manner manner : {Manner::header_only, Manner::with_data}) {
      const Comparison comparison = compare_with_reference(worker, as_bytes(file), manner);
      EXPECT_EQ(comparison.agree(), !defect.outcome(manner)) << defect.name << '\n' << comparison.text();
      EXPECT_EQ(comparison.defect, defect.outcome(manner) ? &defect : nullptr) << defect.name << '\n'
                                                                               << comparison.text();
    }
  }
}

TEST(ReaderDefects, TheValidatorFindsTheRuleBroken) {
  Options options;
  options.profile = Profile::ggml;
  for (const ReaderDefect& defect : reader_defects) {
    const Judgement judgement = validate(as_bytes(witnesses().at(defect.name).file), options);
    const auto& findings = judgement.report.findings();
    EXPECT_TRUE(std::ranges::any_of(findings, [&](const Finding& finding) {
      return finding.rule == defect.rule && finding.severity == Severity::error;
    })) << defect.name;
  }
}

TEST(ReaderDefects, AnExplanationNeedsTheOutcomeToo) {
  const std::string file = one_tensor({two_to(32), two_to(32)}, f32, 0);
  Report report(Profile::ggml);
  const Document document = read_document(as_bytes(file), report);
  const ReaderDefect* defect = explain(document, Manner::header_only, Outcome::accepted);
  ASSERT_NE(defect, nullptr);
  EXPECT_EQ(defect->name, "elements-wrap-to-zero");
  EXPECT_EQ(explain(document, Manner::header_only, Outcome::refused), nullptr);
}

TEST(ReaderDefects, TheReadersArithmeticIsRepeatedWithItsWraps) {
  Tensor tensor;
  tensor.type = q8_0;
  tensor.dimensions = {64, 3, 1, 1};
  EXPECT_EQ(bytes_as_reader_computes(tensor), 204u);
  tensor.dimensions = {542551296285575072, 1, 1, 1};
  EXPECT_EQ(bytes_as_reader_computes(tensor), 26u);
  tensor.type = f32;
  tensor.dimensions = {two_to(32), two_to(32), 1, 1};
  EXPECT_EQ(bytes_as_reader_computes(tensor), 0u);
  tensor.dimensions = {two_to(62), two_to(62), 0, 1};
  EXPECT_EQ(bytes_as_reader_computes(tensor), 0u);
}

}  // namespace
}  // namespace ggufproof
