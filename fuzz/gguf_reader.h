// The one C function that a native reader provides, in whatever language, to be fuzzed by fuzz_reader.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the `size` bytes at `data` as a whole GGUF file, as far as the reader's users would, and frees what
/// it took. Returns 1 where it takes the file and 0 where it refuses it. The bytes are gone after the call.
int gguf_reader_under_test(const uint8_t* data, size_t size);

#ifdef __cplusplus
}
#endif
