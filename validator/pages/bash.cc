// Completion in bash. Of an option with "=", bash makes three words.
#include "validator/pages/page.h"
#include "validator/pages/rows.h"

namespace ggufproof {
namespace {

std::string bash_case(const CLI::App& app) {
  std::vector<std::string> all;
  std::string text = "  case $before in\n";
  for (const OptionRow& row : rows_of(app)) {
    all.insert(all.end(), row.names.begin(), row.names.end());
    if (row.value == OptionValue::none) continue;
    text += "    " + joined(row.names, "|") + ") ";
    if (row.value == OptionValue::choice) text += "words=" + sh_quoted(joined(row.choices, " "));
    if (row.value == OptionValue::rule) text += std::string("words=\"$(") + rule_names + ")\"";
    if (row.value == OptionValue::file) text += "return";
    if (row.value == OptionValue::word) text += "compopt +o default; return";
    text += " ;;\n";
  }
  text += "    *) [[ $word == -* ]] && words=" + sh_quoted(joined(all, " ")) + " ;;\n  esac\n";
  return text;
}

}  // namespace

std::string bash_page(const CLI::App& app) {
  const std::string function = "_" + CLI::detail::find_and_replace(app.get_name(), "-", "_");
  std::string text = function +
                     "() {\n"
                     "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
                     "  [[ $word == '=' ]] && word=\n"
                     "  [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n";
  std::string names;
  for (const CLI::App* command : subcommands_of(app)) {
    names += command->get_name() + ' ';
    text +=
        "  if [[ ${COMP_WORDS[1]} == " + command->get_name() + " ]]; then\n" + bash_case(*command) + "  fi\n";
  }
  if (names.empty()) {
    text += bash_case(app);
  } else {
    text += "  if ((COMP_CWORD == 1)); then\n  words=" + sh_quoted(names) + "\n" + bash_case(app) + "  fi\n";
  }
  return text + "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n}\ncomplete -o default -F " +
         function + " " + app.get_name() + "\n";
}

}  // namespace ggufproof
