// Whether this build carries a sanitizer that brings its own allocator and maps terabytes of shadow memory:
// then no limit on a process's memory is possible, since the shadow would exceed it.
#pragma once

namespace ggufproof {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized_build = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized_build = true;
#else
inline constexpr bool sanitized_build = false;
#endif
#else
inline constexpr bool sanitized_build = false;
#endif

}  // namespace ggufproof
