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
#include "generators/case_text.h"

namespace ggufproof {

/// A case of the corpus, read, assembled and digested.
struct CorpusEntry {
  CaseText text;
  Case read;
  std::string sha256;  ///< of the file

  std::uint64_t size() const { return read.file.size(); }
};

struct Corpus {
  std::string version;  ///< of the suite: the content of the file VERSION
  std::vector<CorpusEntry> entries;
};

/// Reads a corpus folder. The error is a sentence that names the file concerned.
std::variant<Corpus, std::string> load_corpus(const std::filesystem::path& folder);

/// One case as the manifest tells it.
nlohmann::ordered_json manifest_entry(const CorpusEntry& entry);

/// The manifest of some cases, one a line.
std::string manifest_text(const std::string& version, const std::vector<const CorpusEntry*>& entries);

}  // namespace ggufproof
