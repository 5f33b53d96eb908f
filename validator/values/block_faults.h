// A close look at one block: what is wrong with it, where and why. Straight from the formats' definitions,
// one block at a time, in either byte order.
#pragma once

#include <functional>
#include <string>

#include "spec/blocks.h"
#include "spec/rules.h"
#include "validator/bytes.h"

namespace ggufproof {

/// How many rules speak of blocks; they follow one another from Rule::values_element on.
inline constexpr std::size_t block_rules =
    static_cast<std::size_t>(Rule::values_implausible) - static_cast<std::size_t>(Rule::values_element) + 1;

/// A rule that a unit of a block breaks.
struct BlockFault {
  Rule rule{};
  const BlockField* field = nullptr;
  std::uint64_t unit = 0;  ///< index in the field; 0 for a scale that all its units make together
  std::uint64_t bits = 0;  ///< of the unit, or of the scale assembled
  Range bytes;             ///< from the start of the block
};

using FaultSink = std::function<void(const BlockFault& fault)>;

/// Hands on every fault of a block, in the order of its bytes. REQUIRES: type.block_bytes bytes at `block`,
/// of a type that has blocks.
void find_faults(const TensorTypeRow& type, const std::uint8_t* block, ByteOrder order,
                 const FaultSink& sink);

/// What was found, fit to be shown: "NaN as d", "an infinity", "0xff in qs[3]".
std::string fault_shown(const BlockFault& fault);

}  // namespace ggufproof
