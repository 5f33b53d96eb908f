// The files that a user names beside the original that he names: which of them are one model, and what their
// comparison says.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "validator/fidelity/check_against.h"
#include "validator/render.h"

namespace ggufproof {

/// Compares judged files, which must be one model (a file, its first shard, or all shards), with the model in
/// the file or first shard `original`. Adds findings to their reports; those about shards that nobody named
/// stand on the first file. The error is a sentence.
std::variant<std::vector<TensorComparison>, std::string> compare_files(const std::string& original,
                                                                       std::vector<JudgedFile>& files,
                                                                       std::uint64_t jobs);

}  // namespace ggufproof
