// A run of gguf-validate: files are judged one after the other, sets of shards when all are, and shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "validator/config/acceptance.h"
#include "validator/files.h"
#include "validator/output/formats.h"
#include "validator/part.h"
#include "validator/validate.h"

namespace ggufproof {

/// How files on web servers are read.
struct RemoteSettings {
  bool whole = false;           ///< their weights too, where Options::data says so
  std::uint64_t patience = 30;  ///< seconds
  bool verbose = false;         ///< say what was fetched
};

/// What to judge, how, and how to show it.
struct RunSettings {
  std::vector<NamedFile> files;
  Options options;
  std::vector<OutputChoice> outputs;  ///< what to show, and where
  bool quiet = false;
  bool roundtrip = false;
  bool readers = false;                ///< say which known readers stumble over the file
  std::optional<std::string> against;  ///< path of the original
  std::string new_baseline;            ///< path of the baseline to write, or empty
  std::vector<std::string> sources;    ///< paths of the configuration and the like, which are read too
  Part part;                           ///< of the files, to say so where there are none
  bool all_files = false;              ///< the files are all those that the configuration names
  RemoteSettings remote;
};

/// Judges the files, directories and streams that were named and shows what was found in the reports asked
/// for, mistakes in how they were named and progress on standard error. Returns the exit status.
int judge_all(const RunSettings& settings, Acceptance& acceptance);

}  // namespace ggufproof
