// Threads only say which chunks are suspect; these are then looked at in order by one, so that the result is
// the same however many threads there are.
#include "validator/values/chunks.h"

#include <algorithm>
#include <array>

#include <tbb/parallel_for.h>

#include "validator/threads.h"
#include "validator/values/suspects.h"
#include "validator/values/zero_runs.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t chunk_bytes = std::uint64_t{32} << 10;

using Zeros = std::function<void(std::uint64_t at)>;

/// Calls `visit(at)` for eight zero bytes in every half of a run of least_zeros, until it returns false.
template <class Visit>
void each_zero(Bytes file, Range blocks, const Visit& visit) {
  for (std::uint64_t at = blocks.begin; at + sizeof(std::uint64_t) <= blocks.end; at += least_zeros / 2) {
    if (load<std::uint64_t>(file.data() + at, ByteOrder::little) == 0 && !visit(at)) return;
  }
}

/// The data in windows of equal chunks.
class Windows {
 public:
  Windows(Bytes file, const TensorTypeRow& type, ByteOrder order, std::uint64_t jobs, const Zeros& zeros)
      : file_(file),
        type_(type),
        order_(order),
        jobs_(jobs),
        zeros_(zeros),
        chunk_(std::max<std::uint64_t>(chunk_bytes / type.block_bytes, 1) * type.block_bytes) {}

  /// Marks the suspect chunks of a window, at most window_bytes and a block, and hands them on.
  void judge(Range window, const std::function<void(Range)>& suspect) {
    const std::uint64_t chunks = (window.end - window.begin + chunk_ - 1) / chunk_;
    const auto look = [&](std::uint64_t i) {
      const Range blocks = nth(window, i);
      is_suspect_[i] = has_suspects(type_, file_.subspan(blocks.begin, blocks.end - blocks.begin), order_);
      has_zeros_[i] = false;
      if (zeros_) each_zero(file_, blocks, [&](std::uint64_t) { return !(has_zeros_[i] = true); });
    };
    if (chunks == 1 || jobs_ == 1) {
      for (std::uint64_t i = 0; i < chunks; ++i) look(i);
    } else {
      arena_of(jobs_).execute([&] { tbb::parallel_for(std::uint64_t{0}, chunks, look); });
    }
    for (std::uint64_t i = 0; i < chunks; ++i) {
      if (is_suspect_[i]) suspect(nth(window, i));
      if (has_zeros_[i]) each_zero(file_, nth(window, i), [&](std::uint64_t at) { return zeros_(at), true; });
    }
  }

 private:
  Range nth(Range window, std::uint64_t i) const {
    const std::uint64_t begin = window.begin + i * chunk_;
    return {begin, std::min(begin + chunk_, window.end)};
  }

  Bytes file_;
  const TensorTypeRow& type_;
  ByteOrder order_;
  std::uint64_t jobs_;
  const Zeros& zeros_;
  std::uint64_t chunk_;  ///< bytes of whole blocks
  std::array<bool, 2 * window_bytes / chunk_bytes> is_suspect_{}, has_zeros_{};
};

}  // namespace

void find_suspects(Bytes file, Range data, const TensorTypeRow& type, ByteOrder order,
                   const DataReading& reading, const std::function<void(Range)>& suspect,
                   const std::function<void(std::uint64_t)>& judged, const Zeros& zeros) {
  Windows windows(file, type, order, reading.jobs, zeros);
  const std::uint64_t block = type.block_bytes;
  for (std::uint64_t at = data.begin; at < data.end;) {
    Range window{at, data.end};
    if (reading.stretch) {
      const Range stretch = reading.stretch(at);
      window.begin += (std::clamp(stretch.begin, at, data.end) - at) / block * block;
      window.end = std::clamp(stretch.end, window.begin, data.end);
    }
    const std::uint64_t most = std::min(window.end - window.begin, window_bytes);
    window.end =
        std::min(data.end, window.begin + std::max<std::uint64_t>((most + block - 1) / block, 1) * block);
    if (zeros && window.begin > at) zeros(at);  // a hole
    if (window.begin < data.end) windows.judge(window, suspect);
    judged(window.end - at);
    at = window.end;
  }
}

}  // namespace ggufproof
