// The manifest of a corpus: for every case its file, digest, verdicts, and the rule and bytes of its finding,
// as JSON for readers of any language. corpus/manifest.schema.json describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "generators/case_files.h"
#include "generators/case_output.h"
#include "generators/case_text.h"

namespace ggufproof {

/// A case of the corpus, read and assembled.
struct CorpusEntry {
  CaseText text;
  Case read;

  std::uint64_t size() const { return read.file.size(); }

  /// The SHA-256 of the file, which is worked out anew each time: some files have gigabytes.
  std::string sha256() const;
};

struct Corpus {
  std::string version;  ///< of the suite: the content of the file VERSION
  std::vector<CorpusEntry> entries;
};

/// Why a folder is no corpus.
struct CorpusFault {
  FileFault file;
  bool unreadable = false;  ///< the file cannot be read; otherwise its text is at fault
};

/// Reads a corpus folder: at least a VERSION and one case.
std::variant<Corpus, CorpusFault> load_corpus(const std::filesystem::path& folder);

/// The suite's name, by which a manifest is known to be one of ours.
inline constexpr std::string_view suite_name = "ggufproof";

/// Whether a case has the flag "large": more than 1 MiB, which an export may leave out.
bool is_large(const CorpusEntry& entry);

/// One case as the manifest tells it.
nlohmann::ordered_json manifest_entry(const CorpusEntry& entry);

/// The manifest of some cases, one a line.
std::string manifest_text(const std::string& version, const std::vector<const CorpusEntry*>& entries);

}  // namespace ggufproof
