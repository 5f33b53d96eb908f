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

constexpr bool batches_hold_whole_blocks() {
  return std::all_of(tensor_types.begin(), tensor_types.end(), [](const TensorTypeRow& row) {
    return row.block_elements == 0 || batch_elements % row.block_elements == 0;
  });
}
static_assert(batches_hold_whole_blocks());

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
    return tbb::parallel_deterministic_reduce(
        tbb::blocked_range<std::uint64_t>(0, batches_, 1), none,
        [this](const tbb::blocked_range<std::uint64_t>& range, TensorError sums) {
          for (std::uint64_t i = range.begin(); i != range.end(); ++i) take(i, sums);
          return sums;
        },
        [](TensorError a, const TensorError& b) {
          a.whole += b.whole;
          a.sampled += b.sampled;
          if (a.usual) *a.usual += *b.usual;
          return a;
        });
  }

 private:
  /// The blocks of the i-th batch.
  static Bytes nth(const TensorData& tensor, std::uint64_t i) {
    const std::uint64_t step = batch_elements / tensor.type->block_elements * tensor.type->block_bytes;
    return tensor.blocks.subspan(i * step, std::min<std::uint64_t>(step, tensor.blocks.size() - i * step));
  }

  void take(std::uint64_t i, TensorError& sums) const {
    const std::uint64_t elements = std::min(batch_elements, original_.elements() - i * batch_elements);
    const Bytes blocks = nth(stored_, i);
    std::vector<float> original(elements), stored(elements);
    decode_row(original_.type->type, nth(original_, i), original_.order, std::span<float>(original));
    decode_row(stored_.type->type, blocks, stored_.order, std::span<float>(stored));
    Distance here;
    here.take(original, stored);
    sums.whole += here;
    if (!has_encoder_ || i % step_ != 0) return;
    sums.sampled += here;
    std::vector<std::uint8_t> own(blocks.size());
    encode_row(stored_.type->type, original, ByteOrder::little, own);
    decode_row(stored_.type->type, own, ByteOrder::little, std::span<float>(stored));
    sums.usual->take(original, stored);
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
