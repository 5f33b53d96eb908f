// What a run over several files comes to, and how to go on from it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "validator/render.h"

namespace ggufproof {

/// Counts the verdicts of a run.
class RunSummary {
 public:
  void add(const JudgedFile& file);

  /// Prints "3 files: 1 valid, 2 invalid, 0 unreadable", where there were several.
  void print_counts(std::ostream& out) const;

  /// Prints how to learn what mends an error, with the rule of the first one for an example, or with the one
  /// that explains it; nothing where there is no error.
  void print_advice(std::ostream& out, const std::string& command) const;

 private:
  std::uint64_t valid_ = 0;
  std::uint64_t invalid_ = 0;
  std::uint64_t unreadable_ = 0;
  std::string_view broken_rule_;  ///< of the first error, or its cause
};

}  // namespace ggufproof
