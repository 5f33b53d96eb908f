// Opens, asks, frees.
#include "conformance/ggml_testee.h"

#include <cstdio>
#include <utility>

#include "conformance/ggml_api.h"

namespace ggufproof {
namespace {

bool accepts(const GgmlApi& api, const char* path, Manner manner) {
  GgmlContext* tensors = nullptr;
  GgufContext* context = api.gguf_init_from_file(path, {manner == Manner::header_only, &tensors});
  if (tensors != nullptr) api.ggml_free(tensors);
  if (context == nullptr) return false;
  api.gguf_free(context);
  return true;
}

}  // namespace

MakeJudge ggml_judge(std::string library_path) {
  return [library_path = std::move(library_path)]() -> Judge {
    const GgmlLoad load = load_ggml(library_path);
    if (!load) {
      std::fprintf(stderr, "%s\n", load.error.c_str());
      return {};
    }
    return [api = load.api](const char* path, Manner manner) { return accepts(api, path, manner); };
  };
}

}  // namespace ggufproof
