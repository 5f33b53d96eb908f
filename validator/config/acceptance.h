// What people live with: findings that a suppression or a baseline names are taken out of a file's report
// before anybody shows it, and counted apart.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "validator/config/baseline.h"
#include "validator/config/place.h"
#include "validator/config/suppressions.h"
#include "validator/output/report_file.h"
#include "validator/render.h"

namespace ggufproof {

/// Most findings of a file that are looked at while some may be accepted.
inline constexpr std::uint64_t most_looked_at = 1'000'000;

class Acceptance {
 public:
  /// Accepts nothing until told to.
  explicit Acceptance(const Config& config = {}) : folder_(folder_of(config.path)), suppressions_(config) {}

  /// Reads a baseline, whose findings are accepted. What is wrong, or nothing.
  std::string read_baseline(const std::string& path);

  /// Opens the file that a baseline of all findings of the run will be written to; all are accepted. What is
  /// wrong, or nothing: it goes over none of `inputs`.
  std::string open_new_baseline(const std::string& path, std::span<const std::string> inputs);

  /// Whether it can accept anything.
  bool is_needed() const { return !suppressions_.empty() || old_ || new_; }

  /// Takes what is accepted out of the report of a file that is complete.
  void apply(JudgedFile& file);

  /// Puts a new baseline in its place. What went wrong, or nothing.
  std::string finish();

  const Suppressions& suppressions() const { return suppressions_; }

  /// How many findings of the baseline did not come although their files were judged.
  std::uint64_t left_in_baseline() const { return left_in_baseline_; }

 private:
  /// A baseline, and the folder from which it tells the places of files.
  struct Placed {
    explicit Placed(const std::string& path) : baseline(path), folder(folder_of(path)) {}

    Baseline baseline;
    std::filesystem::path folder;
  };

  std::filesystem::path folder_;  ///< of the configuration
  Suppressions suppressions_;
  std::optional<Placed> old_;
  std::optional<Placed> new_;
  std::unique_ptr<ReportFile> new_file_;
  std::uint64_t left_in_baseline_ = 0;
};

}  // namespace ggufproof
