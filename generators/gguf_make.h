// The subcommands of gguf-make. Each adds its options and, if the command line chooses it, says how to run
// it.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace ggufproof {

/// Runs the chosen subcommand and returns the exit code: 0, 1 where the input is at fault, 2 where something
/// cannot be read, written or understood.
using RunCommand = std::function<int()>;

void add_case_command(CLI::App& app, RunCommand& chosen);
void add_uncase_command(CLI::App& app, RunCommand& chosen);
void add_corpus_command(CLI::App& app, RunCommand& chosen);

}  // namespace ggufproof
