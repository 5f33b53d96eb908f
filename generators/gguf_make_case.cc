// gguf-make case and uncase: a text assembled into a file, and any file turned into a text.
#include <filesystem>
#include <limits>
#include <memory>

#include <sys/stat.h>
#include <unistd.h>

#include "generators/case_text.h"
#include "generators/gguf_make.h"
#include "generators/uncase.h"
#include "validator/source.h"

namespace ggufproof {
namespace {

struct Settings {
  std::string input;
  std::string output = "-";
  std::string original;
  UncaseOptions uncase;
};

void declare_paths(CLI::App& command, Settings& settings, const std::string& input) {
  add_path(command, "FILE", settings.input, input + ", or - for standard input")->required();
  add_path(command, "-o,--output", settings.output, "where to write; - is standard output, and the default")
      ->type_name("PATH");
}

/// Whether reading one path and writing the other would be the same regular file, whatever it is called.
bool is_same_file(const std::string& input, const std::string& output) {
  const auto look = [](const std::string& path, int standard, struct stat& into) {
    return (path == "-" ? fstat(standard, &into) : stat(path.c_str(), &into)) == 0 && S_ISREG(into.st_mode);
  };
  struct stat from {
  }, to{};
  return look(input, STDIN_FILENO, from) && look(output, STDOUT_FILENO, to) && from.st_dev == to.st_dev &&
         from.st_ino == to.st_ino;
}

std::variant<Source, FileFault> open_input(const std::string& path, const Settings& settings,
                                           std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
  if (is_same_file(path, settings.output))
    return FileFault{path, "is what is read and what would be written; name another file with -o"};
  auto opened = Source::open(path, {}, Source::Wanted::anything, most);
  if (auto* fault = std::get_if<std::string>(&opened)) return FileFault{path, std::move(*fault)};
  return std::get<Source>(std::move(opened));
}

std::string counted(std::uint64_t n, const std::string& one, const std::string& many) {
  return std::to_string(n) + ' ' + (n == 1 ? one : many);
}

/// "2 stretches of data, 128 bytes together,": what is elided, and the beginning of a sentence about it.
std::string stretches_shown(std::uint64_t stretches, std::uint64_t bytes) {
  return counted(stretches, "stretch", "stretches") + " of data, " + counted(bytes, "byte", "bytes") +
         (stretches == 1 ? "," : " together,");
}

/// Puts elided data back, or says that they are zeros.
int restore(CaseImage& file, const Settings& settings) {
  const auto& elided = file.elided();
  if (elided.empty()) return 0;
  if (settings.original.empty()) {
    std::uint64_t bytes = 0;
    for (const ElidedBytes& part : elided) bytes += part.range.end - part.range.begin;
    tell(shown_path(settings.input) + ": " + stretches_shown(elided.size(), bytes) +
         (elided.size() == 1 ? " was elided and is zeros now; --data-from FILE puts it back"
                             : " were elided and are zeros now; --data-from FILE puts them back"));
    return 0;
  }
  if (settings.original == "-" && settings.input == "-")
    return fail({"-", "standard input is named twice, and can be read once"});
  const auto original = open_input(settings.original, settings, elided.back().range.end);
  if (const auto* fault = std::get_if<FileFault>(&original)) return fail(*fault);
  if (file.restore_elided(std::get<Source>(original).bytes())) return 0;
  return fail({settings.original, "its bytes have other digests than those that were elided"}, exit_faulty);
}

int written(const std::optional<FileFault>& fault) { return fault ? fail(*fault) : 0; }

/// Tells of another case that the text names and that its corpus, the folder above with a VERSION, has not.
void tell_dangling(const Settings& settings, const Case& read) {
  namespace fs = std::filesystem;
  std::error_code fault;
  fs::path corpus = settings.input == "-" ? fs::path() : fs::absolute(settings.input, fault).parent_path();
  while (corpus.has_relative_path() && !fs::exists(corpus / "VERSION", fault)) corpus = corpus.parent_path();
  if (!corpus.has_relative_path()) return;
  const auto is_case = [&](const std::string& path) { return fs::exists(corpus / (path + ".txt"), fault); };
  if (const auto error = dangling_reference(read, is_case))
    tell(shown_path(settings.input) + ": " + message_of(*error));
}

int run_case(const Settings& settings) {
  const auto opened = open_input(settings.input, settings);
  if (const auto* fault = std::get_if<FileFault>(&opened)) return fail(*fault);
  const std::string_view text = as_text(std::get<Source>(opened).bytes());
  auto read = parse_case(text);
  if (const auto* error = std::get_if<CaseError>(&read)) {
    const bool assembled = text.starts_with("GGUF") || text.starts_with("FUGG");
    return fail({settings.input,
                 message_of(*error) +
                     (assembled ? " (this looks like a GGUF file; gguf-make uncase takes those)" : "")},
                exit_faulty);
  }
  tell_dangling(settings, std::get<Case>(read));
  CaseImage& file = std::get<Case>(read).file;
  if (file.size() == 0) tell(shown_path(settings.input) + ": makes an empty file");
  if (const int code = restore(file, settings); code != 0) return code;
  return written(write_output(settings.output, file));
}

int run_uncase(const Settings& settings) {
  const auto opened = open_input(settings.input, settings);
  if (const auto* fault = std::get_if<FileFault>(&opened)) return fail(*fault);
  const Uncased made = uncase(std::get<Source>(opened).bytes(), settings.uncase);
  if (auto fault = write_output(settings.output, made.text)) return fail(*fault);
  if (made.elided_bytes == 0) return 0;
  tell(shown_path(settings.input) + ": " + stretches_shown(made.elided_stretches, made.elided_bytes) +
       " elided: the text has only digests, and assembling it gives zeros there;\n"
       "  --whole " +
       std::to_string(made.longest) + " writes all out, and gguf-make case puts it back with --data-from " +
       (settings.input == "-" ? "FILE" : shown_path(settings.input)));
  return 0;
}

}  // namespace

void add_case_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand("case", "assemble the text of a case into a file");
  auto settings = std::make_shared<Settings>();
  declare_paths(*command, *settings, "the text of a case");
  add_path(
      *command, "--data-from", settings->original,
      "the file that the text was made from, to put back what was elided; without it those bytes are zeros")
      ->type_name("FILE");
  command->callback([settings, &chosen] { chosen = [settings] { return run_case(*settings); }; });
}

void add_uncase_command(CLI::App& app, RunCommand& chosen) {
  auto* command = app.add_subcommand(
      "uncase", "turn any file, whole or broken, into the text of a case; long data are elided");
  auto settings = std::make_shared<Settings>();
  declare_paths(*command, *settings, "a file of any kind");
  command
      ->add_option(
          "--whole", settings->uncase.whole,
          "write out data of up to this many bytes (4096); longer ones are elided: the text has their "
          "digest, and assembling it zeros unless gguf-make case has --data-from")
      ->type_name("BYTES");
  command->callback([settings, &chosen] { chosen = [settings] { return run_uncase(*settings); }; });
}

}  // namespace ggufproof
