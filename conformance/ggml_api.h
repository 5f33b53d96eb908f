// The real ggml library, opened at run time.
//
// libggml-base is the reference reader that `--profile ggml` claims to agree with. It is fetched, never
// linked: a machine without it still builds everything, and load_ggml answers with an error text. Nothing
// here protects the caller from the library, which aborts on some files; isolated_worker.h does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ggufproof {

struct GgufContext;  // gguf_context of the library, never looked into
struct GgmlContext;  // ggml_context of the library, never looked into

/// gguf_init_params of gguf.h, passed by value across the C interface.
struct GgufInitParams {
  bool no_alloc;          // true: create tensors without data; false: allocate and read the data section
  GgmlContext** tensors;  // where to put the tensors' context; with null no tensors are created
};

/// ggml_log_callback of ggml.h: level (an enum, so an int in the C interface), text, user data.
using GgmlLogCallback = void (*)(int level, const char* text, void* user_data);

/// ggml_type_traits of ggml.h: what the library knows about a tensor type. `k` counts elements, a multiple of
/// block_elements.
struct GgmlTypeTraits {
  const char* type_name;
  std::int64_t block_elements;
  std::int64_t block_elements_interleaved;
  std::size_t block_bytes;
  bool is_quantized;
  void (*to_float)(const void* blocks, float* values, std::int64_t k);        // null where it cannot decode
  void (*from_float_ref)(const float* values, void* blocks, std::int64_t k);  // null where it cannot encode
};

/// The library's functions; all set once load_ggml has succeeded. Meaning and errors as in gguf.h.
struct GgmlApi {
#define GGML_FUNCTION(result, name, parameters) result(*name) parameters = nullptr;
#include "conformance/ggml_functions.def"
};

/// What load_ggml found: functions to call, or why there are none.
struct GgmlLoad {
  GgmlApi api;
  std::string error;  // empty on success; else a sentence that names the file or the function that is missing

  explicit operator bool() const { return error.empty(); }
};

/// Opens the library at `path` (symbols stay local to it) and looks up every function. The library stays open
/// until the process ends, since ggml keeps process-wide state. Its own backtrace-on-terminate hook, which
/// would start a debugger, is switched off. Never aborts: a missing file or function is told in
/// GgmlLoad::error.
GgmlLoad load_ggml(const std::string& path);

/// Where the build expects the fetched library: lib/libggml-base.so below the CMake variable
/// GGUFPROOF_FETCHED.
std::string fetched_ggml_path();

}  // namespace ggufproof
