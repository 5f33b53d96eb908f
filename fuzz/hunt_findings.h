// What a hunt has found: each finding once, however many files led to it.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "fuzz/hunt_reader.h"

namespace ggufproof {

/// A finding, and the smallest file that shows it.
struct HuntFinding {
  FindingKey key;
  std::string detail;                  ///< what the reader said of the small file
  std::string what;                    ///< how the first file came about
  std::uint64_t first = 0;             ///< number of the first file
  std::uint64_t files = 0;             ///< how many led to it
  std::chrono::milliseconds after{0};  ///< since the hunt began, until the first file
  std::vector<std::uint8_t> bytes;
  bool known = false;  ///< listed beforehand, and not told
};

/// Threads may use it at the same time.
class HuntFindings {
 public:
  /// What is not to be told: as if it had been found before.
  void add_known(const FindingKey& key);

  /// Counts a file for its finding. The finding where it is new: it is then the caller's to shrink, and to
  /// settle.
  std::shared_ptr<HuntFinding> count(const Observed& observed, std::uint64_t number);

  /// Enters a new finding with what became of it, or adds it to one that turns out to be the same.
  void settle(const std::shared_ptr<HuntFinding>& finding, HuntFinding shrunk);

  /// Forgets a new finding that did not come again.
  void drop(const std::shared_ptr<HuntFinding>& finding);

  /// All that were settled and not known, by their keys.
  std::vector<HuntFinding> told() const;

  /// How many were settled, known ones among them.
  std::uint64_t size() const;

  std::uint64_t dropped() const { return dropped_; }

 private:
  mutable std::mutex mutex_;
  std::map<FindingKey, std::shared_ptr<HuntFinding>> by_key_;  ///< more than one key may lead to a finding
  std::map<FindingKey, std::shared_ptr<HuntFinding>> settled_;
  std::uint64_t dropped_ = 0;
};

}  // namespace ggufproof
