// Turns a file, whole or broken, into the text of a case: fields with their names as far as the structure can
// be followed, bytes from there on. Assembling the text gives the same bytes, except where long data are left
// out by their digest.
#pragma once

#include <cstdint>
#include <string>

#include "validator/bytes.h"

namespace ggufproof {

struct UncaseOptions {
  /// Bytes of one stretch of data that are written out; longer ones, zeros apart, are elided with their
  /// SHA-256.
  std::uint64_t whole = 4096;
};

/// The body of a case for these bytes, without any expectation.
std::string uncase(Bytes bytes, const UncaseOptions& options = {});

}  // namespace ggufproof
