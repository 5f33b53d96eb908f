// Reads the expressions of spec/architectures into nodes of a program.
#pragma once

#include <string>
#include <string_view>

#include "validator/architecture_program.h"

namespace ggufproof {

/// The slot of a name, made where it is new.
Slot slot_of(Program& program, std::string_view name);

/// The index in Program::patterns of a tensor's name with values in braces.
std::uint32_t read_pattern(Program& program, std::string_view text);

/// Reads one expression that takes all of `text`. Where it cannot, sets Program::error.
NodeId read_expression(Program& program, std::string_view text);

/// Splits "a, b(c, d)" at the commas that stand in no brackets.
std::vector<std::string_view> split_arguments(std::string_view text);

/// `text` without spaces at its ends.
std::string_view trimmed(std::string_view text);

}  // namespace ggufproof
