// One mutator for every engine. A file that can be read is lifted, changed and written, so that mutants reach
// what lies behind counts, lengths and offsets; one that cannot has its bytes changed where fields begin, as
// far as it can be read.
#pragma once

#include <cstdint>
#include <vector>

#include "validator/bytes.h"

namespace ggufproof {

/// A mutant of a file, or of any bytes: the same for the same seed, and of at most `max_size` bytes. `other`
/// is a second file of which parts may be taken; it may be empty.
std::vector<std::uint8_t> mutate_file(Bytes file, Bytes other, std::uint64_t seed, std::uint64_t max_size);

}  // namespace ggufproof
