// What a file has that readers stumble over although it may be there: the rows of spec/traits.def that fit
// it, with the first place of each.
#pragma once

#include <string>
#include <vector>

#include "validator/bytes.h"

namespace ggufproof {

/// A trait of a file.
struct Trait {
  std::string name;   ///< such as array.nested or type.mxfp4
  std::string words;  ///< what is the case, fit to be shown
  std::string at;     ///< field path of the first place, such as kv[3].value
};

/// The traits of a file, as far as it can be followed, each once: those of rules, of shapes, of types.
/// `bytes` are those of the file from its first to its last.
std::vector<Trait> traits_of(Bytes bytes);

}  // namespace ggufproof
