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

/// An importance matrix buys a smaller error where it matters with a larger one elsewhere. Measured on
/// ggml_quantize_chunk with importances whose logarithms spread by 2: at most a quarter more in all, and half
/// more only by 3 and in IQ2_XXS. Beyond that is damage, or another algorithm.
inline constexpr double usual_factor = 1.5;

/// The same in one piece of the tensor, where it scatters more: measured at most 1.5, and values of another
/// row 3 and more in types of three bits and above.
inline constexpr double usual_piece_factor = 2.5;

/// The largest relative error that is not unusual: a factor of the usual one. Where our encoder loses nothing
/// no factor would do: one unit in the last place of the type, or of its blocks' F16 scales. In F32 four,
/// since a converter that computes a value, such as -exp(A_log), differs by as much from another.
double error_bound(TensorType type, double usual, double factor);

/// A run of elements.
struct Piece {
  std::uint64_t first = 0;
  std::uint64_t elements = 0;
};

/// What came out. The usual error is that of our own encoder on the same elements, `sampled` that of the
/// stored tensor there; at most limits of a few million elements, spread evenly, since searching encoders
/// are slow. Blocks of the stored type of which an element of the original is not finite are left out of all.
struct TensorError {
  Distance whole;
  Distance sampled;
  std::optional<Distance> usual;          ///< nothing where there is no encoder of the stored type
  std::uint64_t original_not_finite = 0;  ///< elements, those of F64 beyond binary32 among them
  std::uint64_t original_too_large = 0;   ///< of them, finite numbers of F64 beyond binary32
  Distance worst;                         ///< of the piece of piece_elements with the largest relative error
  Piece worst_piece;                      ///< where that is; empty where there is no error
  std::optional<Distance> usual_worst;    ///< of our own encoder in that piece
  bool unusual = false;                   ///< the sampled error is beyond its bound
  bool worst_unusual = false;             ///< the worst piece's is
  std::uint64_t unusual_pieces = 0;       ///< with an error beyond the bound of pieces in the usual error
};

/// Compares two tensors of equally many elements, a batch at a time on all threads of the caller's arena. The
/// sums do not depend on how many threads there are.
TensorError compare_tensor(const TensorData& original, const TensorData& stored);

}  // namespace ggufproof
