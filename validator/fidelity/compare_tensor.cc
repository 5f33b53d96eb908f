// Batches hold whole blocks of every type, so that both tensors can be decoded from the same element on.
#include "validator/fidelity/compare_tensor.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "validator/decode/decode.h"
#include "validator/encode/encode.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t batch_elements = 1 << 16;
constexpr std::uint64_t most_sampled = 64;  ///< batches that our own encoder is tried on

constexpr bool pieces_hold_whole_blocks() {
  return std::all_of(tensor_types.begin(), tensor_types.end(), [](const TensorTypeRow& row) {
    return row.block_elements == 0 || piece_elements % row.block_elements == 0;
  });
}
static_assert(pieces_hold_whole_blocks() && batch_elements % piece_elements == 0);

void keep_worse(TensorError& kept, const Distance& distance, const Piece& piece) {
  if (!(distance.relative_rms() > kept.worst.relative_rms())) return;
  kept.worst = distance;
  kept.worst_piece = piece;
}

using Batches = tbb::blocked_range<std::uint64_t>;

/// The blocks of a run of elements.
Bytes part(const TensorData& tensor, std::uint64_t first, std::uint64_t elements) {
  const TensorTypeRow& type = *tensor.type;
  return tensor.blocks.subspan(first / type.block_elements * type.block_bytes,
                               elements / type.block_elements * type.block_bytes);
}

template <class Number>
std::vector<Number> values(const TensorData& tensor, std::uint64_t first, std::uint64_t elements) {
  std::vector<Number> out(elements);
  decode_row(tensor.type->type, part(tensor, first, elements), tensor.order, std::span<Number>(out));
  return out;
}

/// How many are NaN or infinite.
template <class Number>
std::uint64_t not_finite_in(const std::vector<Number>& values) {
  return static_cast<std::uint64_t>(
      std::count_if(values.begin(), values.end(), [](Number value) { return !std::isfinite(value); }));
}

/// Makes NaN of all values of a block that has one that is not finite: no encoder can be held to what it
/// makes of them, and Distance leaves them out.
void leave_out_blocks(std::vector<float>& values, std::uint64_t block_elements) {
  const auto size = static_cast<std::ptrdiff_t>(block_elements);
  for (auto block = values.begin(); block != values.end(); block += size) {
    if (!std::all_of(block, block + size, [](float value) { return std::isfinite(value); }))
      std::fill(block, block + size, std::numeric_limits<float>::quiet_NaN());
  }
}

class Comparison {
 public:
  Comparison(const TensorData& original, const TensorData& stored)
      : original_(original),
        stored_(stored),
        batches_((original.elements() + batch_elements - 1) / batch_elements),
        step_(std::max<std::uint64_t>(batches_ / most_sampled, 1)),
        has_encoder_(is_encodable(stored.type->type)) {}

  TensorError compare() const {
    TensorError none;
    if (has_encoder_) none.usual = Distance{};
    TensorError all = tbb::parallel_deterministic_reduce(
        Batches(0, batches_, 1), none,
        [this](const Batches& range, TensorError sums) {
          for (std::uint64_t i = range.begin(); i != range.end(); ++i) take(i, sums);
          return sums;
        },
        [](TensorError a, const TensorError& b) {
          a.whole += b.whole;
          a.sampled += b.sampled;
          if (a.usual) *a.usual += *b.usual;
          a.original_not_finite += b.original_not_finite;
          a.original_too_large += b.original_too_large;
          keep_worse(a, b.worst, b.worst_piece);
          return a;
        });
    if (has_encoder_) judge(all);
    return all;
  }

 private:
  /// Values of both tensors from an element on; those that are left out are NaN in the original.
  struct Batch {
    std::uint64_t first;
    std::vector<float> original, stored;
  };

  Batch batch(std::uint64_t i) const {
    const std::uint64_t first = i * batch_elements;
    const std::uint64_t elements = std::min(batch_elements, original_.elements() - first);
    Batch both{first, values<float>(original_, first, elements), values<float>(stored_, first, elements)};
    leave_out_blocks(both.original, stored_.type->block_elements);
    return both;
  }

  template <class Visit>
  static void each_piece(const Batch& batch, Visit visit) {
    for (std::uint64_t at = 0; at < batch.original.size(); at += piece_elements) {
      const std::uint64_t size = std::min(piece_elements, batch.original.size() - at);
      Distance distance;
      distance.take(std::span(batch.original).subspan(at, size), std::span(batch.stored).subspan(at, size));
      visit(distance, Piece{batch.first + at, size});
    }
  }

  /// What our own encoder makes of some values.
  Distance usual(std::span<const float> original) const {
    const TensorTypeRow& type = *stored_.type;
    std::vector<std::uint8_t> blocks(original.size() / type.block_elements * type.block_bytes);
    std::vector<float> out(original.size());
    encode_row(type.type, original, ByteOrder::little, blocks);
    decode_row(type.type, blocks, ByteOrder::little, std::span<float>(out));
    Distance distance;
    distance.take(original, out);
    return distance;
  }

  void count_not_finite(std::uint64_t first, std::uint64_t elements, TensorError& sums) const {
    const std::uint64_t here = not_finite_in(values<float>(original_, first, elements));
    sums.original_not_finite += here;
    if (here > 0) sums.original_too_large += here - not_finite_in(values<double>(original_, first, elements));
  }

  void take(std::uint64_t i, TensorError& sums) const {
    const Batch both = batch(i);
    Distance here;
    each_piece(both, [&](const Distance& distance, const Piece& piece) {
      keep_worse(sums, distance, piece);
      here += distance;
    });
    sums.whole += here;
    if (here.not_finite > 0) count_not_finite(both.first, both.original.size(), sums);
    if (!has_encoder_ || i % step_ != 0) return;
    sums.sampled += here;
    *sums.usual += usual(both.original);
  }

  Distance usual_in(const Piece& piece) const {
    std::vector<float> original = values<float>(original_, piece.first, piece.elements);
    leave_out_blocks(original, stored_.type->block_elements);
    return usual(original);
  }

  void judge(TensorError& all) const {
    const TensorType type = stored_.type->type;
    const double usual_here = all.usual->relative_rms();
    all.usual_worst = usual_in(all.worst_piece);
    all.unusual = all.sampled.relative_rms() > error_bound(type, usual_here, usual_factor);
    all.worst_unusual =
        all.worst.relative_rms() > error_bound(type, all.usual_worst->relative_rms(), usual_piece_factor);
    if (!all.unusual && !all.worst_unusual) return;
    all.unusual_pieces = std::max<std::uint64_t>(
        pieces_beyond(error_bound(type, usual_here, usual_piece_factor)), all.worst_unusual ? 1 : 0);
  }

  std::uint64_t pieces_beyond(double bound) const {
    return tbb::parallel_reduce(
        Batches(0, batches_, 1), std::uint64_t{0},
        [&](const Batches& range, std::uint64_t count) {
          for (std::uint64_t i = range.begin(); i != range.end(); ++i) {
            each_piece(batch(i), [&](const Distance& distance, const Piece&) {
              if (distance.relative_rms() > bound) ++count;
            });
          }
          return count;
        },
        std::plus<>());
  }

  const TensorData& original_;
  const TensorData& stored_;
  std::uint64_t batches_;
  std::uint64_t step_;  ///< of how many batches one is tried with our encoder
  bool has_encoder_;
};

}  // namespace

double error_bound(TensorType type, double usual, double factor) {
  if (usual > 0) return factor * usual;
  return type == TensorType::f32 ? 0x1p-21 : type == TensorType::bf16 ? 0x1p-7 : 0x1p-10;
}

TensorError compare_tensor(const TensorData& original, const TensorData& stored) {
  return Comparison(original, stored).compare();
}

}  // namespace ggufproof
