// Hunts for files that a reader does not stand or does not understand, and makes each of them small.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/expected_failures.h"
#include "fuzz/hunt_files.h"
#include "fuzz/hunt_findings.h"
#include "generators/manifest.h"

namespace ggufproof {

struct HuntSettings {
  MakeSubject make_subject;
  Side side = Side::neither;
  HuntMutator mutator = HuntMutator::fields;
  std::uint64_t seed = 1;
  std::uint64_t first = 0;               ///< number of the first file
  std::uint64_t files = 0;               ///< how many at most; 0: no limit
  std::chrono::seconds time{60};         ///< after which no file is begun; 0: no limit
  std::uint64_t jobs = 0;                ///< readers at a time; 0: one a core
  std::uint64_t shrink_runs = 400;       ///< files at most to make a finding small; fewer where it hangs
  std::vector<ExpectedFailure> known{};  ///< cases of which the reader is known to fail
  std::function<void(std::uint64_t files, std::uint64_t found)> progress{};
};

struct Hunted {
  Handshake reader;
  std::uint64_t first = 0, next = 0;  ///< numbers of the first file and of the one to go on with
  std::uint64_t unsteady = 0;         ///< what did not come again, and so is told nowhere
  std::vector<HuntFinding> findings;
};

/// Runs a hunt. With one job and no limit of time the same settings give the same findings, if the reader
/// does. The error is a sentence: the reader cannot be started, or there is no room to work in.
std::variant<Hunted, std::string> hunt(const Corpus& corpus, const HuntSettings& settings);

}  // namespace ggufproof
