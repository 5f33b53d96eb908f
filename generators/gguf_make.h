// The subcommands of gguf-make. Each adds its options and, if the command line chooses it, says how to run
// it. What they share: paths that must not be empty, and how a failure is told.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "generators/case_output.h"
#include "validator/command_line.h"

namespace ggufproof {

/// Exit status where the input was read and is at fault; exit_unusable where something cannot be read,
/// written or understood.
inline constexpr int exit_faulty = 1;

/// Runs the chosen subcommand and returns the exit status.
using RunCommand = std::function<int()>;

void add_case_command(CLI::App& app, RunCommand& chosen);
void add_uncase_command(CLI::App& app, RunCommand& chosen);
void add_corpus_command(CLI::App& app, RunCommand& chosen);
void add_random_command(CLI::App& app, RunCommand& chosen);
void add_mutate_command(CLI::App& app, RunCommand& chosen);
void add_shrink_command(CLI::App& app, RunCommand& chosen);
void add_neighbours_command(CLI::App& app, RunCommand& chosen);
void add_dict_command(CLI::App& app, RunCommand& chosen);

/// Adds an option whose value is a path. An empty one, such as a shell makes of a variable that is not set,
/// is bad usage.
CLI::Option* add_path(CLI::App& command, const std::string& option, std::string& into,
                      const std::string& help);

/// A path, or any name from outside, fit for a terminal.
std::string shown_path(const std::string& path);

/// "a, b and 7 more": a few of many names, each fit for a terminal.
std::string names_shown(const std::vector<std::string>& names);

/// Tells something on standard error, after the command's name. REQUIRES: text fit for a terminal.
void tell(const std::string& text);

/// Tells what went wrong with a file and returns the exit status.
int fail(const FileFault& fault, int code = exit_unusable);

}  // namespace ggufproof
