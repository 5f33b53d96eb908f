// Tensor types of ggml's forks as C++: spec/fork_types.def.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace ggufproof {

/// One row of spec/fork_types.def. A tensor's data are, for each row of elements, its blocks and `row_bytes`,
/// and after the last row `tensor_bytes`.
struct ForkTypeRow {
  std::uint32_t id;
  std::string_view name;
  std::string_view fork;
  std::uint64_t block_elements;
  std::uint64_t block_bytes;
  std::uint64_t row_bytes;
  std::uint64_t tensor_bytes;
};

inline constexpr std::array fork_types{
#define FORK_TYPE(id, name, fork, elements, bytes, row_bytes, tensor_bytes) \
  ForkTypeRow{id, name, fork, elements, bytes, row_bytes, tensor_bytes},
#include "spec/fork_types.def"
};

/// What a fork means by a type id, or nullptr where no fork that we know uses it.
constexpr const ForkTypeRow* fork_type_row(std::uint32_t id) {
  const auto* row =
      std::find_if(fork_types.begin(), fork_types.end(), [&](const ForkTypeRow& r) { return r.id == id; });
  return row == fork_types.end() ? nullptr : row;
}

}  // namespace ggufproof
