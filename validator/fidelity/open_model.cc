// Names of shards are those that llama.cpp looks for.
#include "validator/fidelity/open_model.h"

#include "validator/file_name.h"
#include "validator/files.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

std::vector<std::string> files_of(const std::string& path) {
  const auto name = shard_name(base_name(path));
  if (!name || name->number == 0 || name->number > name->total) return {path};
  std::vector<std::string> files;
  for (std::uint64_t i = 1; i <= name->total; ++i)
    files.push_back(std::string(directory_of(path)) + shard_file_name(name->prefix, i, name->total));
  return files;
}

}  // namespace

std::variant<OpenModel, std::string> open_model(const std::string& path, bool whole) {
  OpenModel model;
  for (const std::string& file : files_of(path)) {
    if (file != path && is_special(file)) return path_shown(file) + ": cannot be read: is not a file";
    auto opened = Source::open(file, {}, Source::Wanted::gguf);
    if (const auto* error = std::get_if<std::string>(&opened))
      return path_shown(file) + ": cannot be read: " + *error;
    model.paths.push_back(file);
    model.sources.push_back(std::get<Source>(std::move(opened)));
    model.maps.push_back(map_file(model.sources.back().bytes()));
    const FileMap& map = model.maps.back();
    if (map.stop && (whole || map.document.reached != Reached::tensors))
      return path_shown(file) + ": cannot be followed to its end: " + map.stop->why;
  }
  return model;
}

std::string fault_of(const OpenModel& model) {
  for (std::size_t i = 0; i < model.sources.size(); ++i) {
    const std::string fault = model.sources[i].fault();
    if (!fault.empty()) return path_shown(model.paths[i]) + ": cannot be read: " + fault;
  }
  return "";
}

}  // namespace ggufproof
