// Decodes rows of tensor data: blocks in, values out, bit for bit what the format means and, wherever the
// reference is right, what its to_float gives. Disputes with the reference are listed in
// conformance/decode_disputes.h.
#pragma once

#include <cstdint>
#include <span>

#include "spec/tables.h"
#include "validator/bytes.h"

namespace ggufproof {

/// Whether decode_row knows a type: the live ones of spec/tensor_types.def.
bool is_decodable(TensorType type);

/// Decodes whole blocks to binary32, elements in file order.
///
/// Quantized types, F32, F16, BF16, I8 and I16 are exact: binary32 is what ggml computes in. I32, I64 and F64
/// are rounded to nearest, ties to even; an F64 beyond binary32 becomes an infinity. Use the other overload
/// where that matters.
///
/// `blocks` is a whole number of blocks of `type`, in the order of the file that holds them; `out` has
/// exactly (blocks.size() / block_bytes * block_elements) elements. Neither needs alignment. Returns false,
/// and leaves `out` alone, where the sizes do not fit or the type is not decodable. Nothing is allocated;
/// works in time linear in the size. Source: ggml-quants.c: dequantize_row_*, and the formats' own
/// definitions.
bool decode_row(TensorType type, Bytes blocks, ByteOrder order, std::span<float> out);

/// The same to binary64: I32 and F64 are exact too, I64 is rounded to nearest beyond 2^53; every other type
/// gives the binary32 value of the first overload.
bool decode_row(TensorType type, Bytes blocks, ByteOrder order, std::span<double> out);

}  // namespace ggufproof
