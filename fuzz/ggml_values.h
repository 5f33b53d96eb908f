// What the ggml library reads in a file that it takes, against what we read: keys, the place of the data, and
// each tensor's name, type, place, size and decoded values.
#pragma once

#include "validator/bytes.h"

namespace ggufproof {

/// Ends the process, naming the broken promise, where the library knows another thing of this file than we
/// do. REQUIRES: a file that the validator takes under the profile ggml, with its data, and that the library
/// has been seen to take; the library is opened in this process, where nothing would stop it from aborting.
void expect_ggml_knows_the_same(Bytes file);

}  // namespace ggufproof
