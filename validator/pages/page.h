// What packages bring besides --help: the manual page and the completions of three shells, all made from the
// table of options that the command itself parses by, so that they cannot say anything else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace ggufproof {

/// Pages of a command that has its options, subcommands, version and footer.
std::string bash_page(const CLI::App& app);
std::string zsh_page(const CLI::App& app);
std::string fish_page(const CLI::App& app);
std::string man_page(const CLI::App& app);

/// "man", "bash", "zsh" or "fish"; nothing for another kind.
std::optional<std::string> page_of(const CLI::App& app, std::string_view kind);

}  // namespace ggufproof
