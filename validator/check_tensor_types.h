// What llama.cpp computes with a tensor decides which types it may have.
#pragma once

#include "validator/document.h"
#include "validator/finding.h"

namespace ggufproof {

/// Reports tensor `i` where its type is none that its operation takes (clause 13.16). Names that the table of
/// operations does not have are not judged.
void check_tensor_type(const Tensor& tensor, std::uint64_t i, Report& report);

}  // namespace ggufproof
