// Shows judgements: as lines that a compiler might print, and as JSON. Nothing that came from a file is shown
// unescaped.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "validator/fidelity/check_roundtrip.h"
#include "validator/mapping.h"
#include "validator/traits.h"
#include "validator/validate.h"

namespace ggufproof {

/// A file and what became of it: a judgement, or why it could not be read.
struct JudgedFile {
  std::string path;
  std::string error;  ///< why the file could not be read, else empty
  Judgement judgement{Report{}};
  std::optional<std::vector<RoundTrip>> roundtrip{};  ///< where that was asked for
  std::optional<std::vector<Trait>> traits{};         ///< where readers were asked for
  std::shared_ptr<const Mapping> bytes{};             ///< of one file of several: what its facts are views of

  bool readable() const { return error.empty(); }
  /// "valid", "invalid" or "unreadable".
  std::string_view verdict() const;
};

/// How text is shown.
struct TextStyle {
  bool colour = false;
  bool quiet = false;  ///< only files that are not valid
};

/// Prints findings, one a line, and a line with the verdict.
void print_text(std::ostream& out, const JudgedFile& file, const TextStyle& style);

/// The file's entry in the JSON report; `quiet` leaves findings out that are no errors.
nlohmann::ordered_json to_json(const JudgedFile& file, bool quiet);

/// The JSON report around the files' entries.
nlohmann::ordered_json report_json(Profile profile, nlohmann::ordered_json files);

}  // namespace ggufproof
