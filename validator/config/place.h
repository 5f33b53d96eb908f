// Where a file lies as a configuration or a baseline says it: from the folder that the configuration or
// baseline itself stands in, so that a run from anywhere means the same.
#pragma once

#include <filesystem>
#include <string>

namespace ggufproof {

/// The folder of a file that need not exist, absolute and without links.
std::filesystem::path folder_of(const std::string& file);

/// A path from a folder, with slashes; "-", standard input, stays what it is.
std::string place_in(const std::filesystem::path& folder, const std::string& path);

}  // namespace ggufproof
