// gguf-validate: judges GGUF files. The options are here; judging and showing are the library's.
#include <algorithm>
#include <iostream>
#include <optional>

#include "validator/command_line.h"
#include "validator/config/settings_in_force.h"
#include "validator/output/formats.h"
#include "validator/rule_help.h"
#include "validator/text.h"
#include "validator/validate_options.h"
#include "validator/validate_run.h"

namespace {

using namespace ggufproof;

int list_rules(const RuleList& list, bool json) {
  if (json) {
    std::cout << list_rules_json(list) << '\n';
  } else {
    list_rules_text(std::cout, list);
  }
  return 0;
}

/// Explains one rule, or lists those of a family.
int explain_rules(const std::string& name, bool json) {
  const RuleList named = rules_typed(name);
  if (named.empty()) {
    std::cerr << "gguf-validate: " << unknown_rule(name) << '\n';
    return exit_unusable;
  }
  if (name.ends_with('*')) return list_rules(named, json);
  if (json) {
    std::cout << explain_json(*named.front()) << '\n';
  } else {
    explain(std::cout, *named.front());
  }
  return 0;
}

/// Reads the reports that were asked for; where none of them is for standard output, text is shown there.
/// Returns what is wrong with them, or nothing.
std::string read_outputs(const Settings& settings, std::vector<OutputChoice>& outputs) {
  const auto take = [&](const std::string& option, const std::string& text) -> std::string {
    auto output = read_output(text);
    if (const auto* fault = std::get_if<std::string>(&output)) return option + ": " + *fault;
    outputs.push_back(std::get<OutputChoice>(std::move(output)));
    return "";
  };
  for (const std::string& text : settings.outputs) {
    if (const std::string fault = take("--output", text); !fault.empty()) return fault;
  }
  if (settings.format.find(':') != std::string::npos)
    return "--format names no file; write --output " + ggufproof::quoted(settings.format);
  if (!settings.format.empty()) {
    if (const std::string fault = take("--format", settings.format); !fault.empty()) return fault;
  }
  if (std::ranges::find(outputs, "-", &OutputChoice::path) == outputs.end()) take("--output", "text");
  return why_not_together(outputs);
}

int fail(const std::string& why) {
  std::cerr << "gguf-validate: " << why << '\n';
  return exit_unusable;
}

/// Joins the command line with the configuration, and judges.
int judge(CLI::App& app, Settings& settings) {
  settings.run.remote.whole = app["--data"]->count() > 0 || settings.run.roundtrip;  // as typed
  SettingsInForce in_force(app, settings);
  if (!in_force.fault().empty()) return fail(in_force.fault());
  if (settings.print_config) {
    in_force.print(std::cout);
    return 0;
  }
  if (settings.run.files.empty() && settings.paths.empty() && in_force.config().files.empty())
    return fail("name a file, a directory, or - for standard input (--help shows examples)");
  if (const auto fault = read_outputs(settings, settings.run.outputs); !fault.empty()) return fail(fault);
  Acceptance acceptance(in_force.config());
  if (!settings.baseline.empty()) {
    if (const auto fault = acceptance.read_baseline(settings.baseline); !fault.empty()) return fail(fault);
  }
  return judge_all(settings.run, acceptance);
}

int run(CLI::App& app, Settings& settings) {
  if ((settings.explain || settings.list_rules) && !settings.paths.empty())
    return fail(std::string(settings.explain ? "--explain" : "--list-rules") + " judges no file; leave out " +
                ggufproof::quoted(settings.paths[0]));
  const bool json = settings.format == "json";
  if (settings.explain) return explain_rules(*settings.explain, json);
  if (settings.list_rules) return list_rules(rules_typed("*"), json);
  return judge(app, settings);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Judges GGUF files: what is wrong, in which bytes, and how to mend it.", "gguf-validate");
  Settings settings;
  declare_options(app, settings);
  if (const auto code = parse_command_line(app, argc, argv)) return *code;
  return finish_output(app.get_name(), run(app, settings));
}
