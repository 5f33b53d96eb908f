// Whether a block has the largest small scale there is, as its type's encoder gives one
// (spec/peak_scales.def).
#pragma once

#include "spec/tables.h"
#include "validator/bytes.h"

namespace ggufproof {

/// What the encoder of a type does with small scales.
struct PeakScale {
  TensorType type{};
  unsigned parts = 0;
  std::int32_t peak = 0;
  std::uint64_t without = 0;  ///< of a thousand blocks, how many may lack it
};

/// The row of a type, or nullptr where it has no such scales.
const PeakScale* peak_scale(TensorType type);

/// Whether one of the block's small scales is the peak or beyond, or all are 0. REQUIRES: a whole block of
/// the row's type.
bool has_peak(const PeakScale& row, Bytes block, ByteOrder order);

}  // namespace ggufproof
