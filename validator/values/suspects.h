// A quick look at many blocks at a time: is there anything in them that deserves a close one? Most data hold
// nothing, so this decides how fast weights are judged. It reads no more than the fields that can be wrong,
// and uses the widest vectors that the processor has.
#pragma once

#include "spec/tables.h"
#include "validator/bytes.h"

namespace ggufproof {

/// Whether any of these blocks may hold a fault of block_faults.h. `blocks` is a whole number of blocks of
/// `type`, in a file of this byte order. False is a promise; true is none, though it is never said of blocks
/// below all bounds of watched_fields.h.
bool has_suspects(const TensorTypeRow& type, Bytes blocks, ByteOrder order);

}  // namespace ggufproof
