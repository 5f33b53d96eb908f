// A file's description as text, one line a pair and a tensor, so that a counterexample can be read.
#pragma once

#include <iosfwd>
#include <string>

#include "generators/file_model.h"

namespace ggufproof {

/// The whole file; bytes outside printable ASCII as \xNN.
std::string show_model(const FileModel& file);

/// What RapidCheck and GoogleTest print for a file.
std::ostream& operator<<(std::ostream& out, const FileModel& file);

}  // namespace ggufproof
