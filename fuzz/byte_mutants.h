// Mutants by one who knows nothing of the format: what fuzzers do to bytes when they have no better idea. The
// measure for generators that do know it.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices.h"
#include "validator/bytes.h"

namespace ggufproof {

/// `file` after 1 to 8 changes, as AFL++ stacks them in its havoc stage: bits, bytes, numbers of interest in
/// both byte orders, arithmetic, and stretches erased, doubled, overwritten or taken from `other`. At most
/// 4096 bytes more than the file.
std::vector<std::uint8_t> mutate_bytes(Choices& choices, Bytes file, Bytes other);

}  // namespace ggufproof
