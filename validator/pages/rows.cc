// Asks CLI11 what was declared.
#include "validator/pages/rows.h"

#include <algorithm>
#include <array>

namespace ggufproof {
namespace {

OptionRow row_of(const CLI::Option& option) {
  OptionRow row{{}, option.get_type_name(), OptionValue::word, {}, option.get_description()};
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  constexpr std::array files{"FILE", "FILE...", "DIR", "PATH", "TEXT", "COMMAND"};
  if (option.get_items_expected_max() == 0) {
    row.value = OptionValue::none;
  } else if (row.shown.find('|') != row.shown.npos) {
    row.value = OptionValue::choice;
    row.choices = CLI::detail::split(row.shown, '|');
  } else if (row.shown == "RULE") {
    row.value = OptionValue::rule;
  } else if (std::find(files.begin(), files.end(), row.shown) != files.end()) {
    row.value = OptionValue::file;
  }
  return row;
}

}  // namespace

std::vector<OptionRow> rows_of(const CLI::App& app) {
  std::vector<OptionRow> rows;
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) rows.push_back(row_of(*option));
  }
  return rows;
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

std::string backslashed(const std::string& text, std::string_view characters) {
  std::string out;
  for (const char c : text)
    out += characters.find(c) == characters.npos ? std::string(1, c) : std::string("\\") + c;
  return out;
}

std::string sh_quoted(const std::string& text) {
  return '\'' + CLI::detail::find_and_replace(text, "'", "'\\''") + '\'';
}

}  // namespace ggufproof
