// What a run over several files comes to, and how to go on from it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <utility>

#include "validator/render.h"

namespace ggufproof {

/// Counts the verdicts of a run.
class RunSummary {
 public:
  void add(const JudgedFile& file);

  /// Where there were several files, prints each rule that gave errors or warnings with the number of its
  /// files, the gravest and most frequent first, and last "3 files: 1 valid, 2 invalid, 0 unreadable".
  void print_counts(std::ostream& out) const;

  /// Prints how to learn what mends an error, with the rule of the first one for an example, or with the one
  /// that explains it; nothing where there is no error.
  void print_advice(std::ostream& out, const std::string& command) const;

 private:
  std::uint64_t valid_ = 0;
  std::uint64_t accepted_ = 0;  ///< all of whose errors are
  std::uint64_t invalid_ = 0;
  std::uint64_t unreadable_ = 0;
  std::map<std::pair<Severity, Rule>, std::uint64_t> files_with_;
  std::string_view broken_rule_;  ///< of the first error, or its cause
};

}  // namespace ggufproof
