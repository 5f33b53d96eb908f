// Batches hold whole blocks of every type, so that both tensors can be decoded from the same element on.
#include "validator/fidelity/compare_tensor.h"

#include <algorithm>
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

void keep_worse(TensorError& kept, const Distance& piece, std::uint64_t at) {
  if (!(piece.relative_rms() > kept.worst.relative_rms())) return;
  kept.worst = piece;
  kept.worst_at = at;
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
        tbb::blocked_range<std::uint64_t>(0, batches_, 1), none,
        [this](const tbb::blocked_range<std::uint64_t>& range, TensorError sums) {
          for (std::uint64_t i = range.begin(); i != range.end(); ++i) take(i, sums);
          return sums;
        },
        [](TensorError a, const TensorError& b) {
          a.whole += b.whole;
          a.sampled += b.sampled;
          if (a.usual) *a.usual += *b.usual;
          keep_worse(a, b.worst, b.worst_at);
          return a;
        });
    if (has_encoder_) all.usual_worst = usual_worst(all.worst_at);
    return all;
  }

 private:
  /// The blocks of a run of elements.
  static Bytes part(const TensorData& tensor, std::uint64_t first, std::uint64_t elements) {
    const TensorTypeRow& type = *tensor.type;
    return tensor.blocks.subspan(first / type.block_elements * type.block_bytes,
                                 elements / type.block_elements * type.block_bytes);
  }

  static std::vector<float> values(const TensorData& tensor, std::uint64_t first, std::uint64_t elements) {
    std::vector<float> out(elements);
    decode_row(tensor.type->type, part(tensor, first, elements), tensor.order, std::span<float>(out));
    return out;
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

  Distance usual_worst(std::uint64_t at) const {
    return usual(values(original_, at, std::min(piece_elements, original_.elements() - at)));
  }

  void take(std::uint64_t i, TensorError& sums) const {
    const std::uint64_t first = i * batch_elements;
    const std::uint64_t elements = std::min(batch_elements, original_.elements() - first);
    const std::vector<float> original = values(original_, first, elements);
    const std::vector<float> stored = values(stored_, first, elements);
    Distance here;
    for (std::uint64_t at = 0; at < elements; at += piece_elements) {
      const std::uint64_t size = std::min(piece_elements, elements - at);
      Distance piece;
      piece.take(std::span(original).subspan(at, size), std::span(stored).subspan(at, size));
      keep_worse(sums, piece, first + at);
      here += piece;
    }
    sums.whole += here;
    if (!has_encoder_ || i % step_ != 0) return;
    sums.sampled += here;
    *sums.usual += usual(original);
  }

  const TensorData& original_;
  const TensorData& stored_;
  std::uint64_t batches_;
  std::uint64_t step_;  ///< of how many batches one is tried with our encoder
  bool has_encoder_;
};

}  // namespace

TensorError compare_tensor(const TensorData& original, const TensorData& stored) {
  return Comparison(original, stored).compare();
}

}  // namespace ggufproof
