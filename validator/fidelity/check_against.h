// A model beside the one that it was made from (clause 18): are all tensors there, in the same shapes, and as
// close to their originals as their types allow?
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validator/fidelity/compare_tensor.h"
#include "validator/finding.h"
#include "validator/layout_map.h"

namespace ggufproof {

/// What became of a tensor.
enum class Kept : std::uint8_t { compared, missing, extra, reshaped, not_comparable };

inline constexpr std::array<std::string_view, 5> kept_names{"compared", "missing", "extra", "reshaped",
                                                            "not-comparable"};

/// One tensor of either model.
struct TensorComparison {
  std::string name;  ///< as it stands in the file
  Kept kept{};
  std::string reason;  ///< why one that both models have was not compared
  std::uint32_t original_type = 0;
  std::uint32_t stored_type = 0;
  TensorError error;     ///< of a tensor that was compared
  bool unusual = false;  ///< whether its error, or one of its pieces', is far above the usual one
  std::uint64_t first_row =
      0;  ///< of the worst piece; rows are runs of the first dimension, through all others
  std::uint64_t last_row = 0;
};

/// A file of the model that is judged, and where its findings go.
struct StoredFile {
  const FileMap* map;
  Report* report;
};

/// Hears which tensor of how many is being compared, from the caller's thread or one that works for it.
using CompareProgress = std::function<void(std::uint64_t tensor, std::uint64_t of)>;

/// Compares the tensors of a model with those of its original. Either may be one file or several; findings
/// stand on the file that holds the tensor, those about missing ones on the first. Tensors are in the order
/// of the judged files, then missing ones. `jobs`: threads, 0 for one a core.
std::vector<TensorComparison> check_against(std::span<const FileMap> originals,
                                            std::span<const StoredFile> stored, std::uint64_t jobs,
                                            const CompareProgress& progress = {});

}  // namespace ggufproof
