// Folders are compared with what should be in them by the same function that fills them.
#include "generators/corpus_export.h"

#include <algorithm>

#include "generators/case_output.h"
#include "generators/corpus_export_tar.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

std::string content_of(const CorpusEntry& entry) {
  const auto bytes = entry.read.file.bytes();
  return {bytes.begin(), bytes.end()};
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// Names of one folder, since fuzzers want their seeds in one.
std::string seeds(const Corpus& corpus) {
  std::map<std::string, std::string> files;
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.size() > most_seed_bytes) continue;
    std::string name = entry.text.id + ".gguf";
    std::replace(name.begin(), name.end(), '/', '-');
    files.emplace(std::move(name), content_of(entry));
  }
  return tar_archive(files);
}

/// What stands at the corpus's top beside its folders: pages, licence, version, schema.
std::vector<fs::path> top_files(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault), end; entry != end && !fault; entry.increment(fault)) {
    if (entry->is_regular_file()) found.push_back(entry->path());
  }
  return found;
}

std::string write_all(const fs::path& folder, const std::map<std::string, std::string>& files) {
  for (const auto& [path, bytes] : files) {
    std::error_code ignored;  // a folder that cannot be made shows as a file that cannot be written
    fs::create_directories((folder / path).parent_path(), ignored);
    if (auto fault = write_output((folder / path).string(), bytes); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace

std::map<std::string, std::string> committed_files(const Corpus& corpus) {
  std::map<std::string, std::string> files;
  std::map<std::string, std::vector<const CorpusEntry*>> folders;
  for (const CorpusEntry& entry : corpus.entries) {
    folders[folder_of(entry.text.path)].push_back(&entry);
    if (entry.size() <= most_committed_bytes) files.emplace(entry.text.path + ".gguf", content_of(entry));
  }
  for (const auto& [folder, entries] : folders)
    files.emplace(folder + "/manifest.json", manifest_text(corpus.version, entries));
  return files;
}

std::vector<std::string> stale_files(const Corpus& corpus, const fs::path& folder) {
  const auto wanted = committed_files(corpus);
  std::vector<std::string> faults;
  for (const auto& [path, bytes] : wanted) {
    const auto found = read_file(folder / path);
    if (!found) faults.push_back(path + " is missing");
    if (found && *found != bytes) faults.push_back(path + " is stale");
  }
  std::error_code fault;
  for (fs::recursive_directory_iterator entry(folder, fault), end; entry != end && !fault;
       entry.increment(fault)) {
    const std::string path = entry->path().lexically_relative(folder).generic_string();
    const bool made = path.ends_with(".gguf") || path.ends_with("/manifest.json");
    if (made && !wanted.contains(path)) faults.push_back(path + " has no text that it is made from");
  }
  return faults;
}

std::string refresh_corpus(const Corpus& corpus, const fs::path& folder) {
  return write_all(folder, committed_files(corpus));
}

std::string export_corpus(const Corpus& corpus, const fs::path& from, const fs::path& to) {
  std::map<std::string, std::string> files;
  for (const fs::path& path : top_files(from))
    files.emplace(path.filename().string(), read_file(path).value_or(""));
  std::vector<const CorpusEntry*> entries;
  for (const CorpusEntry& entry : corpus.entries) {
    entries.push_back(&entry);
    files.emplace(entry.text.path + ".txt", entry.text.text);
  }
  files.insert_or_assign("manifest.json", manifest_text(corpus.version, entries));
  files.insert_or_assign("seeds.tar", seeds(corpus));
  if (auto fault = write_all(to, files); !fault.empty()) return fault;
  for (const CorpusEntry& entry : corpus.entries) {
    if (auto fault = write_output((to / entry.text.path).string() + ".gguf", entry.read.file); !fault.empty())
      return fault;
  }
  return {};
}

}  // namespace ggufproof
