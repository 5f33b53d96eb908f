// A run of gguf-validate: files are judged one after the other, sets of shards when all are, and shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "validator/part.h"
#include "validator/validate.h"

namespace ggufproof {

/// What to judge, how, and how to show it.
struct RunSettings {
  std::vector<std::string> paths;
  Part part;  ///< of the files
  Options options;
  bool json = false;
  bool quiet = false;
  bool roundtrip = false;
  bool readers = false;                ///< say which known readers stumble over the file
  std::optional<std::string> against;  ///< path of the original
};

/// Judges the files, directories and streams that were named and shows what was found on standard output,
/// mistakes in how they were named and progress on standard error. Returns the exit status.
int judge_all(const RunSettings& settings);

}  // namespace ggufproof
