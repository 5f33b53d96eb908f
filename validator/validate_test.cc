// Whole files written byte by byte from the document, judged. The corpus shows each rule; here are the few
// files that everything else leans on, in every version and byte order, and what holds for findings in
// general.
#include "validator/validate.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

using namespace std::string_literals;

std::string zeros(std::size_t n) { return std::string(n, '\0'); }

// Version 3, little-endian: one pair general.architecture = "house", which no reader knows: a note, one
// tensor "a" of 8 F32.
std::string little_file() {
  return "GGUF\3\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0"s +
         "\x14\0\0\0\0\0\0\0general.architecture\x08\0\0\0"s + "\5\0\0\0\0\0\0\0house"s +
         "\1\0\0\0\0\0\0\0a\1\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"s + zeros(26) + zeros(32);
}

// The same in version 3, big-endian.
std::string big_file() {
  return "GGUF\0\0\0\3\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1"s +
         "\0\0\0\0\0\0\0\x14general.architecture\0\0\0\x08"s + "\0\0\0\0\0\0\0\5house"s +
         "\0\0\0\0\0\0\0\1a\0\0\0\1\0\0\0\0\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0"s + zeros(26) + zeros(32);
}

// The same in version 1: counts, string lengths and dimensions have 32 bits, the offset 64.
std::string version_1_file() {
  return "GGUF\1\0\0\0\1\0\0\0\1\0\0\0"s + "\x14\0\0\0general.architecture\x08\0\0\0\5\0\0\0house"s +
         "\1\0\0\0a\1\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"s + zeros(18) + zeros(32);
}

/// The rules of findings graver than notes, in order.
std::vector<std::string_view> names_of(const Report& report) {
  std::vector<std::string_view> names;
  for (const Finding& finding : report.findings()) {
    if (finding.severity > Severity::note) names.push_back(rule_row(finding.rule).name);
  }
  return names;
}

using Names = std::vector<std::string_view>;

TEST(Validate, TheSmallestWholeFileIsCleanUnderEveryProfile) {
  for (const Profile profile : {Profile::deflt, Profile::spec, Profile::ggml}) {
    const std::string file = little_file();
    const Judgement judgement = validate(as_bytes(file), {profile});
    EXPECT_EQ(names_of(judgement.report), Names{});
    EXPECT_EQ(judgement.version, 3u);
    EXPECT_EQ(judgement.pairs, 1u);
    EXPECT_EQ(judgement.tensors, 1u);
  }
}

TEST(Validate, ABigEndianFileIsReadAndOnlyItsOrderIsReported) {
  const std::string file = big_file();
  const Judgement judgement = validate(as_bytes(file));
  EXPECT_EQ(names_of(judgement.report), Names{"header.big-endian"});
  EXPECT_TRUE(judgement.report.valid());
  EXPECT_EQ(judgement.order, ByteOrder::big);
  EXPECT_EQ(judgement.tensors, 1u);
  EXPECT_FALSE(validate(as_bytes(file), {Profile::ggml}).report.valid());
  EXPECT_EQ(names_of(validate(as_bytes(file), {Profile::spec}).report), Names{});
}

TEST(Validate, Version1IsReadWithItsNarrowCounts) {
  const std::string file = version_1_file();
  const Judgement judgement = validate(as_bytes(file));
  EXPECT_EQ(names_of(judgement.report), Names{"header.version-1"});
  EXPECT_EQ(judgement.pairs, 1u);
  EXPECT_EQ(judgement.tensors, 1u);
}

TEST(Validate, EveryPrefixIsExplained) {
  const std::string file = little_file();
  for (std::size_t n = 0; n < file.size(); ++n) {
    EXPECT_FALSE(validate(as_bytes(file).first(n)).report.valid()) << n << " bytes";
  }
}

TEST(Validate, FindingsAreOrderedAndWithinTheFile) {
  const std::string file = little_file();
  for (std::size_t i = 0; i < file.size(); ++i) {
    for (const int flip : {1, 0x80, 0xFF}) {
      std::string broken = file;
      broken[i] = static_cast<char>(broken[i] ^ flip);
      const Judgement judgement = validate(as_bytes(broken));
      std::uint64_t last = 0;
      for (const Finding& finding : judgement.report.findings()) {
        EXPECT_LE(finding.bytes.begin, finding.bytes.end);
        EXPECT_LE(finding.bytes.end, broken.size());
        EXPECT_LE(last, finding.bytes.begin);
        last = finding.bytes.begin;
      }
    }
  }
}

TEST(Report, KeepsTheGravestAndCountsTheRest) {
  Report report(Profile::deflt, 2);
  const auto detail = [] { return Detail{}; };
  report.add(Rule::layout_trailing, {1, 2}, detail);  // warning
  report.add(Rule::layout_trailing, {2, 3}, detail);
  report.add(Rule::layout_trailing, {3, 4}, detail);
  report.add(Rule::layout_overlap, {9, 10}, detail);  // error
  report.finish();
  EXPECT_EQ(report.total(), 4u);
  EXPECT_EQ(names_of(report), (Names{"layout.trailing-bytes", "layout.overlap"}));
}

TEST(Report, DataRulesAreSilentWhereDataAreNotJudged) {
  const std::string cut = little_file().substr(0, little_file().size() - 1);
  EXPECT_FALSE(validate(as_bytes(cut)).report.valid());
  EXPECT_TRUE(validate(as_bytes(cut), {Profile::deflt, DataDepth::none}).report.valid());
}

}  // namespace
}  // namespace ggufproof
