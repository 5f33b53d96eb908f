// What holds for the findings of any file, whatever its bytes.
#pragma once

#include <algorithm>
#include <string>

#include "fuzz/oracle.h"
#include "validator/validate.h"

namespace ggufproof {

/// Findings lie in the file, in the order of their places, and can be shown on a terminal; the records that
/// were read and the findings, kept or not, are bounded by the bytes that are there.
inline void expect_sound(const Judgement& judgement, Bytes file) {
  constexpr std::uint64_t smallest_pair = 4 + 4 + 1, smallest_tensor = 4 + 4 + 4 + 8;  // of version 1
  constexpr std::uint64_t findings_of_no_byte = 100, findings_of_a_byte = 8;
  const auto& findings = judgement.report.findings();
  for (const Finding& finding : findings) {
    const std::string message = finding.at + ": " + message_of(finding);
    require(finding.bytes.begin <= finding.bytes.end && finding.bytes.end <= file.size(),
            "findings lie in the file", message);
    require(std::ranges::none_of(message, [](unsigned char c) { return c < ' ' || c == 0x7f; }),
            "messages hold no control characters", message);
  }
  require(std::ranges::is_sorted(findings, {}, [](const Finding& f) { return f.bytes.begin; }),
          "findings are in order");
  require(
      judgement.pairs <= file.size() / smallest_pair && judgement.tensors <= file.size() / smallest_tensor,
      "records take the bytes that they need");
  require(judgement.report.total() <= findings_of_no_byte + findings_of_a_byte * file.size(),
          "findings are linear in the size");
}

}  // namespace ggufproof
