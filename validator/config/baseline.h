// A baseline: the findings that an archive had on the day when somebody began to look, so that only new ones
// count. Kept as a number of findings for each file, rule and fingerprint.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

#include "validator/finding.h"

namespace ggufproof {

class Baseline {
 public:
  /// An empty one whose file stands, or will stand, at `path`.
  explicit Baseline(const std::string& path) : path_(path) {}

  /// Reads the file at its path. What is wrong, as a sentence, or nothing.
  std::string read();

  /// Begins with the file at `place` (place.h), which all that follows is about. Of a file that is judged
  /// twice the second time counts as the first did.
  void begin(const std::string& place);

  /// Takes a finding off: whether it is there still, as often as it was put in.
  bool accepts(const Finding& finding);

  /// Puts a finding in.
  void note(const Finding& finding);

  /// How many findings of the file nobody has taken off.
  std::uint64_t left() const;

  void print(std::ostream& out) const;

 private:
  /// How many there are of each "rule fingerprint".
  using Counts = std::map<std::string, std::uint64_t>;

  std::string path_;
  std::map<std::string, Counts> files_;  ///< as they were read
  std::map<std::string, Counts> noted_;  ///< as they will be written
  std::string place_;                    ///< of the file that it is about
  Counts still_there_;                   ///< of that file
};

}  // namespace ggufproof
