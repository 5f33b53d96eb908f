// Makes a file small that somebody finds interesting, such as one that crashes a reader: drops pairs,
// tensors, elements and dimensions by halves, empties values, cuts texts and data, makes shapes and numbers
// smaller, and at last takes single bytes away. Works on the structure as far as it can be followed, so that
// counts, lengths and padding keep up, and lies stay lies.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "validator/bytes.h"

namespace ggufproof {

/// Whether a file still has what is looked for. Asked once for each file; to be answered always alike.
using Interesting = std::function<bool(Bytes)>;

/// A file on its way to be small.
struct Shrunk {
  std::vector<std::uint8_t> bytes;  ///< the smallest file so far that is interesting
  std::uint64_t runs = 0;           ///< files that were asked about
  bool finished = false;            ///< nothing that shrink knows makes it smaller
};

struct ShrinkOptions {
  std::uint64_t most_runs = 2000;                        ///< files to ask about
  std::function<bool()> stop{};                          ///< true ends it before that
  std::function<void(const Shrunk& so_far)> progress{};  ///< called before each run
};

/// The smallest file that can be found; the one that was given where that is not interesting itself. The same
/// file and the same answers give the same result.
Shrunk shrink(std::vector<std::uint8_t> file, const Interesting& interesting,
              const ShrinkOptions& options = {});

}  // namespace ggufproof
