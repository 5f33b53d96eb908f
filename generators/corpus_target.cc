// An export is known by its manifest. Links in its folder are nobody's but the owner's: an export makes none,
// and writing through one would change a file elsewhere.
#include "generators/corpus_target.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "generators/case_files.h"
#include "generators/manifest.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* manifest_name = "manifest.json";

bool is_there(const fs::path& path) {
  std::error_code fault;
  return fs::exists(fs::symlink_status(path, fault));
}

/// Whether a path below a folder leads through a link, or to what is no file.
bool leads_elsewhere(const fs::path& folder, const std::string& path) {
  std::error_code fault;
  return !fs::is_regular_file(fs::symlink_status(folder / path, fault)) ||
         fs::weakly_canonical(folder / path, fault) != fs::weakly_canonical(folder, fault) / path;
}

/// The path of a case's text by that of its file.
std::string text_of(const std::string& file) { return file.substr(0, file.rfind('.')) + ".txt"; }

}  // namespace

std::optional<std::set<std::string>> earlier_export(const fs::path& folder) {
  const Json manifest = Json::parse(read_file(folder / manifest_name).value_or(""), nullptr, false);
  if (!manifest.is_object() || manifest.value("suite", Json()) != suite_name) return std::nullopt;
  std::set<std::string> files{manifest_name};
  for (const Json& one : manifest.value("cases", Json::array())) {
    const Json file = one.is_object() ? one.value("file", Json()) : Json();
    if (!file.is_string()) continue;
    files.insert(file.get<std::string>());
    files.insert(text_of(file.get<std::string>()));
  }
  return files;
}

std::optional<FileFault> target_refusal(const fs::path& folder, const std::set<std::string>& files) {
  std::error_code fault;
  if (!is_there(folder)) return std::nullopt;
  if (!fs::is_directory(folder, fault)) return FileFault{folder.string(), "is no folder"};
  const bool empty = fs::is_empty(folder, fault);
  if (fault) return FileFault{folder.string(), fault.message()};
  if (empty) return std::nullopt;
  const auto earlier = earlier_export(folder);
  const auto is_foreign = [&](const std::string& path) {
    if (!is_there(folder / path)) return false;
    const bool known = earlier && (earlier->contains(path) || path.find('/') == std::string::npos);
    return !known || leads_elsewhere(folder, path);
  };
  std::vector<std::string> foreign;
  std::copy_if(files.begin(), files.end(), std::back_inserter(foreign), is_foreign);
  if (earlier && foreign.empty()) return std::nullopt;
  std::string what =
      earlier
          ? "holds an earlier export and other files in its way; --force writes"
          : "is neither empty nor an earlier export (which has a manifest.json of the suite); --force writes";
  return FileFault{folder.string(), std::move(what) + (foreign.empty() ? " into it" : " over these"),
                   foreign};
}

std::vector<std::string> left_over(const fs::path& folder,
                                   const std::optional<std::set<std::string>>& earlier,
                                   const std::set<std::string>& files) {
  std::vector<std::string> found;
  if (!earlier) return found;
  std::copy_if(earlier->begin(), earlier->end(), std::back_inserter(found),
               [&](const std::string& path) { return !files.contains(path) && is_there(folder / path); });
  return found;
}

}  // namespace ggufproof
