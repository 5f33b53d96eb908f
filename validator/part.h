// One part of many files, for machines that work side by side: part 2/4 is a quarter of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "validator/files.h"

namespace ggufproof {

/// The number-th of so many parts, counted from 1.
struct Part {
  std::uint64_t number = 1;
  std::uint64_t of = 1;
};

/// Reads I/N with 1 <= I <= N; nothing for any other text.
std::optional<Part> read_part(std::string_view text);

/// The files of a part. Each file is in one of the parts, and shards whose names belong together are in the
/// same one, since a set is judged as a whole.
std::vector<NamedFile> files_of(Part part, const std::vector<NamedFile>& files);

}  // namespace ggufproof
