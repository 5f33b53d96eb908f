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

std::vector<CaseText> read_cases(const fs::path& corpus) {
  std::vector<CaseText> cases;
  std::error_code fault;
  for (fs::recursive_directory_iterator entry(corpus, fault), end; entry != end && !fault;
       entry.increment(fault)) {
    if (entry->path().extension() != ".txt" || entry.depth() == 0) continue;
    const auto text = read_file(entry->path());
    if (!text) continue;
    const std::string path = entry->path().lexically_relative(corpus).replace_extension().generic_string();
    cases.push_back({path, case_id(path), *text});
  }
  std::sort(cases.begin(), cases.end(), [](const CaseText& a, const CaseText& b) { return a.path < b.path; });
  return cases;
}

}  // namespace ggufproof
