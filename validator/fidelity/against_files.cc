// Files are opened once more than judging did: a model is compared when all of its files are judged.
#include "validator/fidelity/against_files.h"

#include <algorithm>

#include "validator/fidelity/open_model.h"
#include "validator/file_name.h"
#include "validator/files.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

bool same_set(const std::string& a, const std::string& b) {
  const auto one = shard_name(base_name(a)), other = shard_name(base_name(b));
  return one && other && one->prefix == other->prefix && one->total == other->total &&
         directory_of(a) == directory_of(b);
}

bool is_one_model(const std::vector<std::string>& paths) {
  return std::all_of(paths.begin(), paths.end(), [&](const std::string& path) {
    return path == paths.front() || same_set(path, paths.front());
  });
}

/// Opens the original; a directory stands for the one model in it.
std::variant<OpenModel, std::string> open_original(const std::string& path) {
  std::vector<std::string> paths;
  for (const NamedFile& file : expand_paths({path})) {
    if (!file.error.empty()) return path_shown(file.path) + ": cannot be read: " + file.error;
    paths.push_back(file.path);
  }
  if (paths.empty()) return path_shown(path) + ": no *.gguf file is in the directory of the original";
  if (!is_one_model(paths))
    return path_shown(path) + ": more than one model is in the directory of the original: name a file of it";
  return open_model(paths.front(), true);
}

}  // namespace

std::string why_not_one_model(const std::vector<std::string>& paths) {
  const auto is_stream = [](const std::string& path) { return path == "-" || is_special(path); };
  if (std::any_of(paths.begin(), paths.end(), is_stream))
    return "--against needs files, since it reads them twice";
  return is_one_model(paths) ? "" : "--against compares one model: name one file, or shards of one model";
}

std::string why_nothing_compared(const std::vector<TensorComparison>& rows) {
  const auto any = [&](auto test) { return std::any_of(rows.begin(), rows.end(), test); };
  if (any([](const TensorComparison& row) { return row.kept == Kept::compared; })) return "";
  const bool common =
      any([](const TensorComparison& row) { return row.kept != Kept::missing && row.kept != Kept::extra; });
  return std::string("nothing could be compared: ") +
         (common ? "of the tensors that both have, none has the same shape and data that can be read in both"
                 : "the two have no tensor's name in common");
}

std::variant<std::vector<TensorComparison>, std::string> compare_files(const std::string& original,
                                                                       std::vector<JudgedFile>& files,
                                                                       std::uint64_t jobs,
                                                                       const CompareProgress& progress) {
  const auto before = open_original(original), after = open_model(files.front().path, false);
  for (const auto* opened : {&before, &after}) {
    if (const auto* error = std::get_if<std::string>(opened)) return *error;
  }
  const OpenModel& model = std::get<OpenModel>(after);
  // Findings about a file that changes meanwhile come of zeros: reports take none before all is compared.
  std::vector<Report> reports;
  for (const JudgedFile& file : files) reports.push_back(file.judgement.report);
  std::vector<StoredFile> stored;
  for (std::size_t i = 0; i < model.maps.size(); ++i) {
    const auto named = std::find_if(files.begin(), files.end(),
                                    [&](const JudgedFile& file) { return file.path == model.paths[i]; });
    const auto concerned = named == files.end() ? 0 : static_cast<std::size_t>(named - files.begin());
    stored.push_back({&model.maps[i], &reports[concerned]});
  }
  auto rows = check_against(std::get<OpenModel>(before).maps, stored, jobs, progress);
  for (const auto* opened : {&before, &after}) {
    if (std::string fault = fault_of(std::get<OpenModel>(*opened)); !fault.empty()) return fault;
  }
  for (std::size_t i = 0; i < files.size(); ++i) files[i].judgement.report = std::move(reports[i]);
  return rows;
}

}  // namespace ggufproof
