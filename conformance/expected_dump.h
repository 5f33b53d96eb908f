// The dump that a reader of a case's file should give.
#pragma once

#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "validator/layout_map.h"

namespace ggufproof {

/// Files of more bytes are compared without digests, which would take longer than all else.
inline constexpr std::uint64_t most_digested_bytes = std::uint64_t{64} << 20;

/// The canonical dump of a file, with the digests of decoded values for tensors of some types ("Q4_K").
nlohmann::json expected_dump(const FileMap& map, const std::set<std::string>& decoded_types);

}  // namespace ggufproof
