// The manual page, in roff.
#include "validator/pages/page.h"
#include "validator/pages/rows.h"

namespace ggufproof {
namespace {

/// Text of roff: no backslash, hyphen, or dot at a line's beginning means anything else than itself.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return out;
}

std::string man_rows(const CLI::App& app) {
  std::string text;
  for (const OptionRow& row : rows_of(app)) {
    text += ".TP\n\\fB" + roff(joined(row.names, ", ")) + "\\fR";
    if (row.value != OptionValue::none) text += " \\fI" + roff(row.shown) + "\\fR";
    text += "\n" + roff(row.help) + "\n";
  }
  return text;
}

/// "PATH...": the positional arguments as a synopsis has them.
std::string man_arguments(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) continue;
    text += " \\fI" + roff(option->get_name()) + (option->get_items_expected_max() > 1 ? "...\\fR" : "\\fR");
  }
  return text;
}

}  // namespace

std::string man_page(const CLI::App& app) {
  const std::string version = app.version(), name = roff(app.get_name());
  const std::string about = app.get_description();
  std::string text = ".TH " + app.get_name() + " 1 \"\" \"" + version.substr(0, version.find('\n')) +
                     "\" \"User Commands\"\n.SH NAME\n" + name + " \\- " +
                     roff(about.substr(0, about.find_first_of(":."))) + "\n.SH SYNOPSIS\n";
  const auto commands = subcommands_of(app);
  for (const CLI::App* command : commands)
    text += "\\fB" + name + " " + command->get_name() + "\\fR [\\fIOPTION\\fR]..." + man_arguments(*command) +
            "\n.br\n";
  text += "\\fB" + name + "\\fR [\\fIOPTION\\fR]..." + man_arguments(app) + "\n.SH DESCRIPTION\n" +
          roff(about) + "\n";
  for (const CLI::Option* option : app.get_options()) {
    if (!option->nonpositional())
      text += ".PP\n\\fI" + roff(option->get_name()) + "\\fR: " + roff(option->get_description()) + "\n";
  }
  text += ".SH OPTIONS\n" + man_rows(app);
  for (const CLI::App* command : commands)
    text +=
        ".SS " + command->get_name() + ": " + roff(command->get_description()) + "\n" + man_rows(*command);
  return text + ".SH EXAMPLES AND EXIT STATUS\n.nf\n" + roff(app.get_footer()) + "\n.fi\n";
}

}  // namespace ggufproof
