// gguf-certify: does somebody else's reader agree? The options are here.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>

#include "conformance/certify_command.h"
#include "validator/command_line.h"
#include "validator/version.h"

namespace {

using namespace ggufproof;

std::optional<Level> level_named(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const LevelRow& row : levels) {
    std::string other(row.name);
    other[0] = static_cast<char>(std::tolower(other[0]));
    if (other == name) return row.level;
  }
  return std::nullopt;
}

Level need_level(const std::string& option, const std::string& name) {
  if (const auto level = level_named(name)) return *level;
  throw CLI::ValidationError(option, wrong_choice(name, {"robust", "faithful", "safe", "strict"}));
}

void declare_selection(CLI::App& app, Selection& selection) {
  const auto patterns = [&](const char* option, std::vector<std::string>& into, const char* help) {
    app.add_option(option, into, help)->type_name("PATTERN")->allow_extra_args(false);
  };
  patterns("--case", selection.ids, "only cases with such an id: layout/*");
  patterns("--rule", selection.rules, "only cases about such a rule: tensor.*");
  patterns("--flag", selection.flags, "only cases with this flag");
  app.add_option_function<std::string>(
         "--only", [&](const std::string& name) { selection.level = need_level("--only", name); },
         "only cases that belong to this level")
      ->type_name("LEVEL");
  app.add_flag("--large", selection.large, "give it the cases of more than 1 MiB too, up to gigabytes");
  add_part(app, "--part", selection.part, "only the I-th of N parts, for machines side by side");
}

void declare_output(CLI::App& app, CertifySettings& settings) {
  add_choice<CertifyFormat>(
      app, "--format", settings.format,
      {{"text", CertifyFormat::text}, {"json", CertifyFormat::json}, {"junit", CertifyFormat::junit}},
      "text (the default), json (the record) or junit");
  auto* expected = app.add_option("--expected", settings.expected, "the list of failures that are known")
                       ->type_name("FILE");
  app.add_flag("--fix", settings.fix, "rewrite that list from this run")->needs(expected);
  app.add_option("--record", settings.record, "keep the results here: the certificate")->type_name("FILE");
  app.add_option("--badge", settings.badge, "write a badge for shields' endpoint")->type_name("FILE");
}

void declare(CLI::App& app, CertifySettings& settings) {
  declare_subject(app, settings.subject);
  add_choice<Direction>(app, "--as", settings.run.direction,
                        {{"reader", Direction::read}, {"writer", Direction::write}},
                        "what a testee is asked to be: reader (the default) or writer");
  app.add_option("--corpus", settings.corpus, "the folder of the corpus")->type_name("DIR");
  add_choice<Side>(
      app, "--profile", settings.run.side,
      {{"both", Side::neither}, {"spec", Side::spec}, {"ggml", Side::ggml}},
      "whose word counts where document and ggml differ: both (the default: neither's), spec or ggml");
  const auto wanted = [&](const std::vector<std::string>& names) {
    settings.wanted.clear();
    for (const std::string& name : names) settings.wanted.push_back(need_level("--level", name));
  };
  app.add_option_function<std::vector<std::string>>("--level", wanted, "levels to reach (robust,faithful)")
      ->type_name("LEVEL,...")
      ->delimiter(',');
  declare_selection(app, settings.run.selection);
  declare_output(app, settings);
  add_count(app, "--jobs", settings.run.jobs, "ask this many at a time (0: one a core)");
  app.add_option("--verify", settings.verify, "check a certificate against the corpus")->type_name("FILE");
  app.add_option("--merge", settings.merge, "put the records of all parts together")->type_name("FILE...");
  app.add_option("--compare", settings.compare,
                 "what a newer release of a reader mended and broke, by two records")
      ->type_name("OLD NEW")
      ->expected(2);
  app.set_version_flag("--version", version_text("gguf-certify"));
  app.footer(
      "Examples:\n"
      "  gguf-certify --reader 'mytool --check {file}'          what does its exit status say?\n"
      "  gguf-certify --testee './testee' --level robust,safe   a program that speaks the protocol\n"
      "  gguf-certify --testee ./testee --expected known.txt    only what is new\n"
      "Exit: 0 the levels are reached (with --expected: all is as listed; with --compare: nothing broke), 1 "
      "not, 2 bad usage or it cannot be started.");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Certifies readers of GGUF: what they take, what they refuse, and whether they read what is there.",
      "gguf-certify");
  CertifySettings settings;
  settings.corpus = usual_corpus(GGUFPROOF_CORPUS_DIR);
  declare(app, settings);
  if (const auto code = parse_command_line(app, argc, argv)) return *code;
  const bool runs = settings.subject.is_given();
  if (runs + settings.verify.has_value() + !settings.merge.empty() + !settings.compare.empty() != 1) {
    std::cerr
        << "gguf-certify: give one of --reader, --testee, --verify, --merge and --compare (--help shows "
           "examples)\n";
    return exit_unusable;
  }
  return finish_output(app.get_name(), certify(std::move(settings)));
}
