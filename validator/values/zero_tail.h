// The zeros that a matrix ends with, where they look like data that were never written (clause 17.10).
#pragma once

#include <optional>

#include "validator/bytes.h"
#include "validator/values/check_values.h"

namespace ggufproof {

/// Where such zeros begin, as an offset in the file; nothing where there are none or they may be on purpose:
/// few rows of zeros, as at the ends of vocabularies, and columns of zeros at the ends of rows. `data` is a
/// matrix with rows of `row_bytes` bytes. Looks at the end only, but at all zeros there; holes are not read.
std::optional<std::uint64_t> zero_tail(Bytes file, Range data, std::uint64_t row_bytes,
                                       const DataReading& reading);

}  // namespace ggufproof
