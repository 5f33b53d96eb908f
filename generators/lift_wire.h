// Any bytes back into the labelled fields of a wire, lies and all: named as far as the structure can be
// followed, without a name from there on. Where lift gives up (a file that is broken on purpose), this does
// not: shrinking and the neighbours of a broken file begin here.
#pragma once

#include "generators/wire.h"
#include "validator/bytes.h"

namespace ggufproof {

/// The fields of a file. Writing them gives the same bytes, whatever the file. Bytes that no field owns
/// are raw and labelled nameless[k]; zeros up to an alignment are padding, which follows what is changed
/// before it. Arrays that are nested deeper than lift_depth are nameless. Costs memory in proportion to the
/// bytes that are there.
Wire lift_wire(Bytes bytes);

}  // namespace ggufproof
