// What a page about a file shows beside the findings: the runs of its bytes, its tensors and its metadata.
// Texts are fit to be shown; of a file with very many entries the later ones are counted alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "validator/bytes.h"

namespace ggufproof {

/// Most entries of each list.
inline constexpr std::size_t most_page_entries = 5000;

/// A run of bytes on the map.
struct PageRegion {
  Range bytes;
  std::string kind;  ///< header, pair, info, data, padding, or another word of the byte map such as gap
  std::string name;  ///< what it is: a field path, and the key or tensor that it belongs to
};

struct PagePair {
  Range bytes;
  std::string key;
  std::string type;
  std::string value;
};

struct PageTensor {
  std::string name;
  std::string type;
  std::string dimensions;              ///< in file order
  std::optional<std::uint64_t> size;   ///< bytes of data, where type and shape tell
  std::optional<std::uint64_t> begin;  ///< of the data in the file
};

/// The tensors of one type.
struct PageType {
  std::uint64_t tensors = 0;
  std::uint64_t bytes = 0;
};

struct PageFacts {
  std::vector<PageRegion> regions;  ///< join without a hole; the last one may hold all the rest
  std::vector<PagePair> pairs;
  std::vector<PageTensor> tensors;        ///< the largest first
  std::map<std::string, PageType> types;  ///< of all tensors
  std::uint64_t more_pairs = 0;           ///< that are not in the list
  std::uint64_t more_tensors = 0;
};

/// Gathers them from the bytes of a file.
PageFacts page_facts(Bytes bytes);

}  // namespace ggufproof
