// What a writer wrote, read back: it must say what was described and be a right file, or a right set of
// shards where the writer splits.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/outcome.h"

namespace ggufproof {

/// What a file that a writer wrote turned out to be.
struct Written {
  std::optional<std::string> difference;  ///< where it says something else than was described
  std::optional<std::string>
      fault;  ///< a rule of structure or of sets that it breaks for document and reference reader alike
  std::set<std::string> notes;  ///< what it does that others do not: pairs that it adds, padding left out
};

/// What a writer made of being asked for `file`: this, or where it is not there the shards that are named
/// after it, in the order of their names.
std::vector<std::filesystem::path> files_written(const std::filesystem::path& file);

/// Reads back what was written. Of shards the pairs of the first are compared, and the tensors of all.
Written judge_written(const std::vector<std::filesystem::path>& files, const nlohmann::json& description,
                      Side side);

}  // namespace ggufproof
