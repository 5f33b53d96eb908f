// Any bytes, asked of the validator and of the real ggml library: the verdicts agree, header alone and with
// data, or a known defect of the library explains why not; and of a file that both take they know the same
// (ggml_values.h).
#include <filesystem>

#include "conformance/agreement.h"
#include "conformance/ggml_api.h"
#include "conformance/ggml_testee.h"
#include "fuzz/ggml_values.h"
#include "fuzz/oracle.h"

namespace {

using namespace ggufproof;

IsolatedWorker& reference() {
  static IsolatedWorker worker(ggml_judge(fetched_ggml_path()), {.memory = reader_memory});
  return worker;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (std::filesystem::exists(fetched_ggml_path())) return 0;
  std::fprintf(stderr, "NOT COMPARED WITH ggml: there is no %s. Run ci/fetch, or set GGUFPROOF_FETCHED.\n",
               fetched_ggml_path().c_str());
  std::exit(77);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes file(data, size);
  bool taken = false;
  for (const Manner manner : {Manner::header_only, Manner::with_data}) {
    const Comparison comparison = compare_with_reference(reference(), file, manner);
    require(comparison.settled(), "ggml's verdict is ours, or a known defect",
            std::string(name_of(manner)) + "\n" + comparison.text());
    taken = comparison.valid && comparison.agree();
  }
  if (taken) expect_ggml_knows_the_same(file);
  return 0;
}
