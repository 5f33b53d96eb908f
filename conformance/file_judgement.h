// Gives a reader a file, whoever made it, and judges what it makes of that: the verdict, and the dump that is
// told against ours.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/outcome.h"
#include "conformance/subject.h"

namespace ggufproof {

/// What came of giving a reader the file at a path. `testee` is what it says of itself, `id` what it is asked
/// by, `expectation` what it should do.
CaseResult judge_file(Subject& subject, const Handshake& testee, const std::string& id,
                      const Expectation& expectation, const std::filesystem::path& file);

/// The result of a testee that was not asked.
CaseResult unasked(const std::string& id, const Expectation& expectation, const std::string& why);

/// Why a testee cannot be asked to take or write a valid file, by its dump and what the testee supports;
/// empty where it can.
std::string unsupported(const Handshake& testee, const nlohmann::json& dump);

/// Of absolute paths leaves the names: where things lie differs from run to run and from machine to machine.
void hide_places(std::string& words);

}  // namespace ggufproof
