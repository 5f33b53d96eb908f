// Reading a command's command line, the same for every command: what is wrong is said in one line, without
// raw control characters, and a mistyped option gets the nearest one as an answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "validator/part.h"

namespace ggufproof {

/// Exit status of a command that could not do what it was asked: bad usage, or a file that cannot be read.
inline constexpr int exit_unusable = 2;

/// Parses the command line into what was declared on `app`. Where the command is thereby done (help,
/// version or, for "--print-page KIND", a page was shown, or a mistake was named on standard error), the exit
/// status to end with. Before that, standard streams that are closed get an end that nothing can be read from
/// or written to, lest a file that is opened later be taken for one of them.
std::optional<int> parse_command_line(CLI::App& app, int argc, char** argv);

/// Writes out what standard output still holds. The exit status to end with: `code`, or exit_unusable, with
/// the reason on standard error, where not all of the output could be written.
int finish_output(const std::string& command, int code);

/// Adds an option whose value is a whole number of 64 bits, in decimal.
CLI::Option* add_count(CLI::App& app, const std::string& option, std::uint64_t& into,
                       const std::string& help);

/// Adds an option whose value is a part of the work, such as 2/4.
CLI::Option* add_part(CLI::App& app, const std::string& option, Part& into, const std::string& help);

/// What to answer where `given` is none of the names.
std::string wrong_choice(std::string_view given, const std::vector<std::string_view>& names);

/// Adds an option whose value is one of a few names, each of which stands for a value of `into`.
template <class T>
CLI::Option* add_choice(CLI::App& app, const std::string& option, T& into,
                        std::vector<std::pair<std::string_view, T>> choices, const std::string& help) {
  std::string all;
  for (const auto& [name, value] : choices) all += (all.empty() ? "" : "|") + std::string(name);
  const auto choose = [&into, option, choices = std::move(choices)](const std::string& given) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : choices) {
      if (name == given) return void(into = value);
      names.push_back(name);
    }
    throw CLI::ValidationError(option, wrong_choice(given, names));
  };
  return app.add_option_function<std::string>(option, choose, help)->type_name(all);
}

}  // namespace ggufproof
