// The options of gguf-validate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "validator/validate_run.h"

namespace ggufproof {

/// What the command line says; what a configuration may say too is joined to it later.
struct Settings {
  RunSettings run;
  std::vector<std::string> paths;
  std::optional<std::string> explain;
  std::vector<std::string> severities;  ///< RULE=SEVERITY
  std::vector<std::string> outputs;     ///< FORMAT[:FILE]
  std::string format;                   ///< of what standard output shows; empty where nobody says
  std::string config;                   ///< path; empty where it is to be found
  std::string baseline;                 ///< path, or empty
  bool no_config = false;
  bool print_config = false;
  bool list_rules = false;
  bool strict = false;
};

/// Declares all options; what is typed goes into `settings`, which must outlive `app`.
void declare_options(CLI::App& app, Settings& settings);

}  // namespace ggufproof
