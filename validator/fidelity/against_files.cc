// Files are opened once more than judging did: a model is compared when all of its files are judged.
#include "validator/fidelity/against_files.h"

#include <algorithm>

#include "validator/fidelity/open_model.h"
#include "validator/file_name.h"

namespace ggufproof {
namespace {

/// The file to open a model by, or nothing where the files are not one model.
const JudgedFile* leader(const std::vector<JudgedFile>& files) {
  if (files.size() == 1) return &files.front();
  const JudgedFile* first = nullptr;
  for (const JudgedFile& file : files) {
    const auto name = shard_name(base_name(file.path)), one = shard_name(base_name(files.front().path));
    if (!name || !one || name->prefix != one->prefix || name->total != one->total ||
        directory_of(file.path) != directory_of(files.front().path))
      return nullptr;
    if (name->number == 1) first = &file;
  }
  return first;
}

}  // namespace

std::variant<std::vector<TensorComparison>, std::string> compare_files(const std::string& original,
                                                                       std::vector<JudgedFile>& files,
                                                                       std::uint64_t jobs) {
  const JudgedFile* first = leader(files);
  if (first == nullptr)
    return "--against compares one model: name one file, its first shard, or all of its shards";
  if (first->path == "-" || original == "-") return "--against needs files, since it reads them twice";
  const auto before = open_model(original), after = open_model(first->path);
  for (const auto* opened : {&before, &after}) {
    if (const auto* error = std::get_if<std::string>(opened)) return *error;
  }
  const OpenModel& model = std::get<OpenModel>(after);
  std::vector<StoredFile> stored;
  for (std::size_t i = 0; i < model.maps.size(); ++i) {
    const auto named = std::find_if(files.begin(), files.end(),
                                    [&](const JudgedFile& file) { return file.path == model.paths[i]; });
    JudgedFile& concerned = named == files.end() ? files.front() : *named;
    stored.push_back({&model.maps[i], &concerned.judgement.report});
  }
  return check_against(std::get<OpenModel>(before).maps, stored, jobs);
}

}  // namespace ggufproof
