// The corpus and the real library against each other: what a case says of the profile ggml is what the
// reference reader does, but for defects of that reader which stand in the table.
#include <gtest/gtest.h>

#include "conformance/agreement.h"
#include "conformance/ggml_api.h"
#include "conformance/ggml_testee.h"
#include "conformance/reference_library_test.h"
#include "generators/case_files.h"
#include "generators/case_memory.h"
#include "generators/case_text.h"

namespace ggufproof {
namespace {

/// Files of a gigabyte would take the reader minutes, and say no more than their neighbours.
constexpr std::uint64_t most_bytes = 1 << 20;

TEST(CorpusReference, VerdictsAreThoseOfTheRealReader) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  IsolatedWorker worker(ggml_judge(fetched_ggml_path()));
  ASSERT_EQ(worker.error(), "");
  int asked = 0;
  for (const CaseText& text : read_cases(GGUFPROOF_CORPUS_DIR)) {
    const auto read = parse_case(text.text);
    ASSERT_TRUE(std::holds_alternative<Case>(read)) << text.path;
    const Case& the_case = std::get<Case>(read);
    if (the_case.file.size() > most_bytes) continue;
    const CaseMemory file(the_case.file);
    for (const CaseJudgement& judgement : case_judgements) {
      if (judgement.profile != Profile::ggml) continue;
      const Manner manner = judgement.data ? Manner::with_data : Manner::header_only;
      const Comparison comparison = compare_with_reference(worker, file.bytes(), manner);
      EXPECT_EQ(comparison.valid, is_valid_in(the_case, judgement)) << text.path;
      EXPECT_TRUE(comparison.settled()) << text.path << ", " << judgement.name << '\n' << comparison.text();
      ++asked;
    }
  }
  EXPECT_GT(asked, 400);
}

}  // namespace
}  // namespace ggufproof
