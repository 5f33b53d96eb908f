// The command line, joined with the configuration: the command line wins, and of each setting it is known who
// said it.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "validator/config/config_file.h"
#include "validator/validate_options.h"

namespace ggufproof {

class SettingsInForce {
 public:
  /// Finds and reads the configuration, and completes `settings`: options that were not typed, severities,
  /// files. `app` has parsed the command line into the same settings.
  SettingsInForce(CLI::App& app, Settings& settings);

  /// What is wrong with the configuration or an option, as a sentence; empty where nothing is.
  const std::string& fault() const { return fault_; }

  const Config& config() const { return config_; }

  /// Prints all settings as a configuration file would have them, each with who says so.
  void print(std::ostream& out) const;

 private:
  struct Said {
    std::string name;
    std::string value;
    std::string by;
  };

  void read_file(Settings& settings);
  void join_options(CLI::App& app);
  void join_option(CLI::App& app, const OptionKey& key);
  void join_severities(Settings& settings);
  void choose_files(Settings& settings);
  std::string by_file(std::uint32_t line) const;

  Config config_;
  std::vector<Said> options_;
  std::vector<Said> severities_;
  std::string fault_;
};

}  // namespace ggufproof
