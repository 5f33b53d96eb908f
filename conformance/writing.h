// The other direction: what a file says goes to a writer as a description, and what the writer makes of it is
// read back and judged. A description is a canonical dump without places, with each tensor's bytes.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "conformance/outcome.h"
#include "conformance/read_back.h"
#include "validator/layout_map.h"

namespace ggufproof {

/// The description of a file. Nothing where the file cannot be followed to the data of its last tensor.
std::optional<nlohmann::json> description_of(const FileMap& map);

/// What a writer should do with the description of a case's file: faults of the file that no description has,
/// such as offsets and padding, are none of its own.
Expectation expectation_of_writer(const Case& the_case, const Handshake& testee, Side side);

/// Judges an answer to a description. What was written must say just that, whoever thinks what of the
/// description.
CaseResult judge_writing(const std::string& id, const Expectation& expectation, const Answer& answer,
                         const Written& written);

}  // namespace ggufproof
