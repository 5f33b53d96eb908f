// The reference reader as something that an isolated worker can run.
#pragma once

#include <string>

#include "conformance/isolated_worker.h"

namespace ggufproof {

/// A judge that asks gguf_init_from_file of the library at `library_path`. header_only sets no_alloc,
/// with_data clears it; both ask for tensors, as llama.cpp's loader does. The library is opened in the
/// worker's child, never in the process that calls this.
MakeJudge ggml_judge(std::string library_path);

}  // namespace ggufproof
