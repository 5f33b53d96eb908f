// A judged file, and how it is shown as lines that a compiler might print. Nothing that came from a file is
// shown unescaped.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "validator/fidelity/check_roundtrip.h"
#include "validator/traits.h"
#include "validator/validate.h"

namespace ggufproof {

struct PageFacts;

/// A file and what became of it: a judgement, or why it could not be read.
struct JudgedFile {
  std::string path;
  std::string error;  ///< why the file could not be read, else empty
  Judgement judgement{Report{}};
  std::optional<std::vector<RoundTrip>> roundtrip{};  ///< where that was asked for
  std::optional<std::vector<Trait>> traits{};         ///< where readers were asked for
  std::shared_ptr<const PageFacts> page{};            ///< where a page was asked for
  std::shared_ptr<const void> bytes{};  ///< of one file of several: holds what its facts are views of
  std::string told{};                   ///< how it was fetched, where that was asked for

  bool readable() const { return error.empty(); }
  /// "valid", "invalid", "unreadable", or "accepted": not valid, but all errors are accepted ones.
  std::string_view verdict() const;
};

/// How text is shown.
struct TextStyle {
  bool colour = false;
  bool quiet = false;  ///< only files that are not valid
};

/// Prints findings, one a line, and a line with the verdict.
void print_text(std::ostream& out, const JudgedFile& file, const TextStyle& style);

/// A finding as one line, without its file: "0x18: error: what is wrong [rule] at field".
std::string finding_shown(const Finding& finding, bool colour);

}  // namespace ggufproof
