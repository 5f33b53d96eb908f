// Completion in fish: a line for each option.
#include "validator/pages/page.h"
#include "validator/pages/rows.h"

namespace ggufproof {
namespace {

std::string fish_quoted(const std::string& text) { return '\'' + backslashed(text, "\\'") + '\''; }

std::string fish_rows(const CLI::App& app, const std::string& begin) {
  std::string text;
  for (const OptionRow& row : rows_of(app)) {
    text += begin;
    for (const std::string& name : row.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (row.value == OptionValue::choice) text += " -x -a " + fish_quoted(joined(row.choices, " "));
    if (row.value == OptionValue::rule) text += std::string(" -x -a \"(") + rule_names + ")\"";
    if (row.value == OptionValue::file) text += " -r";
    if (row.value == OptionValue::word) text += " -x";
    text += " -d " + fish_quoted(row.help) + "\n";
  }
  return text;
}

}  // namespace

std::string fish_page(const CLI::App& app) {
  const std::string begin = "complete -c " + app.get_name();
  std::string text;
  for (const CLI::App* command : subcommands_of(app)) {
    text += begin + " -n __fish_use_subcommand -f -a " + command->get_name() + " -d " +
            fish_quoted(command->get_description()) + "\n" +
            fish_rows(*command, begin + " -n '__fish_seen_subcommand_from " + command->get_name() + "'");
  }
  return text + fish_rows(app, begin + (text.empty() ? "" : " -n __fish_use_subcommand"));
}

}  // namespace ggufproof
