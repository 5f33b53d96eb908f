// Values below the architecture's name that llama.cpp takes and no model can mean.
#pragma once

#include "validator/architecture_file.h"
#include "validator/finding.h"

namespace ggufproof {

/// Ranges and relations (clauses 10.8 and 13.15) of a file whose architecture the table knows.
void check_model_values(const ArchitectureFile& file, Report& report);

}  // namespace ggufproof
