// The fields of one metadata value, its arrays cut to what the style allows.
#pragma once

#include <string>

#include "spec/tables.h"
#include "validator/layout_field.h"

namespace ggufproof {

/// Hands the fields of a value to `sink`, with paths that begin with `path`. The cursor ends after the value,
/// or where it breaks off; false then. REQUIRES: `type` exists.
bool value_fields(Cursor& cursor, ValueType type, const std::string& path, const MapStyle& style,
                  const FieldSink& sink);

/// A scalar as text: integers in decimal, floats in the shortest form that reads back the same, NaNs with
/// their bits, bools as true, false or the byte.
std::string scalar_shown(Cursor cursor, ValueType type);

}  // namespace ggufproof
