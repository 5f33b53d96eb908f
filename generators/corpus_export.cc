// Folders are compared with what should be in them by the same function that fills them.
#include "generators/corpus_export.h"

#include <algorithm>

#include "generators/case_output.h"
#include "generators/corpus_export_tar.h"
#include "generators/corpus_target.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

std::string content_of(const CorpusEntry& entry) {
  const auto bytes = entry.read.file.bytes();
  return {bytes.begin(), bytes.end()};
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// Names of one folder, since fuzzers want their seeds in one.
std::string seeds(const std::vector<const CorpusEntry*>& entries) {
  std::map<std::string, std::string> files;
  for (const CorpusEntry* entry : entries) {
    if (entry->size() > most_seed_bytes) continue;
    std::string name = entry->text.id + ".gguf";
    std::replace(name.begin(), name.end(), '/', '-');
    files.emplace(std::move(name), content_of(*entry));
  }
  return tar_archive(files);
}

/// What stands at the corpus's top beside its folders: pages, licence, version, schema. What is no file is
/// among them, so that it is told and not left out.
std::vector<fs::path> top_files(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code fault, ignored;
  for (fs::directory_iterator entry(folder, fault), end; entry != end && !fault; entry.increment(fault)) {
    if (!entry->is_directory(ignored)) found.push_back(entry->path());
  }
  return found;
}

void make_folder_of(const fs::path& path) {
  std::error_code ignored;  // a folder that cannot be made shows as a file that cannot be written
  fs::create_directories(path.parent_path(), ignored);
}

std::optional<FileFault> write_all(const fs::path& folder, const std::map<std::string, std::string>& files) {
  for (const auto& [path, bytes] : files) {
    make_folder_of(folder / path);
    if (auto fault = write_output((folder / path).string(), bytes)) return fault;
  }
  return std::nullopt;
}

std::string file_of(const CorpusEntry& entry) { return entry.text.path + ".gguf"; }

/// The content of all files but the cases' own, by their paths. The error is a file of the corpus that cannot
/// be read.
std::variant<std::map<std::string, std::string>, FileFault> small_files(
    const Corpus& corpus, const fs::path& from, const std::vector<const CorpusEntry*>& entries) {
  std::map<std::string, std::string> files;
  for (const fs::path& path : top_files(from)) {
    auto content = read_file(path);
    if (!content) return FileFault{path.string(), why_unreadable(path)};
    files.emplace(path.filename().string(), std::move(*content));
  }
  for (const CorpusEntry* entry : entries) files.emplace(entry->text.path + ".txt", entry->text.text);
  files.insert_or_assign("manifest.json", manifest_text(corpus.version, entries));
  files.insert_or_assign("seeds.tar", seeds(entries));
  return files;
}

/// Whether a path that may not be there yet lies inside a folder.
bool is_inside(const fs::path& path, const fs::path& folder) {
  std::error_code fault;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, fault), fault);
  const fs::path below = whole.lexically_relative(fs::canonical(folder, fault));
  return !below.empty() && *below.begin() != "..";
}

}  // namespace

std::map<std::string, std::string> committed_files(const Corpus& corpus) {
  std::map<std::string, std::string> files;
  std::map<std::string, std::vector<const CorpusEntry*>> folders;
  for (const CorpusEntry& entry : corpus.entries) {
    folders[folder_of(entry.text.path)].push_back(&entry);
    if (entry.size() <= most_committed_bytes) files.emplace(file_of(entry), content_of(entry));
  }
  for (const auto& [folder, entries] : folders)
    files.emplace(folder + "/manifest.json", manifest_text(corpus.version, entries));
  return files;
}

std::vector<FileFault> stale_files(const Corpus& corpus, const fs::path& folder) {
  const auto wanted = committed_files(corpus);
  std::vector<FileFault> faults;
  for (const auto& [path, bytes] : wanted) {
    const auto found = read_file(folder / path);
    if (!found) faults.push_back({path, "is missing"});
    if (found && *found != bytes) faults.push_back({path, "is stale"});
  }
  std::error_code fault;
  for (fs::recursive_directory_iterator entry(folder, fault), end; entry != end && !fault;
       entry.increment(fault)) {
    const std::string path = entry->path().lexically_relative(folder).generic_string();
    const bool made = path.ends_with(".gguf") || path.ends_with("/manifest.json");
    if (made && !wanted.contains(path))
      faults.push_back({path, "has no text that it is made from: delete it, or bring the text back"});
  }
  return faults;
}

std::optional<FileFault> refresh_corpus(const Corpus& corpus, const fs::path& folder) {
  return write_all(folder, committed_files(corpus));
}

std::optional<FileFault> export_refusal(const fs::path& from, const fs::path& to,
                                        const ExportOptions& options) {
  if (is_inside(to, from)) return FileFault{to.string(), "lies inside the corpus that is to be exported"};
  std::set<std::string> names{"manifest.json", "seeds.tar"};
  for (const fs::path& path : top_files(from)) names.insert(path.filename().string());
  for (const CaseText& text : read_cases(from)) names.insert({text.path + ".txt", text.path + ".gguf"});
  auto refusal = target_refusal(to, names);
  std::error_code fault;
  return options.force && fs::is_directory(to, fault) ? std::nullopt : std::move(refusal);
}

std::variant<Exported, FileFault> export_corpus(const Corpus& corpus, const fs::path& from,
                                                const fs::path& to, const ExportOptions& options) {
  Exported done;
  std::vector<const CorpusEntry*> entries;
  for (const CorpusEntry& entry : corpus.entries) {
    if (is_large(entry)) ++done.large;
    if (!options.without_large || !is_large(entry)) entries.push_back(&entry);
  }
  auto small = small_files(corpus, from, entries);
  if (auto* fault = std::get_if<FileFault>(&small)) return std::move(*fault);
  auto& files = std::get<0>(small);
  std::set<std::string> names;
  for (const auto& [path, content] : files) names.insert(path);
  for (const CorpusEntry* entry : entries) names.insert(file_of(*entry));
  done.left_over = left_over(to, earlier_export(to), names);
  // The manifest is the first, so that an export that could not be finished is known as one and taken up
  // again.
  auto manifest = files.extract("manifest.json");
  if (auto fault = write_all(to, {{manifest.key(), manifest.mapped()}})) return std::move(*fault);
  if (auto fault = write_all(to, files)) return std::move(*fault);
  done.written = manifest.mapped().size();
  for (const auto& [path, content] : files) done.written += content.size();
  done.bytes = done.written;
  for (const CorpusEntry* entry : entries) {
    make_folder_of(to / file_of(*entry));
    if (auto fault = write_output((to / file_of(*entry)).string(), entry->read.file))
      return std::move(*fault);
    done.bytes += entry->size();
    done.written += entry->read.file.written();
    if (entry->read.file.written() < entry->size()) ++done.sparse;
  }
  done.cases = entries.size();
  done.files = names.size();
  return done;
}

}  // namespace ggufproof
