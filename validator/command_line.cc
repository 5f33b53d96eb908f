// CLI11 says what is wrong; here it is made fit to be shown and answered.
#include "validator/command_line.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "validator/nearest.h"
#include "validator/pages/page.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::size_t message_bytes = 1000;

/// The option nearest to what was typed, with its dashes; empty where none is near.
std::string nearest_option(const CLI::App& app, const std::string& typed) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& known : option->get_lnames()) names.push_back("--" + known);
  }
  return std::string(nearest(typed.substr(0, typed.find('=')), {names.begin(), names.end()}));
}

/// " (did you mean --quiet?)", or nothing.
std::string suggestion(const CLI::App& app) {
  for (const CLI::App* chosen : app.get_subcommands()) return suggestion(*chosen);
  const std::vector<std::string> unknown = app.remaining();
  const auto option = std::find_if(unknown.begin(), unknown.end(),
                                   [](const std::string& word) { return word.starts_with("--"); });
  if (option == unknown.end()) return "";
  const std::string meant = nearest_option(app, *option);
  return meant.empty() ? "" : " (did you mean " + meant + "?)";
}

/// What CLI11 says is wrong, in plainer words where an option stands twice.
std::string fault_of(const CLI::ParseError& error) {
  std::string text = error.what();
  constexpr std::string_view twice = "At Most 1 required but received";
  const auto at = text.find(twice);
  if (at == std::string::npos) return text;
  return text.replace(at, twice.size(), "may be given once, was given") + " times";
}

/// A descriptor below 3 that is closed is given to the next file that is opened, which would then be written
/// to by whoever prints. So each is opened the wrong way round, and whoever uses it hears of an error.
void hold_standard_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    if (open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

}  // namespace

int finish_output(const std::string& command, int code) {
  errno = 0;
  std::cout.flush();
  if (std::cout) return code;
  std::cerr << command << ": the output could not be written"
            << (errno != 0 ? std::string(": ") + std::strerror(errno) : "") << '\n';
  return exit_unusable;
}

CLI::Option* add_count(CLI::App& app, const std::string& option, std::uint64_t& into,
                       const std::string& help) {
  const auto take = [&into, option](const std::string& given) {
    const char* end = given.data() + given.size();
    const auto read = std::from_chars(given.data(), end, into);
    if (read.ec == std::errc() && read.ptr == end) return;
    throw CLI::ValidationError(option, given + " given, wanted a whole number from 0 to " +
                                           std::to_string(std::numeric_limits<std::uint64_t>::max()));
  };
  return app.add_option_function<std::string>(option, take, help)->type_name("N");
}

CLI::Option* add_part(CLI::App& app, const std::string& option, Part& into, const std::string& help) {
  const auto read = [&into, option](const std::string& given) {
    const auto part = read_part(given);
    if (!part)
      throw CLI::ValidationError(
          option, "wants I/N with I from 1 to N, such as 2/4, not " + ggufproof::quoted(given));
    into = *part;
  };
  return app.add_option_function<std::string>(option, read, help)->type_name("I/N");
}

std::string wrong_choice(std::string_view given, const std::vector<std::string_view>& names) {
  std::string text = std::string(given) + " is none of";
  for (const std::string_view name : names) text += (name == names.front() ? " " : ", ") + std::string(name);
  return text;
}

std::optional<int> parse_command_line(CLI::App& app, int argc, char** argv) {
  hold_standard_streams();
  const bool wants_page = argc == 3 && std::string_view(argv[1]) == "--print-page";
  if (const auto page = page_of(app, wants_page ? argv[2] : "")) {
    std::cout << *page;
    return finish_output(app.get_name(), 0);
  }
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return finish_output(app.get_name(), app.exit(error));
    std::cerr << app.get_name() << ": " << escaped(fault_of(error), message_bytes) << suggestion(app)
              << " (--help shows all options)\n";
    return exit_unusable;
  }
}

}  // namespace ggufproof
