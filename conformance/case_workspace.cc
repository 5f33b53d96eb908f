// A case that has no name of its own is called case.gguf.
#include "conformance/case_workspace.h"

#include <algorithm>
#include <cstdlib>

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

std::string name_of(const Case& the_case) {
  const std::string name = fs::path(the_case.name).filename().string();
  return name.empty() ? "case.gguf" : name;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code fault;
  std::string pattern = (fs::temp_directory_path(fault) / "ggufproof-XXXXXX").string();
  if (!fault && mkdtemp(pattern.data()) != nullptr) path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

std::variant<fs::path, FileFault> write_case(const Corpus& corpus, const CorpusEntry& entry,
                                             const fs::path& folder) {
  std::error_code fault;
  fs::remove_all(folder, fault);
  if (!fault) fs::create_directories(folder, fault);
  if (fault) return FileFault{folder.string(), fault.message()};
  for (const std::string& beside : entry.read.with) {
    const auto found = std::find_if(corpus.entries.begin(), corpus.entries.end(),
                                    [&](const CorpusEntry& other) { return other.text.path == beside; });
    if (found == corpus.entries.end()) return FileFault{beside, "is no case of the corpus"};
    if (auto error = write_output((folder / name_of(found->read)).string(), found->read.file)) return *error;
  }
  const fs::path path = folder / name_of(entry.read);
  if (auto error = write_output(path.string(), entry.read.file)) return *error;
  return path;
}

}  // namespace ggufproof
