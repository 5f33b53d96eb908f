// gguf-make mutate: breaks one rule in a file, and says where.
#include <filesystem>
#include <iostream>
#include <memory>

#include "generators/any_file.h"
#include "generators/gguf_make.h"
#include "generators/lift.h"
#include "generators/mutate/mutation.h"
#include "generators/random_choices.h"
#include "validator/nearest.h"
#include "validator/source.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_alignment = 1U << 20;

struct Settings {
  std::string rule, input, output = "-";
  std::uint64_t seed = 1;
  bool list = false;
};

/// What the mutations of each rule do, or of the one that was named.
int list(const RuleRow* wanted) {
  for (const RuleRow& row : rules) {
    if (wanted != nullptr && wanted->rule != row.rule) continue;
    std::cout << row.name << ": " << row.summary << '\n';
    for (const std::string& line : mutations_of(row.rule)) std::cout << "  " << line << '\n';
    if (const auto why = why_no_mutation(row.rule); !why.empty()) std::cout << "  none: " << why << '\n';
  }
  return finish_output("gguf-make", 0);
}

int tell_unknown_rule(const std::string& name) {
  std::vector<std::string_view> names;
  for (const RuleRow& row : rules) names.push_back(row.name);
  const std::string meant(nearest(name, names));
  tell("there is no rule " + ggufproof::quoted(name) +
       (meant.empty() ? "" : "; did you mean " + meant + "?") + " (gguf-make mutate --list shows all)");
  return exit_unusable;
}

/// The file to be changed, or one at random; nothing where it cannot be, which is told with `code` to end
/// with.
std::optional<FileModel> host_of(const Settings& settings, Choices& choices, int& code) {
  if (settings.input.empty()) return any_file(choices);
  std::error_code ignored;
  if (settings.input != "-" && fs::equivalent(settings.input, settings.output, ignored)) {
    code = fail({settings.input, "is what is read and what would be written; name another file with -o"});
    return std::nullopt;
  }
  const auto opened = Source::open(settings.input);
  if (const auto* fault = std::get_if<std::string>(&opened)) {
    code = fail({settings.input, *fault});
    return std::nullopt;
  }
  auto file = lift(std::get<Source>(opened).bytes());
  if (file && alignment_of(*file) > most_alignment) {
    code = fail({settings.input, "has an alignment of more than 1 MiB, which would be written out"},
                exit_faulty);
    return std::nullopt;
  }
  if (!file)
    code =
        fail({settings.input, "cannot be followed to the end of its tensors' data; give a valid GGUF file"},
             exit_faulty);
  return file;
}

std::string_view text_of(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What is written into a folder: the file, under the name that it is judged by, and those beside it. Nothing
/// where one of them is there already.
int write_into_folder(const Mutation& mutation, const Settings& settings) {
  std::vector<NamedBytes> files = mutation.around.beside;
  const std::string& name = mutation.around.name;
  files.push_back({name.empty() ? settings.rule + ".gguf" : name, mutation.bytes});
  if (!mutation.around.original.empty()) files.push_back({"original.gguf", mutation.around.original});
  const auto place = [&](const NamedBytes& file) { return (fs::path(settings.output) / file.name).string(); };
  for (const NamedBytes& file : files) {
    std::error_code ignored;
    if (fs::exists(place(file), ignored))
      return fail({place(file), "is there already; name another folder with -o"});
  }
  for (const NamedBytes& file : files) {
    if (const auto fault = write_output(place(file), text_of(file.bytes))) return fail(*fault);
    tell("wrote " + shown_path(place(file)));
  }
  return 0;
}

int write_mutation(const Mutation& mutation, const Settings& settings) {
  std::error_code ignored;
  const bool folder = fs::is_directory(settings.output, ignored);
  const bool about_names = !mutation.around.name.empty() || !mutation.around.original.empty();
  if (about_names && !folder) {
    tell("this mutation is about names or several files; name a folder that is there with -o");
    return exit_unusable;
  }
  if (folder) {
    if (const int code = write_into_folder(mutation, settings); code != 0) return code;
  } else if (const auto fault = write_output(settings.output, text_of(mutation.bytes))) {
    return fail(*fault);
  }
  std::string ranges;
  for (const WireRange range : mutation.written)
    ranges += (ranges.empty() ? ": bytes " : ", ") + std::to_string(range.begin) + " to " +
              std::to_string(range.end);
  tell(mutation.what + ranges);
  if (mutation.around.roundtrip) tell("gguf-validate --roundtrip judges it");
  if (!mutation.around.original.empty()) tell("gguf-validate --against original.gguf judges it");
  return 0;
}

int run(const Settings& settings) {
  const RuleRow* row = settings.rule.empty() ? nullptr : find_rule(settings.rule);
  if (row == nullptr && !settings.rule.empty()) return tell_unknown_rule(settings.rule);
  if (settings.list) return list(row);
  RandomChoices choices(settings.seed);
  int code = 0;
  const auto host = host_of(settings, choices, code);
  if (!host) return code;
  const auto mutation = mutate_for(row->rule, choices, *host);
  if (mutation) return write_mutation(*mutation, settings);
  tell("no mutation breaks " + std::string(row->name) + ": " + std::string(why_no_mutation(row->rule)));
  return exit_unusable;
}

}  // namespace

void add_mutate_command(CLI::App& app, RunCommand& chosen) {
  auto* command =
      app.add_subcommand("mutate", "break one rule in a file, and say on standard error which bytes do it");
  auto settings = std::make_shared<Settings>();
  add_path(*command, "FILE", settings->input,
           "a valid GGUF file, or - for standard input; without it, one at random");
  auto* rule = add_path(*command, "--rule", settings->rule, "the rule to break, such as layout.gap")
                   ->type_name("NAME");
  add_count(*command, "--seed", settings->seed,
            "which of the ways to break it (1); the same seed gives the same bytes");
  add_path(*command, "-o,--output", settings->output,
           "where to write; - is standard output, and the default; into a folder, under a name that suits "
           "the rule")
      ->type_name("PATH");
  auto* listing =
      command->add_flag("--list", settings->list, "only list the rules with what is done to break them");
  command->callback([settings, rule, listing, &chosen] {
    if (rule->count() + listing->count() == 0) throw CLI::RequiredError("--rule or --list");
    chosen = [settings] { return run(*settings); };
  });
}

}  // namespace ggufproof
