// Words about what the table demands: shapes with their symbols, and where the symbols' values come from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validator/architecture_values.h"

namespace ggufproof {

/// "[E, H*dk] = [256, 512], where E = embedding_length = 256, H = attention.head_count = 2, dk = E/H = 256".
std::string shape_shown(Values& values, const std::vector<NodeId>& dims);

/// "X > 0, where X = expert_count = 0".
std::string condition_shown(Values& values, NodeId condition);

/// A key that is absent and whose value, then 0, makes the expression 0; nothing where there is none.
std::optional<std::string_view> absent_key_behind(Values& values, NodeId node);

/// Whether an expression names the variable itself, not through others.
bool mentions(Values& values, NodeId node, Slot slot);

/// The number of a pair whose value the expression depends on, or nothing.
std::optional<std::uint64_t> pair_behind(Values& values, NodeId node);

}  // namespace ggufproof
