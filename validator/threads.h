// How many threads work on a file's data.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tbb/task_arena.h>

namespace ggufproof {

/// An arena of `jobs` threads, 0 for one a core. Never more than cores, which would only draw a warning.
inline tbb::task_arena arena_of(std::uint64_t jobs) {
  const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
  return tbb::task_arena(static_cast<int>(jobs == 0 ? cores : std::min(jobs, cores)));
}

}  // namespace ggufproof
