// CLI11 declares an option with its help; the examples are the footer.
#include "validator/validate_options.h"

#include <memory>

#include "validator/command_line.h"
#include "validator/output/formats.h"
#include "validator/version.h"

namespace ggufproof {
namespace {

constexpr const char* first_group = "Judging";

/// CLI11's help, with one empty line before a group where it has two, and NAME for a choice, which the help
/// of the option tells: all has to fit a screen.
class ShortHelp final : public CLI::Formatter {
 public:
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    const bool is_later = !is_positional && group != first_group;
    return Formatter::make_group(std::move(group), is_positional, std::move(options))
        .substr(is_later ? 1 : 0);
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    const bool is_choice = option->get_type_name().find('|') != std::string::npos;
    return is_choice ? " NAME" : Formatter::make_option_opts(option);
  }
};

/// "text, json, ...", in lines that fit beside the options' names.
std::string format_names() {
  constexpr std::size_t line_length = 52;
  std::string text, line;
  for (const ReportFormat& format : report_formats()) {
    const std::string word = std::string(format.name) + (&format == &report_formats().back() ? "" : ", ");
    if (line.size() + word.size() > line_length) {
      text += line + '\n';
      line.clear();
    }
    line += word;
  }
  return text + line;
}

/// An option that may be given several times.
void add_repeated(CLI::App& app, const std::string& option, std::vector<std::string>& into,
                  const std::string& type, const std::string& help) {
  app.add_option_function<std::string>(
         option, [&into](const std::string& given) { into.push_back(given); }, help)
      ->type_name(type)
      ->trigger_on_parse();
}

void declare_judging(CLI::App& app, Settings& settings) {
  add_choice<Profile>(app, "--profile", settings.run.options.profile,
                      {{"default", Profile::deflt}, {"spec", Profile::spec}, {"ggml", Profile::ggml}},
                      "whose judgement counts: default, spec or ggml");
  add_choice<DataDepth>(
      app, "--data", settings.run.options.data,
      {{"none", DataDepth::none}, {"bounds", DataDepth::bounds}, {"values", DataDepth::values}},
      "none, bounds or values (the weights, too; the default)");
  add_repeated(app, "--severity", settings.severities, "RULE=SEVERITY",
               "such as template.*=error or layout.gap=off");
  app.add_flag("--strict", settings.strict, "make every warning an error");
  app.add_option("--against", settings.run.against, "compare one model with its original, whose path it is")
      ->type_name("FILE");
  app.add_flag("--roundtrip", settings.run.roundtrip, "decode and encode quantized tensors again");
  app.add_flag("--readers", settings.run.readers, "say which known readers stumble over such a file");
  add_count(app, "--jobs", settings.run.options.reading.jobs, "judge with so many threads (0: one a core)");
  add_count(app, "--timeout", settings.run.remote.patience, "seconds that a web server may be silent (30)");
  app.add_flag("--verbose", settings.run.remote.verbose, "say what was fetched of addresses");
  add_part(app, "--part", settings.run.part, "only the I-th of N parts of the files");
}

void declare_showing(CLI::App& app, Settings& settings) {
  app.add_option("--format", settings.format, "of standard output: text (the default), json, ...")
      ->type_name("NAME");
  add_repeated(app, "--output", settings.outputs, "FORMAT[:FILE]",
               "add a report; FORMAT is\n" + format_names());
  add_count(app, "--max-findings", settings.run.options.max_findings,
            "show at most so many findings a file (1000)");
  app.add_flag("-q,--quiet", settings.run.quiet, "show errors alone, and in text nothing of valid files");
}

void declare_settings(CLI::App& app, Settings& settings) {
  app.add_option("--config", settings.config, "settings, not those of the nearest gguf-validate.toml")
      ->type_name("FILE");
  app.add_flag("--no-config", settings.no_config, "settings of no file");
  app.add_flag("--print-config", settings.print_config, "show what is in force and who says so, and exit");
  app.add_option("--baseline", settings.baseline, "accept the findings that this file lists")
      ->type_name("FILE");
  app.add_option("--write-baseline", settings.run.new_baseline, "accept all findings, and list them there")
      ->type_name("FILE");
}

void declare_help(CLI::App& app, Settings& settings) {
  const auto explain = [&](const std::string& rule) { settings.explain = rule; };
  app.add_option_function<std::string>("--explain", explain,
                                       "what a rule means and what mends it, or a family")
      ->type_name("RULE");
  app.add_flag("--list-rules", settings.list_rules, "list all rules, and exit");
  app.set_help_flag("-h,--help", "show this, and exit");
  app.set_version_flag("--version", version_text("gguf-validate"), "show the version, and exit");
  app.footer(
      "Examples:\n"
      "  gguf-validate model.gguf                      judge one file\n"
      "  gguf-validate models/ --output sarif:out.json a tree, and for code scanning\n"
      "  gguf-validate https://HOST/model.gguf         what is needed of it is fetched\n"
      "  gguf-validate --explain 'template.*'          list a family of rules\n"
      "  gguf-validate -q --against f16.gguf --severity 'against.*=error' q4.gguf\n"
      "Exit: 0 no error, 1 a file has one, 2 bad usage or a file that cannot be read.");
}

}  // namespace

void declare_options(CLI::App& app, Settings& settings) {
  app.formatter(std::make_shared<ShortHelp>());
  app.get_formatter()->column_width(26);
  app.add_option("PATH", settings.paths, "a file, a folder (its *.gguf), an address, or -")->type_name("");
  // An option is of the group that is named last before it.
  app.option_defaults()->group(first_group);
  declare_judging(app, settings);
  app.option_defaults()->group("Showing");
  declare_showing(app, settings);
  app.option_defaults()->group("Settings");
  declare_settings(app, settings);
  app.option_defaults()->group("Help");
  declare_help(app, settings);
}

}  // namespace ggufproof
