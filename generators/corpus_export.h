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

/// What differs between a corpus folder and committed_files: stale, missing, or left over. A sentence each.
std::vector<std::string> stale_files(const Corpus& corpus, const std::filesystem::path& folder);

/// Writes committed_files into the corpus folder. Returns what went wrong, or nothing.
std::string refresh_corpus(const Corpus& corpus, const std::filesystem::path& folder);

/// Writes every file, the texts, manifest.json, seeds.tar and what stands at the corpus's top to another
/// folder. Returns what went wrong, or nothing.
std::string export_corpus(const Corpus& corpus, const std::filesystem::path& from,
                          const std::filesystem::path& to);

}  // namespace ggufproof
