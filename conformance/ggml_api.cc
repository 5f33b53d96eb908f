// dlopen and dlsym, once for every row of ggml_functions.def.
#include "conformance/ggml_api.h"

#include <cstdlib>

#include <dlfcn.h>

namespace ggufproof {
namespace {

template <typename Function>
bool look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

GgmlLoad load_ggml(const std::string& path) {
  GgmlLoad load;
  setenv("GGML_NO_BACKTRACE", "1", 1);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    load.error = reason != nullptr ? reason : path + ": cannot be opened";
    return load;
  }
#define GGML_FUNCTION(result, name, parameters)     \
  if (!look_up(library, #name, load.api.name)) {    \
    load.error = path + ": has no function " #name; \
    return load;                                    \
  }
#include "conformance/ggml_functions.def"
  return load;
}

std::string fetched_ggml_path() { return std::string(GGUFPROOF_FETCHED_DIR) + "/lib/libggml-base.so"; }

}  // namespace ggufproof
