// The manners in which the library opens a file, each a testee of its own.
#pragma once

#include <optional>
#include <string>

#include "conformance/testees/ggml/library.h"
#include "conformance/testees/ggml/serve.h"

namespace ggufproof {

/// A reader in the manner `manner`:
///
///   file       gguf_init_from_file, data and all (no_alloc false)
///   header     gguf_init_from_file without data (no_alloc true)
///   buffer     gguf_init_from_buffer, over the file in memory
///   callback   gguf_init_from_callback, at most 7 bytes a call
///   file-at-7  gguf_init_from_file_ptr, in a stream that has the file at offset 7
///
/// Nothing where there is no such manner. Where the release lacks the function, tells so on standard error
/// and ends the process with status 2. `about` of the result lacks `name` and `version`.
std::optional<Testee> ggml_reader(const GgmlLibrary& ggml, const std::string& manner);

}  // namespace ggufproof
