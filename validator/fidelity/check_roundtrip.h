// Quantized tensors decoded, encoded by our own encoder and decoded again (clause 18): could their type's
// encoder have made them?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "validator/fidelity/distance.h"
#include "validator/finding.h"
#include "validator/has_changed.h"
#include "validator/layout_map.h"

namespace ggufproof {

/// What became of a tensor on its way round.
struct RoundTrip {
  std::string name;  ///< as it stands in the file
  std::uint32_t type = 0;
  std::uint64_t blocks = 0;
  std::uint64_t same_bytes = 0;          ///< blocks that came back bit for bit
  std::uint64_t same_values = 0;         ///< blocks whose values came back, zeros of either sign being alike
  std::uint64_t first_other = 0;         ///< the first block whose values did not
  std::uint64_t without_peak = 0;        ///< blocks without the peak of spec/peak_scales.def
  std::uint64_t first_without_peak = 0;  ///< the first of them
  Distance error;                        ///< between the values before and after
};

/// Sends every tensor of a type with blocks and an encoder round, on `jobs` threads, 0 for one a core.
/// Tensors whose data are not all there are left out. Stops early where
/// the file has changed, and what came out until then is worth nothing. The report gets a finding for a
/// tensor with blocks that the encoder of its type cannot make, where that can be told (spec/round_trips.def,
/// spec/peak_scales.def).
std::vector<RoundTrip> check_roundtrip(const FileMap& map, std::uint64_t jobs, const HasChanged& has_changed,
                                       Report& report);

}  // namespace ggufproof
