// Encodes rows of values as tensor data, for the types whose codes follow from the values in closed form. The
// bytes are those of the reference's quantizer without an importance matrix, so that a file can be asked
// whether its type's own encoder could have made it.
#pragma once

#include <cstdint>
#include <span>

#include "spec/tables.h"
#include "spec/wire.h"

namespace ggufproof {

/// Whether encode_row knows a type: F32, F16, BF16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, TQ1_0, TQ2_0, MXFP4, NVFP4,
/// Q1_0, Q2_0.
bool is_encodable(TensorType type);

/// Encodes values, in file order, as whole blocks.
///
/// values.size() is a multiple of the type's elements per block; `blocks` has exactly the bytes of that many
/// blocks and gets them in `order`. Returns false, and leaves `blocks` alone, where the sizes do not fit or
/// the type is not encodable. Nothing is allocated.
///
/// Values that are not finite are encoded as the reference does on x86. Where the reference's conversion is
/// not defined and harms the block, ours differs: an MXFP4 block below 2^-125 gets the scale 2^-127, not one
/// that wrapped around to a huge number or NaN. Source: ggml-quants.c: quantize_row_*_ref.
bool encode_row(TensorType type, std::span<const float> values, ByteOrder order,
                std::span<std::uint8_t> blocks);

}  // namespace ggufproof
