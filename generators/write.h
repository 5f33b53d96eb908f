// The writer: a file's description turned into a well-formed wire. Counts, lengths and offsets are worked out
// here, by arithmetic of its own over spec/tables.h: it shares no code with the reader, or a mistake would
// agree with itself.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generators/file_model.h"
#include "generators/wire.h"

namespace ggufproof {

/// Bytes that a tensor of this shape and type takes: dimensions[0] / block elements * block bytes * the
/// others; 0 where a dimension is 0, and one element where there are no dimensions. Nothing where the type
/// has no block size, a row is not a whole number of blocks, or the size passes 2^64 - 1.
std::optional<std::uint64_t> shape_bytes(const std::vector<std::uint64_t>& dimensions, TensorType type);

/// The data of a tensor as bytes; a fill whose shape has no size gives none.
std::vector<std::uint8_t> data_of(const ModelTensor& tensor);

/// The same file with each fill spelt out as bytes: what reading the written file gives.
FileModel spelt_out(FileModel file);

/// The file on the wire: tensors packed in order, each padded to the alignment, the last one too; no padding
/// where there is no tensor. A description that is wrong in itself (a duplicate key, say) is written as it
/// stands. REQUIRES: an alignment of at most a few thousand, since padding is written out.
Wire write(const FileModel& file);

}  // namespace ggufproof
