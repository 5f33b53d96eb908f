// JSON with sorted keys, so that a change of it reads well in a review.
#include "validator/config/baseline.h"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

#include "validator/output/fingerprint.h"
#include "validator/output/json_text.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr int baseline_version = 1;

using Json = nlohmann::json;

/// Whether every member is there and of the type that it is read as.
bool is_baseline(const Json& document) {
  const auto is_counts = [](const Json& counts) {
    return counts.is_object() && std::ranges::all_of(counts, &Json::is_number_unsigned);
  };
  if (!document.is_object() || document.value("baseline_version", Json()) != baseline_version) return false;
  const Json files = document.value("files", Json());
  return files.is_object() && std::ranges::all_of(files, is_counts);
}

std::string key_of(const Finding& finding) {
  return std::string(rule_row(finding.rule).name) + ' ' + fingerprint_of(finding);
}

}  // namespace

std::string Baseline::read() {
  std::ifstream in(path_, std::ios::binary);
  if (!in) return path_shown(path_) + ": is no baseline that can be read; --write-baseline makes one";
  const Json document = Json::parse(in, nullptr, false);
  if (!is_baseline(document))
    return path_shown(path_) + ": is no baseline of this version; --write-baseline makes one";
  document["files"].get_to(files_);
  return "";
}

void Baseline::begin(const std::string& place) {
  place_ = path_shown(place);
  noted_.erase(place_);
  const auto read = files_.find(place_);
  still_there_ = read == files_.end() ? Counts{} : read->second;
}

bool Baseline::accepts(const Finding& finding) {
  const auto found = still_there_.find(key_of(finding));
  if (found == still_there_.end() || found->second == 0) return false;
  --found->second;
  return true;
}

void Baseline::note(const Finding& finding) { ++noted_[place_][key_of(finding)]; }

std::uint64_t Baseline::left() const {
  std::uint64_t sum = 0;
  for (const auto& [key, count] : still_there_) sum += count;
  return sum;
}

void Baseline::print(std::ostream& out) const {
  print_json(out, {{"baseline_version", baseline_version}, {"files", noted_}});
}

}  // namespace ggufproof
