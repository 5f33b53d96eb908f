// gguf-make random: valid files as the seed will have them, each of them named for its seed.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

#include "generators/any_file.h"
#include "generators/any_model.h"
#include "generators/any_shards.h"
#include "generators/gguf_make.h"
#include "generators/random_choices.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

enum class Kind { any, file, model, shards };

struct Settings {
  std::uint64_t count = 1;
  std::uint64_t seed = 1;
  Kind kind = Kind::any;
  std::string folder;
};

std::vector<NamedModel> files_of(std::uint64_t seed, Kind kind) {
  RandomChoices choices(seed);
  if (kind == Kind::any) kind = static_cast<Kind>(1 + choices.below(3));
  const std::string name = std::to_string(seed);
  if (kind == Kind::shards) return any_shards(choices, name);
  return {{name + ".gguf", kind == Kind::model ? any_model(choices) : any_file(choices)}};
}

/// Makes the folder. Says why nothing is written there where something else stands in it.
std::optional<FileFault> make_folder(const std::string& folder) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  const bool empty = !fault && fs::is_empty(folder, fault);
  if (fault) return FileFault{folder, fault.message()};
  if (!empty)
    return FileFault{folder, "holds files, and none is to be overwritten; name a new folder or an empty one"};
  return std::nullopt;
}

int run(const Settings& settings) {
  if (settings.count > std::numeric_limits<std::uint64_t>::max() - settings.seed) {
    tell("--seed and --count together pass 2^64, beyond which there is no seed");
    return exit_unusable;
  }
  if (const auto fault = make_folder(settings.folder)) return fail(*fault);
  for (std::uint64_t seed = settings.seed; seed < settings.seed + settings.count; ++seed) {
    for (const NamedModel& made : files_of(seed, settings.kind)) {
      const std::vector<std::uint8_t> bytes = write(made.file).bytes();
      const std::string path = (fs::path(settings.folder) / made.name).string();
      if (const auto fault = write_output(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
        return fail(*fault);
    }
  }
  return 0;
}

}  // namespace

void add_random_command(CLI::App& app, RunCommand& chosen) {
  auto* command =
      app.add_subcommand("random", "make valid files at random, each named for its seed: 1.gguf, 2.gguf ...");
  auto settings = std::make_shared<Settings>();
  add_count(*command, "--count", settings->count, "how many files, or models in several files (1)");
  add_count(*command, "--seed", settings->seed, "of the first file (1); the same seed gives the same bytes");
  add_choice<Kind>(
      *command, "--kind", settings->kind,
      {{"any", Kind::any}, {"file", Kind::file}, {"model", Kind::model}, {"shards", Kind::shards}},
      "any (the default); file: every type and shape, no task; model: a llama, a vocabulary, an adapter, a "
      "projector, an importance matrix or a control vector; shards: a model in several files");
  add_path(*command, "-o,--output", settings->folder, "where to write: a new folder, or an empty one")
      ->required()
      ->type_name("DIR");
  command->callback([settings, &chosen] { chosen = [settings] { return run(*settings); }; });
}

}  // namespace ggufproof
