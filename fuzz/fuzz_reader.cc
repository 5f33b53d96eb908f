// Any bytes, handed to a native reader that is linked in (gguf_reader.h). Engine and sanitizers see whether
// it is robust. GGUFPROOF_LEVEL=safe also wants it to refuse what cannot be decoded, GGUFPROOF_LEVEL=faithful
// to take what is valid to the document and to ggml: for readers that read the data, too.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "fuzz/gguf_reader.h"
#include "fuzz/oracle.h"
#include "validator/validate.h"

namespace {

using namespace ggufproof;

constexpr std::array undecodable{
#define UNDECODABLE(rule) Rule::rule,
#include "conformance/undecodable.def"
};

Report judged(Bytes file, Profile profile) {
  Options options;
  options.profile = profile;
  return validate(file, options).report;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const char* const set = std::getenv("GGUFPROOF_LEVEL");
  static const std::string level = set == nullptr ? "robust" : set;
  const Bytes file(data, size);
  const bool taken = gguf_reader_under_test(data, size) != 0;
  if (level == "safe" && taken) {
    for (const Finding& finding : judged(file, Profile::ggml).findings())
      require(finding.severity != Severity::error || !std::ranges::count(undecodable, finding.rule),
              "a safe reader refuses this", finding.at + ": " + message_of(finding));
  }
  if (level == "faithful" && !taken)
    require(!judged(file, Profile::spec).valid() || !judged(file, Profile::ggml).valid(),
            "a faithful reader takes a valid file");
  return 0;
}
