// Damage of the two commonest kinds, in full: every prefix of small valid files, and every byte of them
// flipped.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "generators/any_file.h"
#include "generators/random_choices.h"
#include "generators/show_model.h"
#include "generators/write.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

// What a cut may be called. Anything else would blame the file for something that its author did right.
constexpr std::array cut_rules{Rule::file_not_gguf,    Rule::header_truncated,   Rule::header_tensor_count,
                               Rule::header_kv_count,  Rule::metadata_truncated, Rule::string_beyond_end,
                               Rule::array_beyond_end, Rule::tensor_truncated,   Rule::layout_no_data,
                               Rule::layout_truncated, Rule::layout_last_padding};

// Valid files of at most `most_bytes`, the first ones of all seeds.
std::vector<Wire> small_files(std::size_t count, std::size_t most_bytes) {
  FileOptions options;
  options.pairs = 3;
  options.elements = 3;
  options.tensors = 2;
  std::vector<Wire> files;
  for (std::uint64_t seed = 0; files.size() < count; ++seed) {
    RandomChoices choices(seed);
    Wire wire = write(any_file(choices, options));
    if (wire.bytes().size() <= most_bytes) files.push_back(std::move(wire));
  }
  return files;
}

Judgement judge(std::span<const std::uint8_t> bytes, Profile profile) {
  Options options;
  options.profile = profile;
  return validate(bytes, options);
}

// The size from which on nothing but the padding after the last tensor is missing, so that llama.cpp loads
// the file: where the last tensor's data end, though they may be empty. Of a file without tensors, its whole
// size.
std::uint64_t loadable_from(const Wire& wire) {
  const std::vector<WireRange> ranges = wire.ranges();
  for (std::size_t i = ranges.size(); i-- > 0;) {
    if (wire.fields()[i].kind == WireKind::data) return ranges[i].end;
  }
  return ranges.back().end;
}

void expect_cut(const Judgement& judgement, std::uint64_t size, bool loadable) {
  EXPECT_EQ(judgement.report.valid(), loadable) << "cut to " << size << " bytes";
  for (const Finding& finding : judgement.report.findings()) {
    const bool known = std::find(cut_rules.begin(), cut_rules.end(), finding.rule) != cut_rules.end();
    EXPECT_TRUE(known || finding.severity != Severity::error)
        << "cut to " << size << ": " << message_of(finding);
  }
}

// The one exception: by default a file may lack padding after the last tensor. It gets a warning, since
// shipping writers leave the padding out and llama.cpp does not ask for it. The document agrees; ggml refuses
// the file.
TEST(Prefixes, ofValidFilesAreErrorsUnlessOnlyTheLastPaddingIsMissing) {
  for (const Wire& wire : small_files(60, 1500)) {
    const auto bytes = wire.bytes();
    const std::uint64_t loadable = loadable_from(wire);
    for (std::uint64_t size = 0; size < bytes.size(); ++size) {
      const std::span prefix(bytes.data(), size);
      expect_cut(judge(prefix, Profile::deflt), size, size >= loadable);
      expect_cut(judge(prefix, Profile::ggml), size, false);
      if (HasFailure()) FAIL() << "of a file of " << bytes.size() << " bytes, loadable from " << loadable;
    }
  }
}

TEST(Prefixes, thatLackTheLastPaddingGetTheWarningForIt) {
  std::uint64_t seen = 0;
  for (const Wire& wire : small_files(60, 1500)) {
    const auto bytes = wire.bytes();
    for (std::uint64_t size = loadable_from(wire); size < bytes.size(); ++size) {
      const Judgement judgement = judge(std::span(bytes.data(), size), Profile::deflt);
      const auto& findings = judgement.report.findings();
      EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.rule == Rule::layout_last_padding && finding.severity == Severity::warning;
      })) << size;
      ++seen;
    }
  }
  EXPECT_GT(seen, 100U);
}

TEST(Flips, ofEveryBitNeitherCrashNorPointOutsideTheFile) {
  for (const Wire& wire : small_files(12, 450)) {
    auto bytes = wire.bytes();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x02U, 0x04U, 0x08U, 0x10U, 0x20U, 0x40U, 0x80U, 0xffU}) {
        bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ flip);
        for (const Profile profile : {Profile::deflt, Profile::spec, Profile::ggml}) {
          const Judgement judgement = judge(bytes, profile);
          for (const Finding& finding : judgement.report.findings()) {
            ASSERT_LE(finding.bytes.begin, finding.bytes.end) << at << " " << finding.at;
            ASSERT_LE(finding.bytes.end, bytes.size()) << at << " " << finding.at;
          }
        }
        bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ flip);
      }
    }
  }
}

}  // namespace
}  // namespace ggufproof
