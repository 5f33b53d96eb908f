// gguf-validate.toml: what a folder of models wants of every run over it, so that nobody has to remember
// options. Only what it says is read here; what comes of it is decided where the command line is known too.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ggufproof {

inline constexpr std::string_view config_name = "gguf-validate.toml";

enum class ValueKind { text, number, flag };

/// An option of the command that a configuration may set, by its long name, and its value where nobody does.
struct OptionKey {
  std::string_view name;
  ValueKind kind;
  std::string_view usual;
};

inline constexpr std::array option_keys{
    OptionKey{"profile", ValueKind::text, "default"},     OptionKey{"data", ValueKind::text, "values"},
    OptionKey{"max-findings", ValueKind::number, "1000"}, OptionKey{"jobs", ValueKind::number, "0"},
    OptionKey{"strict", ValueKind::flag, "false"},        OptionKey{"baseline", ValueKind::text, ""},
};

/// An option of the command, by its long name without dashes, and its value as it would be typed.
struct Setting {
  std::string name;
  std::string value;
  std::uint32_t line = 0;  ///< in the file, from 1
};

/// A rule's severity, or that of a family such as template.*. Of two the later one in the file counts.
struct SeveritySetting {
  std::string rule;
  std::string severity;
  std::uint32_t line = 0;
};

/// A finding that somebody knows of and lives with.
struct Suppression {
  std::string rule;        ///< name, or a family such as values.*
  std::string file = "*";  ///< pattern (glob.h) for the path from the configuration's folder
  std::string at = "*";    ///< pattern for the field path
  std::string name = "*";  ///< pattern for the key or tensor concerned
  std::string reason;
  std::optional<std::chrono::year_month_day> expires;  ///< the last day on which it counts
  std::uint32_t line = 0;
};

/// All that a configuration file says.
struct Config {
  std::string path;
  std::vector<Setting> settings;
  std::vector<SeveritySetting> severities;
  std::vector<std::string> files;    ///< paths and patterns from the file's folder: what to judge
  std::vector<std::string> exclude;  ///< patterns: files found in folders that are not judged
  std::vector<Suppression> suppressions;
};

/// The configuration in the folder of `start` (a file or folder that need not exist) or the nearest one above
/// it.
std::optional<std::string> find_config(const std::string& start);

/// Reads a configuration file. The error is a sentence that begins with file and line; unknown keys and rules
/// get the nearest name as an answer.
std::variant<Config, std::string> read_config(const std::string& path);

}  // namespace ggufproof
