// Two canonical dumps of one file, ours and a testee's: where they first differ.
#pragma once

#include <optional>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

namespace ggufproof {

/// Where a testee's dump first differs from what is expected, as a path with both values; nothing where it
/// does not. `omits`: members that are not compared (protocol/README.md). Members that the testee adds are
/// not looked at.
std::optional<std::string> first_difference(const nlohmann::json& expected, const nlohmann::json& told,
                                            const std::set<std::string>& omits);

}  // namespace ggufproof
