// testee_llama: llama.cpp's whole model loader as a testee of gguf-certify, by its verdict alone: the C
// interface gives a model, not what the file says.
//
// The structure and the functions are declared by hand from llama.h of the release that
// ../ggml/package-lock.json pins: another release may have other members.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <dlfcn.h>

#include "conformance/testees/ggml/serve.h"

namespace ggufproof {
namespace {

using nlohmann::json;

/// llama_model_params of llama.h.
struct ModelParams {
  void* devices;
  const void* tensor_buft_overrides;
  std::int32_t gpu_layers;
  int split_mode;
  int load_mode;
  int lazy_mode;
  std::int32_t main_gpu;
  const float* tensor_split;
  bool (*progress)(float, void*);
  void* progress_user_data;
  const void* kv_overrides;
  bool vocab_only;
  bool check_tensors;
  bool use_extra_bufts;
  bool no_host;
  bool no_alloc;
  bool load_mtp;
};

constexpr int load_by_mmap = 1;  // LLAMA_LOAD_MODE_MMAP
constexpr int error_level = 4;   // GGML_LOG_LEVEL_ERROR

struct Llama {
  void (*ggml_backend_load_all_from_path)(const char* folder);
  void (*llama_backend_init)();
  void (*llama_log_set)(void (*log)(int level, const char* text, void* user_data), void* user_data);
  ModelParams (*llama_model_default_params)();
  void* (*llama_model_load_from_file)(const char* path, ModelParams params);
  void (*llama_model_free)(void* model);
};

std::string errors;

void keep_errors(int level, const char* text, void* /*user_data*/) {
  if (level == error_level) errors += text;
}

template <typename Function>
void look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function != nullptr) return;
  std::fprintf(stderr, "%s\n", dlerror());
  std::exit(2);
}

/// The library of `path`, ready to load models with the processor's backend, which lies in the same folder.
/// On failure tells why and ends the process with status 2.
Llama open_llama(const std::string& path) {
  setenv("GGML_NO_BACKTRACE", "1", 1);  // a crash must not start a debugger
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(2);
  }
  Llama llama{};
  look_up(library, "ggml_backend_load_all_from_path", llama.ggml_backend_load_all_from_path);
  look_up(library, "llama_backend_init", llama.llama_backend_init);
  look_up(library, "llama_log_set", llama.llama_log_set);
  look_up(library, "llama_model_default_params", llama.llama_model_default_params);
  look_up(library, "llama_model_load_from_file", llama.llama_model_load_from_file);
  look_up(library, "llama_model_free", llama.llama_model_free);
  llama.llama_log_set(keep_errors, nullptr);
  llama.ggml_backend_load_all_from_path(path.substr(0, path.rfind('/')).c_str());
  llama.llama_backend_init();
  return llama;
}

json read(const Llama& llama, const std::string& file) {
  errors.clear();
  ModelParams params = llama.llama_model_default_params();
  params.gpu_layers = 0;
  params.load_mode = load_by_mmap;
  void* model = llama.llama_model_load_from_file(file.c_str(), params);
  if (model == nullptr) throw Refused(errors.empty() ? "no reason given" : std::exchange(errors, {}));
  llama.llama_model_free(model);
  return json::object();
}

Testee testee_of(const Llama& llama, const std::string& release) {
  const json omits{"version",         "endian",  "alignment", "data_offset", "value_types",
                   "metadata",        "tensors", "types",     "dimensions",  "offset",
                   "absolute_offset", "size",    "sha256"};
  Testee testee;
  testee.about = {{"name", "llama.cpp"}, {"version", release}, {"language", "C++"},
                  {"reads", "data"},     {"judges", "model"},  {"omits", omits}};
  testee.read = [llama](const std::string& file, bool /*decode*/) { return read(llama, file); };
  return testee;
}

}  // namespace
}  // namespace ggufproof

int main(int argc, char** argv) {
  std::string library;
  std::string release;
  CLI::App app("llama.cpp's model loader, speaking the protocol of gguf-certify");
  app.add_option("--library", library, "libllama, with ggml's libraries in the same folder")->required();
  app.add_option("--release", release, "the release that the library is of")->required();
  CLI11_PARSE(app, argc, argv);
  return ggufproof::serve(ggufproof::testee_of(ggufproof::open_llama(library), release));
}
