// Files that are laid out without fault and yet wrong, or in dispute: one value of the description is changed
// before it is written, so that all counts, offsets and padding agree with it. What a reader says is then
// about that value.
#pragma once

#include <string>

#include "generators/choices.h"
#include "generators/file_model.h"

namespace ggufproof {

/// Changes one thing in `file` and tells which: an odd alignment, a bad or repeated key or name, a text with
/// NUL or bytes that are not UTF-8, a bool of 2, a NaN, nested arrays, a fifth dimension, a broken row, an
/// unstored type, another version or byte order.
std::string mutate_model(Choices& choices, FileModel& file);

}  // namespace ggufproof
