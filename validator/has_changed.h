// How those who read a file for long hear that it is no longer what it was.
#pragma once

#include <functional>

namespace ggufproof {

/// Whether a file is no longer what it was when it was opened: what was read last may be zeros in place of
/// its bytes, and nothing made of it may be shown. Called after each stretch that was read, by any thread.
using HasChanged = std::function<bool()>;

}  // namespace ggufproof
