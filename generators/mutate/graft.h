// A description put into another file: what the description says stays as it is, and of the file stays what
// does not get in its way. That turns one case of the corpus into as many files as there are hosts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generators/choices.h"
#include "generators/mutate/case_pairs.h"

namespace ggufproof {

/// What a host gives to the files that a pair of cases becomes.
class Graft {
 public:
  /// Decides what of the host goes along, and where it stands: the same for both cases of the pair.
  Graft(Choices& choices, const FileModel& host, const CasePair& pair);

  /// One of the pair's descriptions with what the host gives.
  FileModel into(const FileModel& piece) const;

  /// A label of the piece's own file as it is in that file.
  std::string label_in(const FileModel& piece, const std::string& label) const;

 private:
  template <class T>
  struct Placed {
    T what;
    std::uint64_t after = 0;  ///< this many of the piece's own
  };

  std::vector<Placed<ModelPair>> pairs_;
  std::vector<Placed<ModelTensor>> tensors_;
};

}  // namespace ggufproof
