// The real ggml library as its testees use it: more functions than the oracle of the tests needs, and its
// log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "conformance/ggml_api.h"

namespace ggufproof {

/// The first members of ggml_tensor of ggml.h; the rest is never looked into.
struct GgmlTensor {
  int type;
  void* buffer;
  std::int64_t elements[4];  // dimensions, fastest first; 1 beyond the tensor's own
};

/// ggml_init_params of ggml.h.
struct GgmlInitParams {
  std::size_t bytes;
  void* memory;
  bool no_alloc;
};

/// gguf_reader_callback_t of gguf.h: reads up to `bytes` at `offset`, returns how many it read.
using GgufReaderCallback = std::size_t (*)(void* user_data, void* into, std::uint64_t offset,
                                           std::size_t bytes);

/// All functions that the testees call. Those of GgmlApi are set; of the others, those that the release has.
struct GgmlLibrary : GgmlApi {
#define GGML_FUNCTION(result, name, parameters) result(*name) parameters = nullptr;
#include "conformance/testees/ggml/functions.def"
};

/// The library at `path`, with its log going to ggml_log(). On failure tells why on standard error and ends
/// the process with status 2.
GgmlLibrary open_ggml(const std::string& path);

/// What the library has logged since the last call, on one line or several.
std::string take_ggml_log();

}  // namespace ggufproof
