// What the real reference reader takes and refuses, pinned file by file on both sides of its boundaries.
// These are facts about the library, with no part of our own validator in them; a release that behaves
// otherwise fails here first.
#include "conformance/ggml_testee.h"

#include <string>

#include <gtest/gtest.h>

#include "conformance/ggml_api.h"
#include "conformance/hand_bytes_test.h"
#include "conformance/reader_facts_test.h"
#include "conformance/reference_library_test.h"
#include "validator/bytes.h"

namespace ggufproof {
namespace {

using namespace hand;

class GgmlTestee : public ::testing::TestWithParam<ReaderFact> {};

TEST_P(GgmlTestee, BehavesAsPinned) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  IsolatedWorker worker(ggml_judge(fetched_ggml_path()));
  ASSERT_EQ(worker.error(), "");
  for (const Manner manner : {Manner::header_only, Manner::with_data}) {
    const ReaderVerdict verdict = worker.judge(as_bytes(GetParam().file), manner);
    const Outcome pinned = manner == Manner::header_only ? GetParam().header_only : GetParam().with_data;
    EXPECT_EQ(name_of(verdict.outcome), name_of(pinned)) << name_of(manner) << ": " << verdict.reason();
    EXPECT_EQ(verdict.outcome == Outcome::accepted, verdict.reason().empty()) << verdict.log;
  }
}

INSTANTIATE_TEST_SUITE_P(Header, GgmlTestee, ::testing::ValuesIn(header_facts()));
INSTANTIATE_TEST_SUITE_P(Metadata, GgmlTestee, ::testing::ValuesIn(metadata_facts()));
INSTANTIATE_TEST_SUITE_P(Alignment, GgmlTestee, ::testing::ValuesIn(alignment_facts()));
INSTANTIATE_TEST_SUITE_P(Tensors, GgmlTestee, ::testing::ValuesIn(tensor_facts()));
INSTANTIATE_TEST_SUITE_P(Elements, GgmlTestee, ::testing::ValuesIn(element_facts()));
INSTANTIATE_TEST_SUITE_P(Layout, GgmlTestee, ::testing::ValuesIn(layout_facts()));

TEST(GgmlTesteeReasons, ARefusalGivesItsFirstLineAndACrashItsAssertion) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  IsolatedWorker worker(ggml_judge(fetched_ggml_path()));
  EXPECT_EQ(worker.judge(as_bytes(header(0, 0, 0)), Manner::header_only).reason(),
            "gguf_init_from_reader: bad GGUF version: 0");
  const ReaderVerdict crash = worker.judge(as_bytes(one_tensor({1ull << 62, 2}, i8, 0)), Manner::with_data);
  EXPECT_EQ(crash.signal, 6);
  EXPECT_NE(crash.reason().find("GGML_ASSERT(ctx->mem_buffer != NULL) failed"), std::string::npos)
      << crash.log;
}

TEST(GgmlTesteeReasons, AMissingLibraryIsToldByTheWorker) {
  IsolatedWorker worker(ggml_judge("/nonexistent/libggml-base.so"));
  EXPECT_NE(worker.error().find("/nonexistent/libggml-base.so"), std::string::npos) << worker.error();
}

}  // namespace
}  // namespace ggufproof
