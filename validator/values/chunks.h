// A long run of blocks, looked at in chunks by several threads: which chunks hold something? Holes of a file
// are skipped, since zeros break no rule.
#pragma once

#include <functional>

#include "spec/tables.h"
#include "validator/values/check_values.h"

namespace ggufproof {

/// Bytes that are judged between two calls of DataReading::progress.
inline constexpr std::uint64_t window_bytes = std::uint64_t{32} << 20;

/// Calls `suspect(blocks)` for each range of whole blocks within `data`, in order and from this thread, that
/// may hold a fault, and `judged(bytes)` as the work proceeds, with how many bytes more have been judged.
/// Unless it is absent, `zeros(at)` is called in order with the offset in the file of a zero byte or more of
/// each run of least_zeros of them.
/// `data` is a whole number of blocks of `type` in `file`, whose byte order is `order`.
void find_suspects(Bytes file, Range data, const TensorTypeRow& type, ByteOrder order,
                   const DataReading& reading, const std::function<void(Range blocks)>& suspect,
                   const std::function<void(std::uint64_t bytes)>& judged,
                   const std::function<void(std::uint64_t at)>& zeros = {});

}  // namespace ggufproof
