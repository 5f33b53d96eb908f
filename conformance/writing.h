// The other direction: what a file says goes to a writer as a description, and what the writer makes of it is
// judged and read back. A description is a canonical dump without places, with each tensor's bytes.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "conformance/outcome.h"
#include "validator/layout_map.h"

namespace ggufproof {

/// The description of a file. Nothing where the file cannot be followed to the data of its last tensor.
std::optional<nlohmann::json> description_of(const FileMap& map);

/// What a writer should do with the description of a case's file: faults of the file that no description has,
/// such as offsets and padding, are none of its own.
Expectation expectation_of_writer(const Case& the_case, const Handshake& testee, Side side);

/// What a file that a writer wrote turned out to be.
struct Written {
  std::optional<std::string> difference;  ///< where it says something else than was described
  std::optional<std::string>
      fault;  ///< a rule of structure that it breaks for document and reference reader alike
  std::set<std::string> notes;  ///< what it does that others do not: pairs that it adds, padding left out
};

/// Judges an answer to a description. What was written must say just that, whoever thinks what of the
/// description.
CaseResult judge_writing(const std::string& id, const Expectation& expectation, const Answer& answer,
                         const Written& written);

/// Reads back what was written.
Written judge_written(const std::filesystem::path& file, const nlohmann::json& description, Side side);

}  // namespace ggufproof
