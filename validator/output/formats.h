// The formats that reports come in, and the option that asks for them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "validator/output/report.h"

namespace ggufproof {

/// A format that a report can have.
struct ReportFormat {
  std::string_view name;
  std::string_view what;  ///< what it is for, in a few words
  MakeReport make;
  bool shows_bytes = false;  ///< whether JudgedFile::page is needed
};

/// All formats; text, the default, is the first.
std::span<const ReportFormat> report_formats();

/// A report that somebody asked for.
struct OutputChoice {
  const ReportFormat* format;
  std::string path;  ///< of its file, "-" for standard output
};

/// Reads FORMAT or FORMAT:FILE. The error names the formats, or the one that may have been meant.
std::variant<OutputChoice, std::string> read_output(std::string_view text);

/// What is wrong with these together, as a sentence; empty where nothing is.
std::string why_not_together(std::span<const OutputChoice> outputs);

}  // namespace ggufproof
