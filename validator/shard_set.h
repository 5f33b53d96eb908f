// Judges models in several files: names, numbers, totals, what is missing and what does not belong; a set
// that is whole also as the one model that it is. Findings about the set stand on the file concerned; those
// about a missing file on the first shard that is there.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "validator/render.h"

namespace ggufproof {

/// Judges a file that was not named but belongs to a set; may return a file that cannot be read.
using JudgeFile = std::function<JudgedFile(const std::string& path)>;

/// Whether a file takes part in a set by its name or its metadata, so that it is judged only when all files
/// are known.
bool may_be_in_set(const JudgedFile& file);

/// Adds to the reports of `files` what is wrong with the sets that they belong to: files in one directory
/// with one prefix and one total in their names; where names say nothing of use, with one split.count. Shards
/// that were not named are looked for beside the others, through `judge`; what is wrong with those stands on
/// the first shard that was named. A file alone whose name leads to no other says nothing of its set.
void check_shard_sets(std::vector<JudgedFile>& files, const JudgeFile& judge);

}  // namespace ggufproof
