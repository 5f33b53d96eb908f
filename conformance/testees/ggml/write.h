// The manners in which the library writes a file (gguf.h, "writing gguf files can be done in 3 ways").
#pragma once

#include <optional>
#include <string>

#include "conformance/testees/ggml/library.h"
#include "conformance/testees/ggml/serve.h"

namespace ggufproof {

/// A writer in the manner `manner`:
///
///   write            gguf_write_to_file, all at once
///   write-append     gguf_write_to_file without data, then the data appended
///   write-meta-last  data behind a hole, which gguf_get_meta_data fills in afterwards
///   write-retyped    as `write`; each tensor is added as F32 and then changed by gguf_set_tensor_type
///
/// Refuses only what the C interface has no words for; what the library makes of the rest is its own.
/// Nothing where there is no such manner. `about` of the result lacks `name` and `version`.
std::optional<Testee> ggml_writer(const GgmlLibrary& ggml, const std::string& manner);

}  // namespace ggufproof
