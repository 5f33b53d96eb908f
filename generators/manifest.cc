// Names, verdicts and ranges come from the cases and the tables of spec/ alone; no reader is asked.
#include "generators/manifest.h"

#include <algorithm>

#include "generators/case_digest.h"
#include "generators/case_memory.h"

namespace ggufproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view suite = "ggufproof";

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

Json near_ids(const Case& read) {
  Json out = Json::array();
  for (const std::string& path : read.near) out.push_back(case_id(path));
  return out;
}

/// What the author says, and what can be seen: another byte order, and sizes that a reader should be warned
/// of.
std::vector<std::string> flags_of(const CorpusEntry& entry) {
  constexpr std::uint64_t large = 1 << 20;
  std::vector<std::string> flags = entry.read.flags;
  if (entry.read.file.order == ByteOrder::big) flags.emplace_back("big-endian");
  if (entry.size() > large) flags.emplace_back("large");
  return flags;
}

}  // namespace

std::variant<Corpus, std::string> load_corpus(const std::filesystem::path& folder) {
  Corpus corpus;
  const auto version = read_file(folder / "VERSION");
  if (!version) return (folder / "VERSION").string() + ": cannot be read";
  corpus.version = version->substr(0, version->find_first_of("\r\n"));
  for (CaseText& text : read_cases(folder)) {
    auto read = parse_case(text.text);
    const std::string file = (folder / text.path).string() + ".txt: ";
    if (const auto* error = std::get_if<CaseError>(&read)) return file + message_of(*error);
    auto& the_case = std::get<Case>(read);
    if (!the_case.expect) return file + "states no expectation";
    const CaseMemory memory(the_case.file);
    if (!memory.ok())
      return file + "no memory for a file of " + std::to_string(the_case.file.size()) + " bytes";
    corpus.entries.push_back({std::move(text), std::move(the_case), sha256_of(memory.bytes())});
  }
  return corpus;
}

Json manifest_entry(const CorpusEntry& entry) {
  const Case& read = entry.read;
  Json out{{"id", entry.text.id},
           {"file", entry.text.path + ".gguf"},
           {"size", entry.size()},
           {"sha256", entry.sha256},
           {"class", case_class_names[static_cast<std::size_t>(*read.expect)]},
           {"verdict", verdicts(read)}};
  if (read.finding) {
    out.update(finding_json(*read.finding));
    out["clause"] = rule_row(read.finding->rule).clause;
  }
  Json also = Json::array();
  std::transform(read.also.begin(), read.also.end(), std::back_inserter(also), finding_json);
  out["also"] = std::move(also);
  out["near"] = near_ids(read);
  out["flags"] = flags_of(entry);
  out["links"] = read.links;
  out["cve"] = read.cves;
  out["readers"] = read.readers;
  out["why"] = read.why;
  return out;
}

std::string manifest_text(const std::string& version, const std::vector<const CorpusEntry*>& entries) {
  std::string out =
      "{\"suite\": " + Json(suite).dump() + ", \"version\": " + Json(version).dump() + ", \"cases\": [";
  for (std::size_t i = 0; i < entries.size(); ++i)
    out += (i == 0 ? "\n" : ",\n") + manifest_entry(*entries[i]).dump();
  return out + "\n]}\n";
}

}  // namespace ggufproof
