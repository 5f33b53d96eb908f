// Files made to cost a reader as much as they can, byte for byte: the smallest records in the largest
// numbers, the deepest nesting, a fault in every place. Just above a power of two, where growing tables have
// just been doubled.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/bench/large_files.h"

namespace ggufproof {

/// A file by name, made when it is asked for.
struct HostileFile {
  std::string name;
  std::function<LargeFile()> make;
};

/// How a test shows the file that it is about.
inline void PrintTo(const HostileFile& file, std::ostream* out) { *out << file.name; }

/// All of them, each a few megabytes, in versions 1 and 3 where the width of counts matters.
std::vector<HostileFile> hostile_files();

}  // namespace ggufproof
