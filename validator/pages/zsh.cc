// Completion in zsh, by its own _arguments.
#include "validator/pages/page.h"
#include "validator/pages/rows.h"

namespace ggufproof {
namespace {

std::string zsh_arguments(const CLI::App& app) {
  std::string text = "_arguments -s";
  for (const OptionRow& row : rows_of(app)) {
    const bool two = row.names.size() > 1;
    std::string rest = "[" + backslashed(row.help, "[]\\") + "]";
    if (row.value != OptionValue::none) rest += ":" + backslashed(row.shown, ":") + ":";
    if (row.value == OptionValue::choice) rest += "(" + joined(row.choices, " ") + ")";
    if (row.value == OptionValue::rule) rest += std::string("{compadd -- $(") + rule_names + ")}";
    if (row.value == OptionValue::file) rest += "_files";
    if (row.value == OptionValue::word) rest += " ";
    text += " \\\n  " +
            (two ? sh_quoted("(" + joined(row.names, " ") + ")") + "{" + joined(row.names, ",") + "}" : "") +
            sh_quoted((two ? "" : row.names.front()) + rest);
  }
  return text + " \\\n  '*:file:_files'\n";
}

}  // namespace

std::string zsh_page(const CLI::App& app) {
  std::string text = "#compdef " + app.get_name() + "\n";
  const auto commands = subcommands_of(app);
  if (commands.empty()) return text + zsh_arguments(app);
  text += "if ((CURRENT == 2)) && [[ $PREFIX == -* ]]; then\n" + zsh_arguments(app) +
          "return\nelif ((CURRENT == 2)); then\n_values command";
  for (const CLI::App* command : commands)
    text +=
        " " + sh_quoted(command->get_name() + "[" + backslashed(command->get_description(), "[]\\") + "]");
  text += "\nreturn\nfi\nshift words; ((CURRENT--))\ncase $words[1] in\n";
  for (const CLI::App* command : commands)
    text += command->get_name() + ")\n" + zsh_arguments(*command) + ";;\n";
  return text + "esac\n";
}

}  // namespace ggufproof
