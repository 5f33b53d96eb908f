// Batches of blocks are independent, so threads share them; what they count adds up to the same in any order.
#include "validator/fidelity/check_roundtrip.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include "validator/decode/decode.h"
#include "validator/describe.h"
#include "validator/encode/encode.h"
#include "validator/fidelity/peak_scales.h"
#include "validator/text.h"
#include "validator/threads.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t batch_blocks = 256;

constexpr std::uint64_t thousand = 1000;

/// Of a thousand blocks, how many may come back as others; all of a type whose encoder searches.
std::uint64_t may_differ(TensorType type) {
  switch (type) {
#define ROUND_TRIP(id, without) \
  case TensorType::id:          \
    return without;
#include "spec/round_trips.def"
    default:
      return thousand;
  }
}

class Journey {
 public:
  Journey(const TensorTypeRow& type, Bytes blocks, ByteOrder order, const HasChanged& has_changed)
      : type_(type),
        blocks_(blocks),
        order_(order),
        has_changed_(has_changed),
        count_(blocks.size() / type.block_bytes),
        peak_(peak_scale(type.type)) {}

  RoundTrip travel() const {
    RoundTrip none;
    none.first_other = none.first_without_peak = count_;
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
          a.without_peak += b.without_peak;
          a.first_without_peak = std::min(a.first_without_peak, b.first_without_peak);
          a.error += b.error;
          return a;
        });
  }

 private:
  void take(std::uint64_t first, RoundTrip& sums) const {
    if (has_changed_()) return;
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
      if (peak_ == nullptr || has_peak(*peak_, before.subspan(i * size, size), order_)) continue;
      ++sums.without_peak;
      sums.first_without_peak = std::min(sums.first_without_peak, first + i);
    }
  }

  const TensorTypeRow& type_;
  Bytes blocks_;
  ByteOrder order_;
  const HasChanged& has_changed_;
  std::uint64_t count_;
  const PeakScale* peak_;
};

/// Blocks of a tensor that its encoder cannot have made.
struct Unreachable {
  std::uint64_t blocks = 0;
  std::uint64_t first = 0;
  std::string_view wanted;
};

/// Nothing where there are no more of them than the encoder makes now and then.
std::optional<Unreachable> unreachable_in(const RoundTrip& trip) {
  const auto type = static_cast<TensorType>(trip.type);
  const std::uint64_t others = trip.blocks - trip.same_values;
  if (others * thousand > may_differ(type) * trip.blocks)
    return Unreachable{others, trip.first_other, "values that the encoder gives back"};
  const PeakScale* peak = peak_scale(type);
  if (peak != nullptr && trip.without_peak * thousand > peak->without * trip.blocks)
    return Unreachable{trip.without_peak, trip.first_without_peak, "a part with the largest small scale"};
  return std::nullopt;
}

void report_unreachable(const RoundTrip& trip, std::uint64_t i, const TensorBytes& data, Report& report) {
  const auto found = unreachable_in(trip);
  if (!found) return;
  const std::uint64_t at = data.range.begin + found->first * data.type->block_bytes;
  report.add(Rule::roundtrip_unreachable, {at, at + data.type->block_bytes}, [&] {
    return Detail{tensor_path(i, "data"), ggufproof::quoted(trip.name),
                  number(found->blocks) + " of " + number(trip.blocks) + " blocks, the first of them block " +
                      number(found->first),
                  std::string(found->wanted) + ", as " + tensor_type_shown(trip.type) + "'s encoder has it"};
  });
}

}  // namespace

std::vector<RoundTrip> check_roundtrip(const FileMap& map, std::uint64_t jobs, const HasChanged& has_changed,
                                       Report& report) {
  std::vector<RoundTrip> trips;
  tbb::task_arena arena = arena_of(jobs);
  const Document& document = map.document;
  for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) {
    const Tensor tensor = document.tensor(i);
    const auto data = bytes_of(map, tensor);
    if (!data || data->type->block_elements < 2 || !is_encodable(data->type->type)) continue;
    const Journey journey(*data->type, data->blocks, document.order, has_changed);
    RoundTrip trip = arena.execute([&] { return journey.travel(); });
    if (has_changed()) break;
    trip.name = tensor.name;
    trip.type = tensor.type;
    report_unreachable(trip, i, *data, report);
    trips.push_back(std::move(trip));
  }
  return trips;
}

}  // namespace ggufproof
