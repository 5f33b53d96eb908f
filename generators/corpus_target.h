// Whether a folder may take an export: what stands in it and is not an export's must not be written over
// unasked.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "generators/case_output.h"

namespace ggufproof {

/// The files of the export that a folder holds, by their paths below it, as its manifest.json tells; nothing
/// where the folder has no manifest of the suite. What exports have at their top is not among them, but for
/// the manifest.
std::optional<std::set<std::string>> earlier_export(const std::filesystem::path& folder);

/// Why these files, by their paths below a folder, should not be written there; nothing where it is empty or
/// not there, or where all that would be written over stems from an earlier export. Whoever insists may write
/// all the same.
std::optional<FileFault> target_refusal(const std::filesystem::path& folder,
                                        const std::set<std::string>& files);

/// Files of an earlier export that are none of the next.
std::vector<std::string> left_over(const std::filesystem::path& folder,
                                   const std::optional<std::set<std::string>>& earlier,
                                   const std::set<std::string>& files);

}  // namespace ggufproof
