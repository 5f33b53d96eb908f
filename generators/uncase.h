// Turns a file, whole or broken, into the text of a case: fields with their names as far as the structure can
// be followed, bytes from there on. Assembling the text gives the same bytes, except where long data are left
// out: there the text has their digest, and assembling it zeros until they are put back.
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

/// A file as the text of a case, and how much of it the text only names by its digest.
struct Uncased {
  std::string text;  ///< the body of a case, without any expectation
  std::uint64_t elided_stretches = 0;
  std::uint64_t elided_bytes = 0;
  std::uint64_t longest = 0;  ///< bytes of the longest stretch elided
};

/// Any bytes as a case. Assembling the text gives these bytes where nothing is elided.
Uncased uncase(Bytes bytes, const UncaseOptions& options = {});

}  // namespace ggufproof
