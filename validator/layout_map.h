// What the byte map and the dump both need of a file: its document, where its data section lies, and the
// one place, if any, where the file can be followed no further.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "validator/document.h"

namespace ggufproof {

/// Where and why a file can be followed no further.
struct Stop {
  std::uint64_t at = 0;  ///< offset in the file
  std::string path;      ///< field path, such as kv[3].value.count
  std::string why;       ///< a sentence, fit to be shown
};

/// A file, as far as it could be followed.
struct FileMap {
  Document document;
  std::optional<std::uint64_t> alignment;   ///< bytes; nothing where none can be told
  std::optional<std::uint64_t> data_begin;  ///< offset of the data section; nothing without tensors too
  std::optional<Stop> stop;                 ///< nothing where the whole file could be followed
};

/// Where a tensor's data lie.
struct TensorPlace {
  std::optional<std::uint64_t>
      begin;  ///< offset in the file; nothing where it passes 2^64 or has no data section
  std::optional<std::uint64_t> bytes;  ///< size; nothing where type or shape do not tell it

  /// The data, or nothing where they are not wholly among the first `file_bytes`.
  std::optional<Range> within(std::uint64_t file_bytes) const;
};

/// The data of a tensor, whole blocks of a type.
struct TensorBytes {
  const TensorTypeRow* type = nullptr;
  Range range{};  ///< in the file
  Bytes blocks;
};

/// Follows a file. `bytes` must outlive the map.
FileMap map_file(Bytes bytes);

/// The place of a tensor of this file.
TensorPlace place_of(const FileMap& map, const Tensor& tensor);

/// The data of a tensor of this file; nothing where its type has no blocks or not all of them are there.
std::optional<TensorBytes> bytes_of(const FileMap& map, const Tensor& tensor);

}  // namespace ggufproof
