// How tests over tensor types are named: without this, GoogleTest would print a row's bytes, addresses among
// them, and the names would change from run to run.
#pragma once

#include <ostream>

#include "spec/tables.h"

namespace ggufproof {

inline void PrintTo(const TensorTypeRow& row, std::ostream* out) { *out << row.name; }

}  // namespace ggufproof
