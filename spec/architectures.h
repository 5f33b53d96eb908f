// The text of spec/architectures, built into the binary: one entry for each architecture, and base.arch.
#pragma once

#include <array>
#include <string_view>

namespace ggufproof {

/// One file of spec/architectures.
struct ArchitectureText {
  std::string_view name;  ///< as general.architecture writes it
  std::string_view rows;
};

inline constexpr auto architectures = std::to_array<ArchitectureText>({
#define ARCHITECTURE(name, rows) {name, rows},
#include "spec/architectures.inc"
#undef ARCHITECTURE
});

/// The rows that all architectures share.
inline constexpr std::string_view architecture_base =
#define ARCHITECTURE_BASE(rows) rows
#include "spec/architectures_base.inc"
#undef ARCHITECTURE_BASE
    ;

/// The version of llama.cpp that the table was made from.
inline constexpr std::string_view architectures_version =
#include "spec/architectures_version.inc"
    ;

}  // namespace ggufproof
