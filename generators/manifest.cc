// Names, verdicts and ranges come from the cases and the tables of spec/ alone; no reader is asked.
#include "generators/manifest.h"

#include <algorithm>
#include <utility>

#include <tbb/parallel_for.h>

#include "generators/case_digest.h"
#include "generators/case_memory.h"

namespace ggufproof {
namespace {

using Json = nlohmann::ordered_json;

Json finding_json(const ExpectedFinding& finding) {
  return {{"rule", rule_row(finding.rule).name},
          {"at", finding.label},
          {"begin", finding.range.begin},
          {"end", finding.range.end}};
}

Json verdicts(const Case& read) {
  Json out = Json::object();
  for (const CaseJudgement& judgement : case_judgements)
    out[std::string(judgement.name)] = is_valid_in(read, judgement) ? "valid" : "invalid";
  return out;
}

Json ids_of(const std::vector<std::string>& paths) {
  Json out = Json::array();
  for (const std::string& path : paths) out.push_back(case_id(path));
  return out;
}

/// What the author says, and what can be seen: another byte order, and sizes that a reader should be warned
/// of.
std::vector<std::string> flags_of(const CorpusEntry& entry) {
  std::vector<std::string> flags = entry.read.flags;
  if (entry.read.file.order == ByteOrder::big) flags.emplace_back("big-endian");
  if (is_large(entry)) flags.emplace_back("large");
  return flags;
}

std::variant<CorpusEntry, CorpusFault> load_case(const std::filesystem::path& folder, CaseText text) {
  const std::string path = (folder / text.path).string();
  if (!text.fault.empty()) return CorpusFault{{path, text.fault}, true};
  const std::string file = path + ".txt";
  auto read = parse_case(text.text);
  if (const auto* error = std::get_if<CaseError>(&read)) return CorpusFault{{file, message_of(*error)}};
  auto& the_case = std::get<Case>(read);
  if (!the_case.expect) return CorpusFault{{file, "states no expectation"}};
  if (!CaseMemory(the_case.file).ok())
    return CorpusFault{{file, "no memory for a file of " + std::to_string(the_case.file.size()) + " bytes"}};
  return CorpusEntry{std::move(text), std::move(the_case)};
}

}  // namespace

bool is_large(const CorpusEntry& entry) {
  constexpr std::uint64_t large = 1 << 20;
  return entry.size() > large;
}

std::variant<Corpus, CorpusFault> load_corpus(const std::filesystem::path& folder) {
  Corpus corpus;
  const std::string version_path = (folder / "VERSION").string();
  const auto version = read_file(version_path);
  if (!version) return CorpusFault{{version_path, why_unreadable(version_path)}, true};
  corpus.version = version->substr(0, version->find_first_of("\r\n"));
  std::vector<CaseText> texts = read_cases(folder);
  std::vector<std::variant<CorpusEntry, CorpusFault>> loaded(texts.size());
  tbb::parallel_for(std::size_t{0}, texts.size(),
                    [&](std::size_t i) { loaded[i] = load_case(folder, std::move(texts[i])); });
  for (auto& one : loaded) {
    if (auto* fault = std::get_if<CorpusFault>(&one)) return std::move(*fault);
    corpus.entries.push_back(std::get<CorpusEntry>(std::move(one)));
  }
  const auto is_case = [&](const std::string& path) {
    return std::ranges::any_of(corpus.entries, [&](const CorpusEntry& e) { return e.text.path == path; });
  };
  for (const CorpusEntry& entry : corpus.entries) {
    if (const auto error = dangling_reference(entry.read, is_case))
      return CorpusFault{{(folder / entry.text.path).string() + ".txt", message_of(*error)}};
  }
  if (corpus.entries.empty()) return CorpusFault{{folder.string(), "has no case"}, true};
  return corpus;
}

std::string CorpusEntry::sha256() const { return sha256_of(CaseMemory(read.file).bytes()); }

Json manifest_entry(const CorpusEntry& entry) {
  const Case& read = entry.read;
  Json out{{"id", entry.text.id},
           {"file", entry.text.path + ".gguf"},
           {"size", entry.size()},
           {"sha256", entry.sha256()},
           {"class", case_class_names[static_cast<std::size_t>(*read.expect)]},
           {"verdict", verdicts(read)}};
  if (read.finding) {
    out.update(finding_json(*read.finding));
    out["clause"] = rule_row(read.finding->rule).clause;
  }
  Json also = Json::array();
  std::transform(read.also.begin(), read.also.end(), std::back_inserter(also), finding_json);
  out["also"] = std::move(also);
  out["near"] = ids_of(read.near);
  if (!read.name.empty()) out["name"] = read.name;
  if (!read.with.empty()) out["with"] = ids_of(read.with);
  if (!read.original.empty()) out["original"] = case_id(read.original);
  out["flags"] = flags_of(entry);
  out["links"] = read.links;
  out["cve"] = read.cves;
  out["readers"] = read.readers;
  out["why"] = read.why;
  return out;
}

std::string manifest_text(const std::string& version, const std::vector<const CorpusEntry*>& entries) {
  std::string out =
      "{\"suite\": " + Json(suite_name).dump() + ", \"version\": " + Json(version).dump() + ", \"cases\": [";
  for (std::size_t i = 0; i < entries.size(); ++i)
    out += (i == 0 ? "\n" : ",\n") + manifest_entry(*entries[i]).dump();
  return out + "\n]}\n";
}

}  // namespace ggufproof
