// Judges the data of all tensors (clause 17): one pass over the bytes, in chunks that all cores share.
#pragma once

#include <cstdint>
#include <functional>

#include "validator/document.h"
#include "validator/finding.h"
#include "validator/role.h"

namespace ggufproof {

/// How the data section is read. None of it changes what is found.
struct DataReading {
  std::uint64_t jobs = 0;  ///< threads; 0 for one a core

  /// The first stretch of the file, at or after a byte, that is not known to be zeros: a file's holes need
  /// not be read. Empty and at the end of the file where there is none. If absent, all is to be read.
  std::function<Range(std::uint64_t at)> stretch{};

  /// Hears now and then, from the caller's thread, how many bytes of how many have been judged.
  std::function<void(std::uint64_t bytes, std::uint64_t of)> progress{};
};

/// Judges the data of every tensor whose place and size are known; of one that is cut, what is there.
/// `alignment` in bytes, above 0. Memory does not grow with the data. The time is linear in the file's size
/// even where tensors overlap: then those that go beyond it are not judged.
void check_values(const Document& document, std::uint64_t alignment, Role role, const DataReading& reading,
                  Report& report);

}  // namespace ggufproof
