// Writes files: assembled cases, whose holes stay holes, and texts. A file is written beside its place and
// then put there, so that what stood there stays until all of the new one is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/case_image.h"

namespace ggufproof {

/// What went wrong with a file or folder.
struct FileFault {
  std::string path;                  ///< as it was given, not fit to be shown
  std::string what;                  ///< a sentence such as "No space left on device"
  std::vector<std::string> names{};  ///< of files that the sentence is about, not fit to be shown
};

/// Writes bytes to a file, or to standard output for "-". A new file has the permissions that the umask
/// leaves, one that is replaced keeps its own; links are followed. What is no regular file (a pipe, a device,
/// /dev/stdout) is written to where it stands. Returns what went wrong, or nothing.
std::optional<FileFault> write_output(const std::string& path, std::string_view bytes);

/// Writes an assembled file. What the case leaves to zeros becomes a hole where the file system can.
std::optional<FileFault> write_output(const std::string& path, const CaseImage& image);

}  // namespace ggufproof
