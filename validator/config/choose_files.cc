// A pattern is for *.gguf files below the configuration's folder; whatever else exists stands for itself.
#include "validator/config/choose_files.h"

#include <algorithm>
#include <filesystem>

#include "validator/config/glob.h"
#include "validator/config/place.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

/// The folder of the configuration as it is put before the paths of its files: short where that is possible.
std::string shown_folder(const Config& config) {
  const std::string folder = fs::path(config.path).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool is_excluded(const std::string& path, const Config& config, const fs::path& folder) {
  const std::string place = place_in(folder, path);
  return std::any_of(config.exclude.begin(), config.exclude.end(),
                     [&](const std::string& pattern) { return matches(pattern, place); });
}

}  // namespace

std::vector<NamedFile> chosen_files(const std::vector<std::string>& paths, const Config& config) {
  std::vector<NamedFile> files = expand_paths(paths);
  if (config.exclude.empty()) return files;
  std::erase_if(files, [&, folder = folder_of(config.path)](const NamedFile& file) {
    const bool is_named = std::ranges::find(paths, file.path) != paths.end();
    return !is_named && is_excluded(file.path, config, folder);
  });
  return files;
}

std::vector<NamedFile> configured_files(const Config& config) {
  const fs::path folder = folder_of(config.path);
  const std::string prefix = shown_folder(config);
  std::vector<NamedFile> chosen;
  for (const std::string& entry : config.files) {
    const std::string path = (fs::path(prefix) / entry).lexically_normal().string();
    std::error_code none;
    const bool stands_for_itself = fs::exists(path, none);
    std::size_t found = 0;
    for (NamedFile& file : expand_paths({stands_for_itself ? path : prefix})) {
      if (!stands_for_itself && !matches(entry, place_in(folder, file.path))) continue;
      ++found;
      if (file.path != path && is_excluded(file.path, config, folder)) continue;
      file.path = fs::path(file.path).lexically_normal().string();
      if (std::ranges::find(chosen, file.path, &NamedFile::path) == chosen.end())
        chosen.push_back(std::move(file));
    }
    if (found == 0) chosen.push_back({path, "the configuration names it, and there is no such file"});
  }
  return chosen;
}

}  // namespace ggufproof
