// What a forked child does before it becomes somebody else's program.
#pragma once

#include <array>

#include "conformance/sandbox.h"

namespace ggufproof {

/// Pointers into strings, as execve wants them: made before the fork, since the child shares our memory until
/// it is somebody else.
struct ChildWords {
  explicit ChildWords(const SandboxedCommand& command);

  std::vector<std::string> environment;
  std::vector<char*> argv, envp;
};

/// Becomes the program: descriptors 0 to 2 are `ends`. Never returns. Where that fails errno is
/// written to `report`, which otherwise closes.
[[noreturn]] void become(const SandboxedCommand& command, const ChildWords& words,
                         const SandboxLimits& limits, const std::array<int, 3>& ends, int report);

}  // namespace ggufproof
