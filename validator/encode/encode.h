// Encodes rows of values as tensor data, so that a file can be asked whether its type's own encoder could
// have made it, and what error that encoder would have left. The bytes are those of the reference's
// quantizer, with or without an importance matrix.
#pragma once

#include <cstdint>
#include <span>

#include "spec/tables.h"
#include "spec/wire.h"

namespace ggufproof {

/// Whether encode_row knows a type: F32, F16, BF16, and every live type of blocks but Q8_1 and Q8_K, which
/// are not stored.
bool is_encodable(TensorType type);

/// Encodes values, in file order, as whole blocks.
///
/// values.size() is a multiple of the type's elements per block; `blocks` has exactly the bytes of that many
/// blocks and gets them in `order`. `importance` is empty, or has a weight, not negative, for each column of
/// a row: then values are whole rows, each of whole blocks. F32, F16, BF16, Q8_0, TQ1_0, TQ2_0, MXFP4, NVFP4,
/// Q1_0 and Q2_0 do not look at it. Returns false, and leaves `blocks` alone, where the sizes do not fit or
/// the type is not encodable. Nothing is allocated, but for tables of the grid of each IQ1, IQ2 and IQ3 type
/// when that is first used: some 2 MB at most.
///
/// Bytes equal the reference's (ggml.c: ggml_quantize_chunk), with these exceptions:
/// - IQ2_XXS, IQ2_XS and IQ1_S without importances, which the reference refuses, take all columns to be
/// alike.
/// - An MXFP4 block below 2^-125 gets the scale 2^-127, not one that wrapped around to a huge number or NaN.
/// - In IQ3_S, codes and signs stand where the decoder looks for them even after a part of 32 zeros; the
///   reference writes those of all later parts of the block 32 values too early.
/// - Values and importances that are not finite are encoded as the reference does on x86 in closed-form
/// types,
///   and somehow, without harm, in those that are searched for.
///
/// Decoded values encoded again give the same values in closed-form types but NVFP4, Q4_1 and Q5_1, whose
/// minimum may be so large that adding it rounds the steps away. Of normally distributed
/// values NVFP4, Q2_K, Q4_K, Q6_K, IQ4_NL and IQ4_XS keep more than 99 of 100 blocks, Q3_K and Q5_K more than
/// 90, IQ1 to IQ3 hardly any: each time another scale is the best.
bool encode_row(TensorType type, std::span<const float> values, ByteOrder order,
                std::span<std::uint8_t> blocks, std::span<const float> importance = {});

}  // namespace ggufproof
