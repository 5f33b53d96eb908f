// The table of general.file_type as C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "spec/tables.h"

namespace ggufproof {

/// One row of spec/file_types.def.
struct FileTypeRow {
  std::uint64_t number;
  std::string_view name;
  TensorType type;  ///< what most tensors then are
};

inline constexpr std::array file_types{
#define FILE_TYPE(number, name, type) FileTypeRow{number, name, TensorType::type},
#include "spec/file_types.def"
};

/// The row of a file type, or nullptr where there is none or it was removed.
constexpr const FileTypeRow* find_file_type(std::uint64_t number) {
  const auto* row = std::find_if(file_types.begin(), file_types.end(),
                                 [&](const FileTypeRow& r) { return r.number == number; });
  return row == file_types.end() ? nullptr : row;
}

/// The file type as it stands in file names: Q4_K_M for MOSTLY_Q4_K_M.
constexpr std::string_view encoding_of(const FileTypeRow& row) {
  const std::size_t underscore = row.name.find('_');
  return row.name.substr(underscore + 1);
}

}  // namespace ggufproof
