// The body of a case: statements turned into the file that they describe. corpus/README.md gives the grammar;
// this reads it by recursive descent and writes each field as soon as it is read.
#pragma once

#include "generators/case_fields.h"

namespace ggufproof {

/// Reads statements up to the end of the text. A mistake is in lexer.error() afterwards.
CaseImage read_case_body(CaseLexer& lexer, const CaseLimits& limits = {});

}  // namespace ggufproof
