// One reader at work on one file after another: what should be made of the bytes, by the validator, and what
// the reader makes of them.
#pragma once

#include <compare>
#include <memory>
#include <set>
#include <string>

#include "conformance/case_workspace.h"
#include "conformance/outcome.h"
#include "conformance/subject.h"
#include "validator/bytes.h"

namespace ggufproof {

/// What tells one finding from another.
struct FindingKey {
  TestOutcome outcome = TestOutcome::agree;
  std::string rule;  ///< that the file breaks; empty where it breaks none
  std::string line;  ///< of what the reader said, without numbers, addresses and names
  auto operator<=>(const FindingKey&) const = default;
};

/// What came of a file.
struct Observed {
  FindingKey key;
  std::string detail;     ///< what the reader said or did
  std::set<Rule> errors;  ///< rules that the file breaks to the document or to ggml
  bool is_finding() const { return is_failure(key.outcome) && key.outcome != TestOutcome::wrong_stage; }
};

/// A message without what differs from file to file: numbers and addresses are N, what is in quotes is '...'.
std::string without_particulars(const std::string& message);

class HuntReader {
 public:
  /// `testee` is what the reader says of itself.
  HuntReader(const MakeSubject& make_subject, const Handshake& testee, Side side);

  /// False where there is no folder to work in.
  bool ok() const { return !folder_.path().empty() && !files_.path().empty(); }

  /// Gives the reader a file. The error says why the file cannot be written.
  std::variant<Observed, FileFault> observe(Bytes bytes);

 private:
  const Handshake& testee_;
  Side side_;
  TemporaryFolder folder_, files_;
  std::unique_ptr<Subject> subject_;
};

}  // namespace ggufproof
