// Opens the library through load_ggml, then asks the loader for what GgmlApi does not list.
#include "conformance/testees/ggml/library.h"

#include <cstdlib>
#include <utility>

#include <dlfcn.h>

namespace ggufproof {
namespace {

std::string log_text;

void keep(int /*level*/, const char* text, void* /*user_data*/) { log_text += text; }

}  // namespace

GgmlLibrary open_ggml(const std::string& path) {
  const GgmlLoad load = load_ggml(path);
  void* handle = load ? dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD) : nullptr;
  if (handle == nullptr) {
    std::fprintf(stderr, "%s\n", load ? dlerror() : load.error.c_str());
    std::exit(2);
  }
  GgmlLibrary library{load.api};
#define GGML_FUNCTION(result, name, parameters) \
  library.name = reinterpret_cast<decltype(library.name)>(dlsym(handle, #name));
#include "conformance/testees/ggml/functions.def"
  library.ggml_log_set(keep, nullptr);
  return library;
}

std::string take_ggml_log() { return std::exchange(log_text, {}); }

}  // namespace ggufproof
