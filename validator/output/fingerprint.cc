// XXH3's digits are the same on every machine and in every release (its canonical form).
#include "validator/output/fingerprint.h"

#include <xxhash.h>

#include "spec/rules.h"

namespace ggufproof {
namespace {

/// "tensor[1].offset" without its numbers: "tensor[].offset".
std::string without_indexes(std::string_view path) {
  std::string out;
  bool inside = false;
  for (const char c : path) {
    inside = c == '[' || (inside && c != ']');
    if (!inside || c == '[') out += c;
  }
  return out;
}

/// The name of what is concerned; a finding about a name itself tells it as what was found.
const std::string& name_in(const Finding& finding) {
  const std::string_view at = finding.at;
  const bool is_name = at.ends_with(".key") || at.ends_with(".name");
  return finding.subject.empty() && is_name ? finding.got : finding.subject;
}

}  // namespace

std::string fingerprint_of_text(std::string_view text) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(text.data(), text.size()));
  std::string digits;
  for (const unsigned char byte : canonical.digest) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 0xF];
  }
  return digits;
}

std::string fingerprint_of(const Finding& finding) {
  std::string text(rule_row(finding.rule).name);
  text += '\n' + name_in(finding) + '\n' + without_indexes(finding.at);
  return fingerprint_of_text(text);
}

std::string FingerprintCounter::numbered(const Finding& finding) {
  const std::string digits = fingerprint_of(finding);
  return digits + ':' + std::to_string(++seen_[digits]);
}

}  // namespace ggufproof
