// Are the numbers of a tensor written in the order of the file? A few of them show it: floats of a model lie
// within a few powers of ten of one another, and their bytes turned round lie anywhere.
#pragma once

#include "spec/tables.h"
#include "validator/bytes.h"

namespace ggufproof {

/// Whether the first elements or scales of a tensor make sense in the other byte order and none in this one.
/// False for tensors of few blocks, of types without floats of two bytes and more, and wherever there is
/// doubt.
bool looks_byte_swapped(const TensorTypeRow& type, Bytes blocks, ByteOrder order);

}  // namespace ggufproof
