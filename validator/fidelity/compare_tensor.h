// One tensor beside its original: how far its values are from it, and how far they usually are in its type.
#pragma once

#include <cstdint>
#include <optional>

#include "spec/tables.h"
#include "validator/bytes.h"
#include "validator/fidelity/distance.h"

namespace ggufproof {

/// A tensor's data: whole blocks of a type that can be decoded, in the order of its file.
struct TensorData {
  const TensorTypeRow* type = nullptr;
  Bytes blocks;
  ByteOrder order = ByteOrder::little;

  std::uint64_t elements() const { return blocks.size() / type->block_bytes * type->block_elements; }
};

/// A whole number of blocks of any type; damage of one row of a small model is seen.
inline constexpr std::uint64_t piece_elements = 2048;

/// What came out. The usual error is that of our own encoder on the same elements, `sampled` that of the
/// stored tensor there; at most limits of a few million elements, spread evenly, since searching encoders
/// are slow.
struct TensorError {
  Distance whole;
  Distance sampled;
  std::optional<Distance> usual;        ///< nothing where there is no encoder of the stored type
  Distance worst;                       ///< of the piece of piece_elements with the largest relative error
  std::uint64_t worst_at = 0;           ///< its first element
  std::optional<Distance> usual_worst;  ///< of our own encoder in that piece
};

/// Compares two tensors of equally many elements, a batch at a time on all threads of the caller's arena. The
/// sums do not depend on how many threads there are.
TensorError compare_tensor(const TensorData& original, const TensorData& stored);

}  // namespace ggufproof
