// CLI11 says what is wrong; here it is made fit to be shown and answered.
#include "validator/command_line.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "validator/nearest.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::size_t message_bytes = 1000;

/// The option nearest to what was typed, with its dashes; empty where none is near.
std::string nearest_option(const CLI::App& app, const std::string& typed) {
  const std::string name = typed.substr(0, typed.find('='));
  std::string nearest;
  std::size_t smallest = name.size() / 3 + 1;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& known : option->get_lnames()) {
      const std::size_t distance = edit_distance(name, "--" + known);
      if (distance >= smallest) continue;
      smallest = distance;
      nearest = "--" + known;
    }
  }
  return nearest;
}

/// " (did you mean --quiet?)", or nothing.
std::string suggestion(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  const auto option = std::find_if(unknown.begin(), unknown.end(),
                                   [](const std::string& word) { return word.starts_with("--"); });
  if (option == unknown.end()) return "";
  const std::string nearest = nearest_option(app, *option);
  return nearest.empty() ? "" : " (did you mean " + nearest + "?)";
}

}  // namespace

std::string wrong_choice(std::string_view given, const std::vector<std::string_view>& names) {
  std::string text = std::string(given) + " is none of";
  for (const std::string_view name : names) text += (name == names.front() ? " " : ", ") + std::string(name);
  return text;
}

std::optional<int> parse_command_line(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << app.get_name() << ": " << escaped(error.what(), message_bytes) << suggestion(app)
              << " (--help shows all options)\n";
    return exit_unusable;
  }
}

}  // namespace ggufproof
