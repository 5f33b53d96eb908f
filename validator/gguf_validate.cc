// gguf-validate: judges GGUF files. The options are here; judging and showing are the library's.
#include <iostream>
#include <optional>

#include <CLI/CLI.hpp>

#include "validator/command_line.h"
#include "validator/rule_help.h"
#include "validator/severity_option.h"
#include "validator/text.h"
#include "validator/validate_run.h"
#include "validator/version.h"

namespace {

using namespace ggufproof;

struct Settings {
  RunSettings run;
  std::optional<std::string> explain;
  std::vector<std::string> severities;  ///< RULE=SEVERITY
  bool list_rules = false;
};

void declare(CLI::App& app, Settings& settings) {
  app.add_option("PATH", settings.run.paths,
                 "a file, a directory (all *.gguf below it), or - for standard input");
  add_choice<Profile>(app, "--profile", settings.run.options.profile,
                      {{"default", Profile::deflt}, {"spec", Profile::spec}, {"ggml", Profile::ggml}},
                      "whose judgement counts: default, spec or ggml");
  add_choice<DataDepth>(
      app, "--data", settings.run.options.data,
      {{"none", DataDepth::none}, {"bounds", DataDepth::bounds}, {"values", DataDepth::values}},
      "look at tensor data: none, bounds (where they lie) or values (the weights, too; the default)");
  add_count(app, "--jobs", settings.run.options.reading.jobs, "judge with this many threads (0: one a core)");
  add_part(app, "--part", settings.run.part,
           "only the I-th of N parts of the files, for machines side by side");
  add_choice<bool>(app, "--format", settings.run.json, {{"text", false}, {"json", true}},
                   "text (the default) or json");
  add_count(app, "--max-findings", settings.run.options.max_findings,
            "show at most this many findings a file (1000)");
  app.add_flag("-q,--quiet", settings.run.quiet, "show errors only, and in text nothing of valid files");
  app.add_flag("--roundtrip", settings.run.roundtrip,
               "decode, encode and decode quantized tensors, and show what comes back");
  app.add_flag("--readers", settings.run.readers,
               "say which known readers and versions refuse, misread or crash on such a file, and why");
  app.add_option(
         "--against", settings.run.against,
         "compare one model with its original: a file, any shard of several, or their directory. What is "
         "found are warnings: a gate wants --severity 'against.*=error' too")
      ->type_name("FILE");
  app.add_option("--severity", settings.severities,
                 "how grave a rule is, such as template.*=error or layout.trailing-bytes=off")
      ->type_name("RULE=SEVERITY")
      ->allow_extra_args(false);
  const auto explain = [&](const std::string& rule) { settings.explain = rule; };
  app.add_option_function<std::string>(
         "--explain", explain, "explain a rule, or list a family of them such as template.*, and exit")
      ->type_name("RULE");
  app.add_flag("--list-rules", settings.list_rules,
               "list all rules, and exit; --explain tells more of each, and lists families");
  app.set_version_flag("--version", "gguf-validate " + std::string(tool_version));
  app.footer(
      "Examples:\n"
      "  gguf-validate model.gguf                    judge one file\n"
      "  gguf-validate --format json models/ > out   judge a directory tree\n"
      "  curl -s ADDRESS | gguf-validate -           judge a stream\n"
      "  gguf-validate --explain layout.gap          what a rule means and how to mend it\n"
      "  gguf-validate -q --against f16.gguf --severity 'against.*=error' q4.gguf\n"
      "                                              a gate: status 1 unless it is as good as its type "
      "allows\n"
      "Exit: 0 no error found, 1 a file has an error, 2 bad usage or a file that cannot be read.");
}

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

int run(const Settings& settings) {
  if ((settings.explain || settings.list_rules) && !settings.run.paths.empty()) {
    std::cerr << "gguf-validate: " << (settings.explain ? "--explain" : "--list-rules")
              << " judges no file; leave out " << ggufproof::quoted(settings.run.paths[0]) << '\n';
    return exit_unusable;
  }
  if (settings.explain) return explain_rules(*settings.explain, settings.run.json);
  if (settings.list_rules) return list_rules(rules_typed("*"), settings.run.json);
  if (settings.run.paths.empty()) {
    std::cerr << "gguf-validate: name a file, a directory, or - for standard input (--help shows examples)\n";
    return exit_unusable;
  }
  RunSettings judged = settings.run;
  for (const std::string& text : settings.severities) {
    if (const auto fault = read_severity(text, judged.options.severities); !fault.empty()) {
      std::cerr << "gguf-validate: --severity: " << fault << '\n';
      return exit_unusable;
    }
  }
  return judge_all(judged);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Judges GGUF files: every rule of the format, with the bytes concerned and how to mend them.",
               "gguf-validate");
  Settings settings;
  settings.run.options.data = DataDepth::values;
  declare(app, settings);
  if (const auto code = parse_command_line(app, argc, argv)) return *code;
  return finish_output(app.get_name(), run(settings));
}
