// Listing directories.
#include "validator/files.h"

#include <algorithm>
#include <filesystem>

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

bool access_denied(const fs::path& directory) {
  std::error_code error;
  const fs::directory_iterator probe(directory, error);
  return static_cast<bool>(error);
}

void expand_directory(const std::string& path, std::vector<NamedFile>& out) {
  std::vector<NamedFile> found;
  std::error_code error;
  fs::recursive_directory_iterator it(path, error), end;
  while (!error && it != end) {
    const bool directory = it->is_directory(error);
    if (!directory && lower(it->path().extension().string()) == ".gguf" && !is_special(it->path().string()))
      found.push_back({it->path().string(), ""});
    if (directory && access_denied(it->path())) {
      found.push_back({it->path().string(), "the directory cannot be read"});
      it.disable_recursion_pending();
    }
    it.increment(error);
  }
  if (error) found.push_back({path, error.message()});
  std::sort(found.begin(), found.end(),
            [](const NamedFile& a, const NamedFile& b) { return a.path < b.path; });
  out.insert(out.end(), found.begin(), found.end());
}

}  // namespace

bool is_special(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

std::vector<NamedFile> expand_paths(const std::vector<std::string>& paths) {
  std::vector<NamedFile> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (path != "-" && fs::is_directory(path, error)) {
      expand_directory(path, files);
    } else {
      files.push_back({path, ""});
    }
  }
  return files;
}

}  // namespace ggufproof
