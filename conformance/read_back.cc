// A writer may order what it adds of its own as it likes: its pairs and tensors are looked for by name.
#include "conformance/read_back.h"

#include <algorithm>

#include "conformance/dump_compare.h"
#include "conformance/expectation.h"
#include "conformance/writing.h"
#include "validator/file_name.h"
#include "validator/shard_set.h"
#include "validator/source.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

using nlohmann::json;

/// The described members of `written`, in the order of the description; a member that is not there is left
/// out.
json in_order(const json& described, const json& written, const char* name_of) {
  json out = json::array();
  for (const json& wanted : described) {
    const auto found = std::find_if(written.begin(), written.end(),
                                    [&](const json& one) { return one[name_of] == wanted[name_of]; });
    if (found != written.end()) out.push_back(*found);
  }
  return out;
}

void note_additions(const json& described, const json& written, std::set<std::string>& notes) {
  for (const json& pair : written) {
    const bool ours = std::any_of(described.begin(), described.end(),
                                  [&](const json& one) { return one["key"] == pair["key"]; });
    if (!ours && pair["key"].is_string()) notes.insert("adds " + escaped(pair["key"].get<std::string>(), 60));
  }
}

using Concerns = bool (*)(Rule);

bool is_of_sets(Rule rule) { return rule_row(rule).name.starts_with("shard."); }

/// The rules that the files break under a profile, alone and together, of those that concern us.
std::set<Rule> errors_of(const std::vector<Source>& sources, const std::vector<std::filesystem::path>& files,
                         Profile profile, Concerns concerns, std::set<std::string>& notes) {
  std::vector<JudgedFile> judged;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string name = files[i].filename().string();
    Options options;
    options.profile = profile;
    if (files.size() > 1) options.name = name;
    judged.push_back({files[i].string(), "", validate(sources[i].bytes(), options)});
  }
  check_shard_sets(judged, [](const std::string& path) { return JudgedFile{path, "not written"}; });
  std::set<Rule> errors;
  for (const JudgedFile& file : judged) {
    for (const Finding& finding : file.judgement.report.findings()) {
      if (finding.rule == Rule::layout_last_padding) notes.insert("does not pad after the last tensor");
      if (finding.severity == Severity::error && concerns(finding.rule)) errors.insert(finding.rule);
    }
  }
  return errors;
}

std::optional<std::string> fault_of(const std::vector<Source>& sources,
                                    const std::vector<std::filesystem::path>& files, Side side,
                                    std::set<std::string>& notes) {
  const std::set<Rule> spec = errors_of(sources, files, Profile::spec, is_structural, notes);
  const std::set<Rule> ggml = errors_of(sources, files, Profile::ggml, is_structural, notes);
  for (const Rule rule : side == Side::ggml ? ggml : spec) {
    if (side != Side::neither || ggml.contains(rule)) return std::string(rule_row(rule).name);
  }
  if (files.size() == 1) return std::nullopt;  // what one file says of a set is content
  const std::set<Rule> set = errors_of(sources, files, Profile::deflt, is_of_sets, notes);
  return set.empty() ? std::nullopt : std::optional(std::string(rule_row(*set.begin()).name));
}

/// What the files say together; why they cannot be read otherwise.
std::variant<json, std::string> said_by(const std::vector<Source>& sources) {
  json all;
  for (const Source& source : sources) {
    const FileMap map = map_file(source.bytes());
    auto said = description_of(map);
    if (!said) return map.stop ? map.stop->why : "has not all of its data";
    if (all.is_null()) {
      all = std::move(*said);
    } else {
      for (json& tensor : (*said)["tensors"]) all["tensors"].push_back(std::move(tensor));
    }
  }
  return all;
}

}  // namespace

std::vector<std::filesystem::path> files_written(const std::filesystem::path& file) {
  std::error_code fault;
  if (std::filesystem::exists(file, fault)) return {file};
  std::vector<std::filesystem::path> shards;
  for (std::filesystem::directory_iterator entry(file.parent_path(), fault), end; entry != end && !fault;
       entry.increment(fault)) {
    const std::string name = entry->path().filename().string();
    const auto shard = shard_name(name);
    if (shard && shard->prefix == file.stem().string()) shards.push_back(entry->path());
  }
  std::sort(shards.begin(), shards.end());
  return shards;
}

Written judge_written(const std::vector<std::filesystem::path>& files, const json& description, Side side) {
  Written out;
  if (files.empty()) return {"no file was written", std::nullopt, {}};
  std::vector<Source> sources;
  for (const auto& file : files) {
    auto source = Source::open(file.string());
    if (const auto* error = std::get_if<std::string>(&source))
      return {"the file: " + *error, std::nullopt, {}};
    sources.push_back(std::move(std::get<Source>(source)));
  }
  out.fault = fault_of(sources, files, side, out.notes);
  auto said = said_by(sources);
  if (const auto* why = std::get_if<std::string>(&said)) {
    out.difference = "the file: " + *why;
    return out;
  }
  json told = std::move(std::get<json>(said));
  note_additions(description["metadata"], told["metadata"], out.notes);
  told["metadata"] = in_order(description["metadata"], told["metadata"], "key");
  told["tensors"] = in_order(description["tensors"], told["tensors"], "name");
  out.difference = first_difference(description, told, {"alignment"});
  return out;
}

}  // namespace ggufproof
