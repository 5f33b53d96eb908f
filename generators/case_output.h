// Writes files: assembled cases, whose holes stay holes, and texts.
#pragma once

#include <string>
#include <string_view>

#include "generators/case_image.h"

namespace ggufproof {

/// Writes bytes to a file, or to standard output for "-". Returns what went wrong, or nothing.
std::string write_output(const std::string& path, std::string_view bytes);

/// Writes an assembled file. What the case leaves to zeros becomes a hole where the file system can.
std::string write_output(const std::string& path, const CaseImage& image);

}  // namespace ggufproof
