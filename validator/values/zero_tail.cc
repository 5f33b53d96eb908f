// From the end backwards, so that a matrix without such zeros costs one look.
#include "validator/values/zero_tail.h"

#include <algorithm>

namespace ggufproof {
namespace {

constexpr std::uint64_t least_zeros = 4096;   ///< that are looked at
constexpr std::uint64_t least_rest = 64;      ///< in the row where they begin: more than numbers that are 0
constexpr std::uint64_t least_share = 65536;  ///< where they begin with a row

bool is_zero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

/// The end of what was written, or of the data if they end later.
std::uint64_t written_end(Range data, const DataReading& reading) {
  if (!reading.stretch) return data.end;
  std::uint64_t end = data.begin;
  while (end < data.end) {
    const Range stretch = reading.stretch(end);
    if (stretch.begin >= data.end) break;
    end = std::min(stretch.end, data.end);
  }
  return end;
}

std::uint64_t zeros_begin(Bytes file, Range data, const DataReading& reading) {
  const Bytes written = file.subspan(data.begin, written_end(data, reading) - data.begin);
  const auto last =
      std::find_if(written.rbegin(), written.rend(), [](std::uint8_t byte) { return byte != 0; });
  return data.begin + static_cast<std::uint64_t>(written.rend() - last);
}

}  // namespace

std::optional<std::uint64_t> zero_tail(Bytes file, Range data, std::uint64_t row_bytes,
                                       const DataReading& reading) {
  const std::uint64_t begin = zeros_begin(file, data, reading), zeros = data.end - begin;
  if (zeros < std::max(least_zeros, row_bytes)) return std::nullopt;
  const std::uint64_t rest = zeros % row_bytes;  // of the row in which they begin
  const std::uint64_t above = std::max(begin, data.begin + row_bytes) - row_bytes;
  if (rest >= least_rest && !is_zero(file.subspan(above, rest))) return begin;
  const bool large = zeros >= least_share && zeros >= (data.end - data.begin) / 4;
  return large ? std::optional(begin) : std::nullopt;
}

}  // namespace ggufproof
