// One tensor of a file: what it is, its decoded values as text or binary32, or its bytes as they stand.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "validator/has_changed.h"
#include "validator/layout_map.h"

namespace ggufproof {

/// What to show of a tensor.
enum class TensorView {
  summary,  ///< name, type, dimensions, place, statistics and the first values
  values,   ///< every value as text, one a line
  raw,      ///< the tensor's bytes as they stand in the file
  float32,  ///< every value as binary32, little-endian
};

/// What became of a view.
struct Shown {
  std::optional<std::string> why_not;  ///< why the view is not there, or not whole, as a sentence
  std::uint64_t rounded = 0;           ///< of float32: values that are no binary32
  std::uint64_t infinite = 0;          ///< of them, finite numbers that became infinite
};

/// Writes a view of the first tensor with this name. Values come in file order, the first dimension fastest;
/// in text they are exact, in float32 those of F64, I32 and I64 are rounded to nearest. Works a few thousand
/// values at a time, and stops, nothing of the last of them being written, where the file has changed. A
/// summary of a tensor without values says what is known of it. `first_values`: how many of them a summary
/// shows.
Shown show_tensor(std::ostream& out, const FileMap& map, std::string_view name, TensorView view,
                  std::uint64_t first_values, const HasChanged& has_changed);

}  // namespace ggufproof
