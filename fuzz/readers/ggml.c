// ggml's reader: metadata and tensor infos, tensors created without data, as llama.cpp opens a model. The
// declarations are those of gguf.h and ggml.h, so that a library is all that is needed.
#include <stdbool.h>

#include "fuzz/gguf_reader.h"

struct gguf_context;
struct ggml_context;

struct gguf_init_params {
  bool no_alloc;
  struct ggml_context** ctx;
};

struct gguf_context* gguf_init_from_buffer(const void* data, size_t size, struct gguf_init_params params);
void gguf_free(struct gguf_context* context);
void ggml_free(struct ggml_context* context);

int gguf_reader_under_test(const uint8_t* data, size_t size) {
  struct ggml_context* tensors = NULL;
  const struct gguf_init_params params = {true, &tensors};
  struct gguf_context* context = gguf_init_from_buffer(data, size, params);
  if (tensors != NULL) ggml_free(tensors);
  if (context == NULL) return 0;
  gguf_free(context);
  return 1;
}
