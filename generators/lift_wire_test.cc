// A wire lifted from bytes writes the same bytes, whatever they are, and names what a writer named.
#include "generators/lift_wire.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/any_file.h"
#include "generators/field_mutants.h"
#include "generators/hex_bytes.h"
#include "generators/random_choices.h"
#include "generators/rc_choices.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

FileOptions everything() {
  FileOptions options;
  options.version_1 = options.big_endian = options.nested_arrays = true;
  return options;
}

std::vector<std::string> labels(const Wire& wire) {
  std::vector<std::string> all;
  for (const WireField& field : wire.fields()) all.push_back(field.label);
  return all;
}

RC_GTEST_PROP(LiftWire, givesTheBytesOfAnyMutant, ()) {
  const auto bytes = *rc_made([](Choices& choices) {
    const FileModel file = any_file(choices, everything());
    return any_mutant(choices, file).bytes;
  });
  RC_ASSERT(lift_wire(bytes).bytes() == bytes);
}

RC_GTEST_PROP(LiftWire, givesAnyBytes, (std::vector<std::uint8_t> bytes)) {
  RC_ASSERT(lift_wire(bytes).bytes() == bytes);
  const auto magic = hex_bytes("'GGUF' 03 00 00 00");
  bytes.insert(bytes.begin(), magic.begin(), magic.end());
  RC_ASSERT(lift_wire(bytes).bytes() == bytes);
}

TEST(LiftWire, namesTheFieldsOfThousandsOfFilesAsTheWriterDoes) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomChoices choices(seed);
    const Wire wire = write(any_file(choices, everything()));
    const Wire lifted = lift_wire(wire.bytes());
    ASSERT_EQ(lifted.bytes(), wire.bytes()) << "seed " << seed;
    ASSERT_EQ(labels(lifted), labels(wire)) << "seed " << seed;
  }
}

TEST(LiftWire, namesWhatStandsBeforeTheBreak) {
  const auto bytes = hex_bytes(
      "'GGUF' 03 00 00 00  00 00 00 00 00 00 00 00  02 00 00 00 00 00 00 00"
      "01 00 00 00 00 00 00 00 'a'  00 00 00 00  07   ff ff ff ff ff ff ff 7f 'b'");
  const Wire wire = lift_wire(bytes);
  EXPECT_EQ(wire.bytes(), bytes);
  EXPECT_EQ(labels(wire),
            (std::vector<std::string>{"magic", "version", "tensor_count", "metadata_kv_count", "kv[0].key",
                                      "kv[0].value_type", "kv[0].value", "nameless[0]"}));
}

}  // namespace
}  // namespace ggufproof
