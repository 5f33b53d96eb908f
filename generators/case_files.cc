// A case is a .txt file in an area's folder: invalid/layout/overlap-inside.txt. Other texts of the corpus
// stand at its top.
#include "generators/case_files.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "generators/case_text.h"

namespace ggufproof {

namespace fs = std::filesystem;

std::string case_id(std::string_view path) {
  const std::string_view folder = path.substr(0, path.find('/'));
  const bool by_class =
      std::find(case_class_names.begin(), case_class_names.end(), folder) != case_class_names.end();
  return std::string(by_class && folder.size() < path.size() ? path.substr(folder.size() + 1) : path);
}

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return in ? std::optional(bytes.str()) : std::nullopt;
}

namespace {

/// Adds the cases of a folder and of those in it. Links to folders are not followed.
void add_cases(const fs::path& corpus, const fs::path& folder, std::vector<CaseText>& cases) {
  const auto below = [&](const fs::path& path) { return path.lexically_relative(corpus).generic_string(); };
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault), end; entry != end && !fault; entry.increment(fault)) {
    fs::path path = entry->path();
    if (entry->is_directory() && !entry->is_symlink()) add_cases(corpus, path, cases);
    if (path.extension() != ".txt" || folder == corpus) continue;
    auto text = read_file(path);
    const std::string name = below(path.replace_extension());
    cases.push_back({name, case_id(name), text.value_or(""), text.has_value()});
  }
  if (fault) cases.push_back({below(folder), "", "", false});
}

}  // namespace

std::vector<CaseText> read_cases(const fs::path& corpus) {
  std::vector<CaseText> cases;
  add_cases(corpus, corpus, cases);
  std::sort(cases.begin(), cases.end(), [](const CaseText& a, const CaseText& b) { return a.path < b.path; });
  return cases;
}

}  // namespace ggufproof
