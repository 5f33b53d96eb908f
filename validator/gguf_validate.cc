// gguf-validate: judges GGUF files. The options are here; judging and showing are the library's.
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "validator/files.h"
#include "validator/render.h"
#include "validator/rule_help.h"
#include "validator/source.h"
#include "validator/version.h"

namespace {

using namespace ggufproof;

constexpr int exit_invalid = 1;
constexpr int exit_unusable = 2;

struct Settings {
  std::vector<std::string> paths;
  Options options;
  bool json = false;
  bool quiet = false;
  std::string explain;
  bool list_rules = false;
};

void declare(CLI::App& app, Settings& settings) {
  static const std::map<std::string, Profile> profiles{
      {"default", Profile::deflt}, {"spec", Profile::spec}, {"ggml", Profile::ggml}};
  static const std::map<std::string, DataDepth> depths{
      {"none", DataDepth::none}, {"bounds", DataDepth::bounds}, {"values", DataDepth::bounds}};
  static const std::map<std::string, bool> formats{{"text", false}, {"json", true}};
  app.add_option("PATH", settings.paths,
                 "a file, a directory (all *.gguf below it), or - for standard input");
  app.add_option("--profile", settings.options.profile, "whose judgement counts: default, spec or ggml")
      ->transform(CLI::CheckedTransformer(profiles).description(""))
      ->type_name("NAME");
  app.add_option("--data", settings.options.data, "look at tensor data: none, bounds (the default) or values")
      ->transform(CLI::CheckedTransformer(depths).description(""))
      ->type_name("DEPTH");
  app.add_option("--format", settings.json, "text (the default) or json")
      ->transform(CLI::CheckedTransformer(formats).description(""))
      ->type_name("FORMAT");
  app.add_option("--max-findings", settings.options.max_findings,
                 "show at most this many findings a file (1000)")
      ->type_name("N");
  app.add_flag("-q,--quiet", settings.quiet, "show errors only, and nothing of valid files");
  app.add_option("--explain", settings.explain, "explain a rule and exit")->type_name("RULE");
  app.add_flag("--list-rules", settings.list_rules, "list all rules and exit");
  app.set_version_flag("--version", "gguf-validate " + std::string(tool_version));
  app.footer(
      "Examples:\n"
      "  gguf-validate model.gguf                    judge one file\n"
      "  gguf-validate --format json models/ > out   judge a directory tree\n"
      "  curl -s ADDRESS | gguf-validate -           judge a stream\n"
      "  gguf-validate --explain layout.gap          what a rule means and how to mend it\n"
      "Exit: 0 no error found, 1 a file has an error, 2 bad usage or a file that cannot be read.");
}

JudgedFile judge(const NamedFile& named, const Options& options) {
  JudgedFile file{named.path, named.error};
  if (!file.readable()) return file;
  auto opened = Source::open(named.path);
  if (const auto* error = std::get_if<std::string>(&opened)) {
    file.error = *error;
  } else {
    file.judgement = validate(std::get<Source>(opened).bytes(), options);
  }
  return file;
}

int exit_code(int so_far, const JudgedFile& file) {
  if (!file.readable()) return exit_unusable;
  return file.judgement.report.valid() ? so_far : std::max(so_far, exit_invalid);
}

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

int judge_all(const Settings& settings) {
  const std::vector<NamedFile> files = expand_paths(settings.paths);
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  int code = 0;
  for (const NamedFile& named : files) {
    const JudgedFile file = judge(named, settings.options);
    code = exit_code(code, file);
    if (settings.json) {
      entries.push_back(to_json(file));
    } else {
      print_text(std::cout, file, {wants_colour(), settings.quiet});
    }
  }
  if (settings.json) std::cout << report_json(settings.options.profile, std::move(entries)).dump(2) << '\n';
  if (files.empty()) {
    std::cerr << "gguf-validate: no *.gguf file in the directories named\n";
    return exit_unusable;
  }
  return code;
}

int explain_rule(const std::string& name) {
  const RuleRow* row = find_rule(name);
  if (row == nullptr) {
    std::cerr << "gguf-validate: no rule is called " << name << "; did you mean " << nearest_rule(name)
              << "? (--list-rules names all)\n";
    return exit_unusable;
  }
  explain(std::cout, *row);
  return 0;
}

int run(const Settings& settings) {
  if (!settings.explain.empty()) return explain_rule(settings.explain);
  if (settings.list_rules) {
    if (settings.json) {
      std::cout << list_rules_json() << '\n';
    } else {
      list_rules_text(std::cout);
    }
    return 0;
  }
  if (settings.paths.empty()) {
    std::cerr << "gguf-validate: name a file, a directory, or - for standard input (--help shows examples)\n";
    return exit_unusable;
  }
  return judge_all(settings);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Judges GGUF files: every rule of the format, with the bytes concerned and how to mend them.",
               "gguf-validate");
  Settings settings;
  declare(app, settings);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_unusable;
  }
  const int code = run(settings);
  std::cout.flush();
  return std::cout ? code : exit_unusable;
}
