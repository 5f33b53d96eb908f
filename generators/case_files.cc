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
  std::error_code fault;
  if (!fs::is_regular_file(path, fault)) return std::nullopt;  // a pipe would be waited for
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return in ? std::optional(bytes.str()) : std::nullopt;
}

std::string why_unreadable(const fs::path& path) {
  std::error_code fault;
  const fs::file_status status = fs::status(path, fault);
  if (fs::is_directory(status)) return "is a folder, not a file";
  if (fs::exists(status) && !fs::is_regular_file(status)) return "is a pipe or a device, not a file";
  const bool link = fs::is_symlink(fs::symlink_status(path, fault));
  return link && !fs::exists(status) ? "cannot be read: it is a link that leads to no file"
                                     : "cannot be read";
}

namespace {

/// Adds the cases of a folder and of those in it. Links to folders are not followed.
void add_cases(const fs::path& corpus, const fs::path& folder, std::vector<CaseText>& cases) {
  const auto below = [&](const fs::path& path) { return path.lexically_relative(corpus).generic_string(); };
  std::error_code fault, ignored;
  for (fs::directory_iterator entry(folder, fault), end; entry != end && !fault; entry.increment(fault)) {
    fs::path path = entry->path();
    const bool is_text = path.extension() == ".txt" && folder != corpus;
    if (!is_text && entry->is_directory(ignored) && !entry->is_symlink(ignored))
      add_cases(corpus, path, cases);
    if (!is_text) continue;
    if (auto text = read_file(path)) {
      const std::string name = below(path.replace_extension());
      cases.push_back({name, case_id(name), std::move(*text)});
    } else {
      cases.push_back({below(path), "", "", why_unreadable(path)});
    }
  }
  if (fault) cases.push_back({below(folder), "", "", "cannot be read"});
}

}  // namespace

std::vector<CaseText> read_cases(const fs::path& corpus) {
  std::vector<CaseText> cases;
  add_cases(corpus, corpus, cases);
  std::sort(cases.begin(), cases.end(), [](const CaseText& a, const CaseText& b) { return a.path < b.path; });
  return cases;
}

}  // namespace ggufproof
