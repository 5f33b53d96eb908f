// What the library's own functions say of an open file, as a canonical dump (validator/dump_format.md).
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "conformance/testees/ggml/library.h"

namespace ggufproof {

/// What was opened, and how.
struct OpenFile {
  const GgufContext* gguf;
  const GgmlContext* tensors;
  bool with_data;       // opened with no_alloc false
  std::uint64_t start;  // where in the stream the GGUF begins, in bytes
};

/// The dump of a file; `decode` adds decoded_sha256 to tensors whose types the library decodes. The library
/// pads a shape with ones to four dimensions and keeps no count: trailing ones are left out, all but the
/// first.
nlohmann::json dump_of(const GgmlLibrary& ggml, const OpenFile& file, bool decode);

/// The names of the tensor types that dump_of decodes.
nlohmann::json decoded_types(const GgmlLibrary& ggml);

}  // namespace ggufproof
