// The properties that tie writer and validator together: what is written reads back the same, and what is
// valid is judged valid.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/any_file.h"
#include "generators/field_mutants.h"
#include "generators/lift.h"
#include "generators/random_choices.h"
#include "generators/rc_choices.h"
#include "generators/show_model.h"
#include "generators/write.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

FileOptions everything() {
  FileOptions options;
  options.version_1 = options.big_endian = options.nested_arrays = true;
  return options;
}

auto files(const FileOptions& options) {
  return rc_made([options](Choices& choices) { return any_file(choices, options); });
}

// The first error as text, or nothing.
std::string first_error(const std::vector<std::uint8_t>& bytes, Profile profile) {
  Options options;
  options.profile = profile;
  const Judgement judgement = validate(bytes, options);
  for (const Finding& finding : judgement.report.findings()) {
    if (finding.severity == Severity::error) return finding.at + ": " + message_of(finding);
  }
  return judgement.report.valid() ? "" : "an error that was not kept";
}

RC_GTEST_PROP(ReadBack, givesWhatWasWritten, ()) {
  const FileModel file = *files(everything());
  const auto lifted = lift(write(file).bytes());
  RC_ASSERT(lifted.has_value());
  RC_ASSERT(*lifted == spelt_out(file));
}

RC_GTEST_PROP(Validity, ofFilesInTheCommonDialectIsSeenByDefaultAndByGgml, ()) {
  const auto bytes = write(*files({})).bytes();
  RC_ASSERT(first_error(bytes, Profile::deflt) == "");
  RC_ASSERT(first_error(bytes, Profile::ggml) == "");
}

RC_GTEST_PROP(Validity, ofFilesOfVersion3IsSeenBySpecWithNestedArraysAndInEitherOrder, ()) {
  FileOptions options;
  options.version_2 = false;
  options.big_endian = options.nested_arrays = true;
  RC_ASSERT(first_error(write(*files(options)).bytes(), Profile::spec) == "");
}

TEST(ReadBack, holdsForThousandsOfFiles) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomChoices choices(seed);
    const FileModel file = any_file(choices, everything());
    const auto bytes = write(file).bytes();
    ASSERT_EQ(lift(bytes), spelt_out(file)) << "seed " << seed;
    ASSERT_EQ(write(*lift(bytes)).bytes(), bytes) << "seed " << seed;
  }
}

TEST(Validity, holdsForThousandsOfFiles) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomChoices choices(seed);
    const FileModel file = any_file(choices);
    const auto bytes = write(file).bytes();
    ASSERT_EQ(first_error(bytes, Profile::deflt), "") << "seed " << seed << "\n" << file;
    ASSERT_EQ(first_error(bytes, Profile::ggml), "") << "seed " << seed << "\n" << file;
    if (file.version == limits::current_version) {
      ASSERT_EQ(first_error(bytes, Profile::spec), "") << "seed " << seed << "\n" << file;
    }
  }
}

// Whatever the bytes are: ranges of findings lie in the file, a label that was changed is found where the
// wire has it, and the same bytes get the same findings.
void expect_sound(const std::vector<std::uint8_t>& bytes, const std::string& what) {
  for (const Profile profile : {Profile::deflt, Profile::spec, Profile::ggml}) {
    Options options;
    options.profile = profile;
    const Judgement judgement = validate(bytes, options);
    for (const Finding& finding : judgement.report.findings()) {
      ASSERT_LE(finding.bytes.begin, finding.bytes.end) << what << ": " << finding.at;
      ASSERT_LE(finding.bytes.end, bytes.size()) << what << ": " << finding.at;
      ASSERT_FALSE(message_of(finding).empty()) << what;
    }
  }
}

TEST(Findings, lieInsideAnyMutant) {
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    RandomChoices choices(seed);
    const FileModel file = any_file(choices, everything());
    const Mutant mutant = any_mutant(choices, file);
    expect_sound(mutant.bytes, mutant.what + " of seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
    const auto lifted = lift(mutant.bytes);
    if (!lifted) continue;
    ASSERT_EQ(lift(write(*lifted).bytes()), lifted) << mutant.what << " of seed " << seed;
  }
}

TEST(Findings, atAChangedFieldHaveTheRangeThatTheWireGivesIt) {
  std::uint64_t named = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    RandomChoices choices(seed);
    const Wire wire = write(any_file(choices));
    for (const Mutant& mutant : number_neighbours(wire)) {
      const std::string label = mutant.what.substr(0, mutant.what.find(':'));
      const Judgement judgement = validate(mutant.bytes);
      for (const Finding& finding : judgement.report.findings()) {
        if (finding.at != label) continue;
        ++named;
        const WireRange range = *wire.range(label);
        ASSERT_EQ(finding.bytes, (Range{range.begin, range.end}))
            << mutant.what << ": " << message_of(finding);
      }
    }
  }
  EXPECT_GT(named, 1000U);
}

}  // namespace
}  // namespace ggufproof
