// The names of the tensors that an architecture knows, for files that are about a model and are none.
#pragma once

#include <set>
#include <string_view>

#include "validator/architecture_program.h"

namespace ggufproof {

/// The tensors that models of one architecture may have, whatever their keys say.
class ArchitectureNames {
 public:
  /// `program` must outlive this.
  explicit ArchitectureNames(const Program& program);

  /// Whether a row of the architecture asks for a tensor of this name, with any numbers of blocks, or for the
  /// weight that a .scale or .input_scale of this name stands beside (clause 13.10).
  bool contains(std::string_view name) const;

 private:
  void add(const std::vector<Row>& rows);

  const Program& program_;
  std::set<std::uint32_t> patterns_;  ///< indices in Program::patterns
};

}  // namespace ggufproof
