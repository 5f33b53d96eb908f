// The numbers that readers get wrong: for any field of a wire that holds a number, the values around zero,
// around what is left of the file, around powers of two, and those whose products and padded sums wrap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generators/wire.h"

namespace ggufproof {

/// Boundary values for the number, count or text length in `wire.fields()[field]`, without its present value
/// and without repeats, each cut to the width it is written in. Sizes and offsets of tensors get values that
/// wrap for their own shape, type and place. `file_bytes` is the size of the whole file. Empty for fields
/// that hold bytes alone.
std::vector<std::uint64_t> boundary_values(const Wire& wire, std::size_t field, std::uint64_t file_bytes);

}  // namespace ggufproof
