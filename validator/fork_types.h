// Tensors whose type is a fork's. Where ggml knows the id too, the room that the offsets leave decides whose
// it is.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/fork_types.h"
#include "validator/document.h"

namespace ggufproof {

/// The tensors of one type id that is a fork's in this file.
struct ForkTypeUse {
  const ForkTypeRow* row = nullptr;
  std::uint64_t first = 0;    ///< number of the first tensor of the type
  std::uint64_t tensors = 0;  ///< how many have it
  bool fits = false;          ///< the room between offsets is what the fork's layout takes, in each of them
};

/// Which type ids of the file are a fork's. An id that ggml supports, or once did, is one only where the
/// fork's layout fits the offsets and ggml's does not. `alignment` in bytes.
std::vector<ForkTypeUse> find_fork_types(const Document& document, std::uint64_t alignment);

}  // namespace ggufproof
