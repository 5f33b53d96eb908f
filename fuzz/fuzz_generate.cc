// Bytes choose a file: what the generator calls valid is valid under the profiles of its dialect, and what
// was written reads back as the same description, which writes the same bytes.
#include <string>

#include "fuzz/oracle.h"
#include "generators/any_file.h"
#include "generators/byte_choices.h"
#include "generators/lift.h"
#include "generators/write.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

void expect_valid(Bytes bytes, Profile profile) {
  Options options;
  options.profile = profile;
  const Judgement judgement = validate(bytes, options);
  for (const Finding& finding : judgement.report.findings()) {
    require(finding.severity != Severity::error, "generated files are valid",
            finding.at + ": " + message_of(finding));
  }
  require(judgement.report.valid(), "generated files can be followed to their end");
}

}  // namespace
}  // namespace ggufproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ggufproof;
  ByteChoices choices({data, size});
  FileOptions options;
  options.version_1 = choices.one_in(4);
  options.big_endian = choices.one_in(4);
  options.nested_arrays = choices.one_in(4);
  const FileModel file = any_file(choices, options);
  const auto bytes = write(file).bytes();
  if (!options.version_1 && !options.big_endian && !options.nested_arrays) {
    expect_valid(bytes, Profile::deflt);
    expect_valid(bytes, Profile::ggml);
  }
  if (file.version == limits::current_version) expect_valid(bytes, Profile::spec);
  const auto lifted = lift(bytes);
  require(lifted == spelt_out(file), "a file reads back as it was described");
  require(write(*lifted).bytes() == bytes, "what was read writes the same bytes");
  return 0;
}
