// What a file is for, told from its metadata: which keys it needs depends on it.
#pragma once

#include <string_view>

#include "validator/document.h"

namespace ggufproof {

/// "model", "vocabulary", "adapter", "projector", "imatrix", "control-vector", "shard" (any but the first),
/// or "unknown" where the metadata could not be read.
std::string_view role_of(const Document& document);

}  // namespace ggufproof
