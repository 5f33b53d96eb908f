// A file's key before it is shrunk may name another rule than after: both lead to the same finding.
#include "fuzz/hunt_findings.h"

namespace ggufproof {

void HuntFindings::add_known(const FindingKey& key) {
  auto known = std::make_shared<HuntFinding>();
  known->key = key;
  known->known = true;
  by_key_[key] = settled_[key] = known;
}

std::shared_ptr<HuntFinding> HuntFindings::count(const Observed& observed, std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  auto& found = by_key_[observed.key];
  if (found != nullptr) {
    ++found->files;
    return nullptr;
  }
  found = std::make_shared<HuntFinding>();
  found->key = observed.key;
  found->first = number;
  found->files = 1;
  return found;
}

void HuntFindings::settle(const std::shared_ptr<HuntFinding>& finding, HuntFinding shrunk) {
  const std::lock_guard lock(mutex_);
  const FindingKey before = finding->key;
  auto& same = settled_[shrunk.key];
  if (same != nullptr) {
    same->files += finding->files;
  } else {
    shrunk.first = finding->first;
    shrunk.files = finding->files;
    shrunk.after = finding->after;
    *finding = std::move(shrunk);
    same = finding;
  }
  by_key_[before] = by_key_[same->key] = same;
}

void HuntFindings::drop(const std::shared_ptr<HuntFinding>& finding) {
  const std::lock_guard lock(mutex_);
  by_key_.erase(finding->key);
  ++dropped_;
}

std::uint64_t HuntFindings::size() const {
  const std::lock_guard lock(mutex_);
  return settled_.size();
}

std::vector<HuntFinding> HuntFindings::told() const {
  const std::lock_guard lock(mutex_);
  std::vector<HuntFinding> all;
  for (const auto& [key, finding] : settled_) {
    if (!finding->known) all.push_back(*finding);
  }
  return all;
}

}  // namespace ggufproof
