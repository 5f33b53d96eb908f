// Batches of blocks are independent, so threads share them; what they count adds up to the same in any order.
#include "validator/fidelity/check_roundtrip.h"

#include <algorithm>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include "validator/decode/decode.h"
#include "validator/describe.h"
#include "validator/encode/encode.h"
#include "validator/text.h"
#include "validator/threads.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t batch_blocks = 256;

/// An importance matrix moves a few blocks in ten thousand off what the plain encoder gives; more of them is
/// another encoder.
constexpr std::uint64_t one_block_of = 1000;

bool returns(TensorType type) {
  switch (type) {
#define ROUND_TRIP(id) case TensorType::id:
#include "spec/round_trips.def"
#undef ROUND_TRIP
    return true;
    default:
      return false;
  }
}

class Journey {
 public:
  Journey(const TensorTypeRow& type, Bytes blocks, ByteOrder order)
      : type_(type), blocks_(blocks), order_(order), count_(blocks.size() / type.block_bytes) {}

  RoundTrip travel() const {
    RoundTrip none;
    none.first_other = count_;
    return tbb::parallel_deterministic_reduce(
        tbb::blocked_range<std::uint64_t>(0, (count_ + batch_blocks - 1) / batch_blocks, 1), none,
        [this](const tbb::blocked_range<std::uint64_t>& range, RoundTrip sums) {
          for (std::uint64_t i = range.begin(); i != range.end(); ++i) take(i * batch_blocks, sums);
          return sums;
        },
        [](RoundTrip a, const RoundTrip& b) {
          a.blocks += b.blocks;
          a.same_bytes += b.same_bytes;
          a.same_values += b.same_values;
          a.first_other = std::min(a.first_other, b.first_other);
          a.error += b.error;
          return a;
        });
  }

 private:
  void take(std::uint64_t first, RoundTrip& sums) const {
    const std::uint64_t blocks = std::min(batch_blocks, count_ - first), size = type_.block_bytes;
    const Bytes before = blocks_.subspan(first * size, blocks * size);
    std::vector<float> values(blocks * type_.block_elements), again(values.size());
    std::vector<std::uint8_t> after(before.size());
    decode_row(type_.type, before, order_, std::span<float>(values));
    encode_row(type_.type, values, order_, after);
    decode_row(type_.type, after, order_, std::span<float>(again));
    sums.error.take(values, again);
    sums.blocks += blocks;
    for (std::uint64_t i = 0; i < blocks; ++i) {
      const auto bytes = static_cast<std::ptrdiff_t>(i * size);
      const auto at = static_cast<std::ptrdiff_t>(i * type_.block_elements);
      const auto end = at + static_cast<std::ptrdiff_t>(type_.block_elements);
      sums.same_bytes +=
          std::equal(before.begin() + bytes, before.begin() + bytes + static_cast<std::ptrdiff_t>(size),
                     after.begin() + bytes);
      const bool same = std::equal(values.begin() + at, values.begin() + end, again.begin() + at);
      sums.same_values += same;
      if (!same) sums.first_other = std::min(sums.first_other, first + i);
    }
  }

  const TensorTypeRow& type_;
  Bytes blocks_;
  ByteOrder order_;
  std::uint64_t count_;
};

void report_unreachable(const RoundTrip& trip, std::uint64_t i, Range data, std::uint64_t block_bytes,
                        Report& report) {
  const std::uint64_t others = trip.blocks - trip.same_values;
  if (!returns(static_cast<TensorType>(trip.type)) || others * one_block_of <= trip.blocks) return;
  const std::uint64_t at = data.begin + trip.first_other * block_bytes;
  report.add(Rule::roundtrip_unreachable, {at, at + block_bytes}, [&] {
    return Detail{tensor_path(i, "data"), ggufproof::quoted(trip.name),
                  number(others) + " of " + number(trip.blocks) + " blocks, the first of them block " +
                      number(trip.first_other),
                  "blocks that " + tensor_type_shown(trip.type) + "'s encoder can make"};
  });
}

}  // namespace

std::vector<RoundTrip> check_roundtrip(const FileMap& map, std::uint64_t jobs, Report& report) {
  std::vector<RoundTrip> trips;
  tbb::task_arena arena = arena_of(jobs);
  const Document& document = map.document;
  for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) {
    const Tensor tensor = document.tensor(i);
    const TensorTypeRow* type = tensor_type_row(tensor.type);
    const auto data = place_of(map, tensor).within(document.bytes.size());
    if (type == nullptr || type->block_elements < 2 || !is_encodable(type->type) || !data) continue;
    const Journey journey(*type, document.bytes.subspan(data->begin, data->end - data->begin),
                          document.order);
    RoundTrip trip = arena.execute([&] { return journey.travel(); });
    trip.name = tensor.name;
    trip.type = tensor.type;
    report_unreachable(trip, i, *data, type->block_bytes, report);
    trips.push_back(std::move(trip));
  }
  return trips;
}

}  // namespace ggufproof
