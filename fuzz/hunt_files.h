// The files that a hunt gives to a reader: each follows from the seed and its number alone, so that any of
// them can be made again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/handshake.h"
#include "generators/manifest.h"

namespace ggufproof {

/// How files are made: by the generators, which know the format, or by changes of bytes, to compare with.
enum class HuntMutator : std::uint8_t { fields, bytes };

struct HuntFile {
  std::vector<std::uint8_t> bytes;
  std::string what;  ///< such as "layout/offset-aligned; tensor[0].offset: 32 becomes 0"
};

class HuntFiles {
 public:
  /// Files of the corpus, those of more than most_seed_bytes apart, and what comes of them; big-endian ones
  /// are made anew for a reader that reads them only.
  HuntFiles(const Corpus& corpus, const Handshake& reader, std::uint64_t seed, HuntMutator mutator);

  /// The i-th file: the cases of the corpus first, then random files, their mutants, and mutants of the
  /// cases; by bytes, mutants of the cases alone.
  HuntFile operator[](std::uint64_t i) const;

 private:
  std::vector<HuntFile> cases_;
  bool big_endian_;
  std::uint64_t seed_;
  HuntMutator mutator_;
};

}  // namespace ggufproof
