// Any bytes: judged under every profile, values included. The findings are sound (findings.h) and the same
// each time, and what is kept of them does not change how many there are.
#include <tuple>

#include "fuzz/findings.h"

namespace ggufproof {
namespace {

auto tied(const Finding& f) {
  return std::tie(f.rule, f.severity, f.bytes.begin, f.bytes.end, f.at, f.subject, f.got, f.want);
}

void judge(Bytes file, Options options) {
  const Judgement first = validate(file, options), again = validate(file, options);
  expect_sound(first, file);
  require(std::ranges::equal(first.report.findings(), again.report.findings(), {}, tied, tied),
          "the same findings each time");
  options.max_findings = 1;
  const Report one = validate(file, options).report;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note})
    require(one.count(severity) == first.report.count(severity), "findings that are not kept are counted");
}

}  // namespace
}  // namespace ggufproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ggufproof;
  for (const Profile profile : {Profile::deflt, Profile::spec, Profile::ggml}) {
    Options options;
    options.profile = profile;
    options.data = DataDepth::values;
    judge({data, size}, options);
  }
  return 0;
}
