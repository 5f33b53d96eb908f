// A command's options as rows: what its manual page and its shells' completions are made from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace ggufproof {

/// What may stand after an option.
enum class OptionValue { none, word, choice, rule, file };

struct OptionRow {
  std::vector<std::string> names;  ///< with their dashes, the short ones first
  std::string shown;               ///< what may stand after it, as --help has it
  OptionValue value = OptionValue::none;
  std::vector<std::string> choices{};
  std::string help;
};

/// The options of a command or subcommand, positional ones left out, in the order of --help.
std::vector<OptionRow> rows_of(const CLI::App& app);

std::vector<const CLI::App*> subcommands_of(const CLI::App& app);

/// What prints the names of all rules, one a line, in any shell.
inline constexpr const char* rule_names = "gguf-validate --list-rules 2>/dev/null | sed '1d;s/ .*//'";

std::string joined(const std::vector<std::string>& parts, const std::string& between);

/// `text` with a backslash before each of some characters.
std::string backslashed(const std::string& text, std::string_view characters);

/// In single quotes, as sh, bash and zsh read them.
std::string sh_quoted(const std::string& text);

}  // namespace ggufproof
