// What is cut off ends anywhere; what is zeros on purpose ends with rows.
#include "validator/values/zero_runs.h"

#include <algorithm>

namespace ggufproof {
namespace {

constexpr std::uint64_t least_part = 64;      ///< of a row that is cut: more than numbers that are 0
constexpr std::uint64_t least_share = 65536;  ///< of whole rows

bool is_zero(std::uint8_t byte) { return byte == 0; }

}  // namespace

void ZeroRuns::take(std::uint64_t at) {
  if (at < end_) return;
  Range run{at, end_of_zeros(at)};
  while (run.begin > end_ && is_zero(file_[run.begin - 1])) --run.begin;
  end_ = run.end;
  if (!looks_lost(run)) return;
  if (count_++ == 0) first_ = run;
}

std::uint64_t ZeroRuns::end_of_zeros(std::uint64_t at) const {
  while (at < data_.end) {
    Range part{at, data_.end};
    if (reading_.stretch) {
      const Range stretch = reading_.stretch(at);
      part = {std::clamp(stretch.begin, at, data_.end), std::clamp(stretch.end, at, data_.end)};
    }
    const Bytes bytes = file_.subspan(part.begin, part.end - part.begin);
    const auto zeros = std::find_if_not(bytes.begin(), bytes.end(), is_zero) - bytes.begin();
    at = part.begin + static_cast<std::uint64_t>(zeros);
    if (at < part.end) break;
  }
  return at;
}

/// Whether some columns, in bytes, of a row are not zeros throughout. True of a row that there is not.
bool ZeroRuns::has_values(std::uint64_t row, Range columns) const {
  if (row >= (data_.end - data_.begin) / row_) return true;
  const Bytes bytes = file_.subspan(data_.begin + row * row_ + columns.begin, columns.end - columns.begin);
  return !std::all_of(bytes.begin(), bytes.end(), is_zero);
}

bool ZeroRuns::looks_lost(Range run) const {
  const std::uint64_t zeros = run.end - run.begin;
  if (zeros >= least_share && zeros >= (data_.end - data_.begin) / 4) return true;
  const std::uint64_t begin = run.begin - data_.begin, end = run.end - data_.begin;
  const std::uint64_t first = (begin + row_ - 1) / row_, behind = end / row_;  // whole rows
  if (zeros < least_zeros || first >= behind) return false;
  const std::uint64_t head = first * row_ - begin, tail = end % row_;
  // Columns of zeros go on in the next row on this side of the run, or beyond it where there is none.
  const std::uint64_t above = first >= 2 ? first - 2 : behind + 1;
  const std::uint64_t below = (behind + 1) * row_ < data_.end - data_.begin ? behind + 1 : first - 2;
  return (head >= least_part && has_values(above, {row_ - head, row_})) ||
         (tail >= least_part && has_values(below, {0, tail}));
}

}  // namespace ggufproof
