// What every fuzz target shares: the entry that engines call, and how a broken promise ends the process, so
// that they keep the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// Runs one input; always 0 (libFuzzer's interface, which AFL++ and others share).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ggufproof {

/// Ends the process, telling which promise the input breaks, unless it `holds`. `seen` is what was seen
/// instead.
inline void require(bool holds, std::string_view promise, std::string_view seen = {}) {
  if (holds) return;
  std::fprintf(stderr, "PROMISE BROKEN: %.*s\n%.*s\n", static_cast<int>(promise.size()), promise.data(),
               static_cast<int>(seen.size()), seen.data());
  std::abort();
}

}  // namespace ggufproof
