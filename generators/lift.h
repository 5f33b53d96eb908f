// Bytes back into a description, through the reader: where mutation and shrinking of given files begin, and
// the other half of "what is written reads back the same".
#pragma once

#include <optional>

#include "generators/file_model.h"
#include "validator/bytes.h"

namespace ggufproof {

/// Arrays nested deeper than this are not lifted: a description is a tree, and its depth costs stack.
inline constexpr std::uint64_t lift_depth = 64;

/// The description of a file. Nothing where the structure cannot be followed to the end of the tensor infos,
/// a tensor has more than 4 dimensions or a size that cannot be told, its data end beyond the file, or arrays
/// are nested deeper than lift_depth. Whatever a description does not hold is lost: places of tensors, bytes
/// of padding, bytes after the last tensor. Costs memory in proportion to the bytes that are there.
std::optional<FileModel> lift(Bytes bytes);

}  // namespace ggufproof
