// Runs of zeros in a matrix that look like data that were never fetched or written (clause 17.10).
#pragma once

#include <optional>

#include "validator/bytes.h"
#include "validator/values/check_values.h"

namespace ggufproof {

/// A run of so many zeros, in bytes, is looked at; whoever looks at eight bytes in every half of it meets it.
inline constexpr std::uint64_t least_zeros = 4096;

/// The runs of one matrix that are not there on purpose, as are whole rows of zeros in vocabularies and
/// columns of zeros.
class ZeroRuns {
 public:
  /// `data` is a matrix with rows of `row_bytes` bytes in `file`. Holes are not read.
  ZeroRuns(Bytes file, Range data, std::uint64_t row_bytes, const DataReading& reading)
      : file_(file), data_(data), row_(row_bytes), reading_(reading), end_(data.begin) {}

  /// Looks at the run around a zero byte, given by its offset in the file. REQUIRES: offsets that ascend, one
  /// of each run at least. Each byte is read twice at most.
  void take(std::uint64_t at);

  /// The first run that looks lost, as offsets in the file, and how many there are.
  const std::optional<Range>& first() const { return first_; }
  std::uint64_t count() const { return count_; }

 private:
  std::uint64_t end_of_zeros(std::uint64_t at) const;
  bool looks_lost(Range run) const;
  bool has_values(std::uint64_t row, Range columns) const;

  Bytes file_;
  Range data_;
  std::uint64_t row_;  ///< bytes
  const DataReading& reading_;
  std::uint64_t end_;  ///< of the last run
  std::optional<Range> first_;
  std::uint64_t count_ = 0;
};

}  // namespace ggufproof
