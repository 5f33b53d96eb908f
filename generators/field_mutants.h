// Field-level mutants of a written file: one field gets a value that readers get wrong, two fields trade
// places, or bytes come and go at a field's border. Each mutant says in a line what was done to it, so that a
// failure can be read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generators/choices.h"
#include "generators/file_model.h"
#include "generators/wire.h"

namespace ggufproof {

struct Mutant {
  std::vector<std::uint8_t> bytes;  ///< the whole file
  std::string what;                 ///< label and change, such as "tensor[0].offset: 32 becomes 64"
};

/// Any mutant of a written file. REQUIRES: a wire of at least one byte.
Mutant mutate_wire(Choices& choices, const Wire& wire);

/// Any mutant of a file: one change of the description (model_mutants.h), or one of its fields, or sometimes
/// both.
Mutant any_mutant(Choices& choices, const FileModel& file);

/// Every mutant that sets one number, count or text length to one of its boundary values: all neighbours of a
/// file.
std::vector<Mutant> number_neighbours(const Wire& wire);

}  // namespace ggufproof
