// The files that a user names beside the original that he names: which of them are one model, and what their
// comparison says.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "validator/fidelity/check_against.h"
#include "validator/render.h"

namespace ggufproof {

/// Why the files of these paths cannot be compared with an original, as a sentence; empty where they are one
/// model: a file, or shards of one set. Streams and devices are refused unopened: judging would use them up.
std::string why_not_one_model(const std::vector<std::string>& paths);

/// Why a comparison says nothing, as a sentence: no tensor was compared. Empty where one was.
std::string why_nothing_compared(const std::vector<TensorComparison>& rows);

/// Compares judged files, which must be one model, with the model that `original` is, is a shard of, or is
/// the directory of; a stream is read once and will do. Adds findings to their reports; those about shards
/// that nobody named stand on the first file. The error is a sentence, and leaves the reports as they were.
std::variant<std::vector<TensorComparison>, std::string> compare_files(const std::string& original,
                                                                       std::vector<JudgedFile>& files,
                                                                       std::uint64_t jobs,
                                                                       const CompareProgress& progress);

}  // namespace ggufproof
