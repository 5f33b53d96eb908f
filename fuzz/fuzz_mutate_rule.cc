// Bytes choose a file and a mutation of it. The findings are sound (findings.h), and a mutant that can still
// be lifted is written as what it was read as.
#include "fuzz/findings.h"
#include "generators/any_file.h"
#include "generators/byte_choices.h"
#include "generators/field_mutants.h"
#include "generators/lift.h"
#include "generators/write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ggufproof;
  ByteChoices choices({data, size});
  const FileModel host = any_file(choices);
  const Mutant mutant = any_mutant(choices, host);
  expect_sound(validate(mutant.bytes), mutant.bytes);
  const auto lifted = lift(mutant.bytes);
  if (lifted)
    require(lift(write(*lifted).bytes()) == lifted, "what was read is written as it was", mutant.what);
  return 0;
}
