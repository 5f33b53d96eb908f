// A finding keeps its fingerprint whatever keys and tensors come before or after what it is about.
#include "validator/output/fingerprint.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "validator/validate.h"

namespace ggufproof {
namespace {

/// A number as the document has it, little-endian.
std::string number(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}

std::string text(const std::string& words) { return number(words.size(), 8) + words; }

/// A pair whose value is a u8.
std::string pair(const std::string& key) { return text(key) + number(0, 4) + number(1, 1); }

/// A tensor of 8 F32; at an odd place if `offset` is none of 32.
std::string info(const std::string& name, std::uint64_t offset) {
  return text(name) + number(1, 4) + number(8, 8) + number(0, 4) + number(offset, 8);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += part;
  return out;
}

std::string file_of(const std::vector<std::string>& pairs, const std::vector<std::string>& infos) {
  std::string file = "GGUF" + number(3, 4) + number(infos.size(), 8) + number(pairs.size(), 8) +
                     joined(pairs) + joined(infos);
  file.resize((file.size() + 31) / 32 * 32 + 32 * (infos.size() + 2));
  return file;
}

/// Fingerprints of the findings about what these names name, less those that tell of neighbours, such as
/// gaps.
std::multiset<std::string> prints_about(const std::string& file, const std::set<std::string>& subjects) {
  std::multiset<std::string> prints;
  const Report report = validate(as_bytes(file)).report;
  for (const Finding& finding : report.findings()) {
    const std::string_view rule = rule_row(finding.rule).name;
    const bool is_its_own = rule.starts_with("key.") || rule == "layout.offset-unaligned";
    const std::string& name = finding.subject.empty() ? finding.got : finding.subject;
    if (is_its_own && subjects.contains(name)) prints.insert(fingerprint_of(finding));
  }
  return prints;
}

/// Puts other entries, such as `make` makes of a number, among those that are watched.
template <class Make>
std::vector<std::string> among(std::vector<std::string> watched, Make make) {
  const auto others = *rc::gen::inRange<std::uint64_t>(0, 8);
  for (std::uint64_t i = 0; i < others; ++i) {
    const auto place = *rc::gen::inRange<std::size_t>(0, watched.size() + 1);
    watched.insert(watched.begin() + static_cast<std::ptrdiff_t>(place), make(i));
  }
  return watched;
}

RC_GTEST_PROP(Fingerprint, IsTheSameAfterEditsElsewhere, ()) {
  const std::vector<std::string> pairs{pair("Capital.Key"), pair("no spaces")};
  const std::vector<std::string> infos{info("odd", 8), info("even", 96)};
  const std::set<std::string> subjects{"\"Capital.Key\"", "\"no spaces\"", "\"odd\"", "\"even\""};
  // Two keys of other characters, one without a prefix, and a tensor at 8.
  const auto before = prints_about(file_of(pairs, infos), subjects);
  RC_ASSERT(std::set(before.begin(), before.end()).size() == 4u);
  const auto edited =
      file_of(among(pairs, [](std::uint64_t i) { return pair("other.key" + std::to_string(i)); }),
              among(infos, [](std::uint64_t i) { return info("other" + std::to_string(i), 32 * (i + 1)); }));
  const auto after = prints_about(edited, subjects);
  RC_ASSERT(std::ranges::includes(after, before));
}

TEST(Fingerprint, IsOfRuleNameAndField) {
  const Finding one{Rule::layout_overlap, Severity::error, {7, 9}, "tensor[3].offset", "\"a\"", "1", "2"};
  Finding same = one;
  same.severity = Severity::note;
  same.bytes = {100, 101};
  same.at = "tensor[4].offset";
  same.got = "3";
  EXPECT_EQ(fingerprint_of(one), fingerprint_of(same));
  for (auto change :
       {+[](Finding& f) { f.rule = Rule::layout_trailing; }, +[](Finding& f) { f.subject = "\"b\""; },
        +[](Finding& f) { f.at = "tensor[3].data"; }}) {
    Finding other = one;
    change(other);
    EXPECT_NE(fingerprint_of(one), fingerprint_of(other));
  }
}

// The digits that a fingerprint promises to keep: XXH3 of 128 bits, whose digest of no bytes xxHash
// publishes.
TEST(Fingerprint, HasTheDigitsOfXxh3) {
  EXPECT_EQ(fingerprint_of_text(""), "99aa06d3014798d86001c324468d497f");
}

}  // namespace
}  // namespace ggufproof
