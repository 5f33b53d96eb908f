// What is made from a corpus: the small files that are committed beside their texts, and a folder to vendor
// with every file, the manifest and an archive of seeds for fuzzers.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "generators/manifest.h"

namespace ggufproof {

/// Files of more bytes are not committed but assembled where they are needed.
inline constexpr std::uint64_t most_committed_bytes = 4096;

/// Files of more bytes are no use to a fuzzer.
inline constexpr std::uint64_t most_seed_bytes = 65536;

/// The files that belong beside the texts, by their path below the corpus: small cases, and a manifest in
/// each folder.
std::map<std::string, std::string> committed_files(const Corpus& corpus);

/// What differs between a corpus folder and committed_files: stale, missing, or left over. Paths are below
/// the folder.
std::vector<FileFault> stale_files(const Corpus& corpus, const std::filesystem::path& folder);

/// Writes committed_files into the corpus folder. Returns what went wrong, or nothing.
std::optional<FileFault> refresh_corpus(const Corpus& corpus, const std::filesystem::path& folder);

struct ExportOptions {
  bool force = false;          ///< write into a folder that is neither empty nor an earlier export
  bool without_large = false;  ///< leave out the cases with the flag "large", in the manifest too
};

/// What an export has written.
struct Exported {
  std::uint64_t cases = 0;
  std::uint64_t files = 0;
  std::uint64_t sparse = 0;   ///< files with holes
  std::uint64_t bytes = 0;    ///< of all files, holes included
  std::uint64_t written = 0;  ///< of all files without holes
  std::uint64_t large = 0;    ///< cases with the flag "large", written or left out
  std::vector<std::string>
      left_over;  ///< files of an earlier export that are in the folder and not in this one
};

/// Why nothing should be exported to a folder: it lies inside the corpus, or files in it, which stem from no
/// earlier export, would be written over, and the options do not insist. No case is assembled for that, so
/// that large ones count as written though they may be left out.
std::optional<FileFault> export_refusal(const std::filesystem::path& from, const std::filesystem::path& to,
                                        const ExportOptions& options = {});

/// Writes every file, the texts, manifest.json, seeds.tar and what stands at the corpus's top to another
/// folder, over what is there. The error is what went wrong; the folder may have a part of the files then.
/// REQUIRES: no export_refusal.
std::variant<Exported, FileFault> export_corpus(const Corpus& corpus, const std::filesystem::path& from,
                                                const std::filesystem::path& to,
                                                const ExportOptions& options = {});

}  // namespace ggufproof
