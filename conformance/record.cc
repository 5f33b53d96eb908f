// The digest is taken over the text without the line that states it, so that any program can check it.
#include "conformance/record.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>

#include "conformance/summary.h"
#include "validator/dump_sha256.h"

namespace ggufproof {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view digest_line = ",\n\"sha256\":\"";

std::string text_of(const ordered_json& value) {
  return value.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
}

ordered_json told_by(const Handshake& testee) {
  ordered_json out{{"name", testee.name}, {"version", testee.version}, {"language", testee.language}};
  if (testee.reads) out["reads"] = testee.reads_data ? "data" : "header";
  if (testee.writes) out["writes"] = true;
  out["judges"] = testee.loads_models ? "model" : "container";
  out["versions"] = testee.versions;
  out["byte_orders"] = testee.byte_orders;
  out["omits"] = testee.omits;
  out["decodes"] = testee.decodes;
  return out;
}

ordered_json level_members(const Summary& summary) {
  ordered_json out;
  for (const LevelRow& row : levels) {
    const LevelSummary& level = summary.of(row.level);
    out[std::string(row.name)] = {
        {"reached", level.reached()}, {"cases", level.cases}, {"lost", level.lost.size()}};
  }
  return out;
}

ordered_json count_members(const Summary& summary) {
  ordered_json out;
  for (const OutcomeRow& row : outcomes)
    out[std::string(row.name)] = summary.by_outcome[static_cast<std::size_t>(row.outcome)];
  return out;
}

ordered_json verdict_members(const Verdicts& verdicts) {
  const auto share = [](std::optional<double> of) { return of ? ordered_json(*of) : ordered_json(); };
  return {{"invalid", verdicts.invalid},
          {"valid", verdicts.valid},
          {"true_positives", verdicts.true_positives},
          {"false_positives", verdicts.false_positives},
          {"true_negatives", verdicts.true_negatives},
          {"false_negatives", verdicts.false_negatives},
          {"precision", share(verdicts.precision())},
          {"recall", share(verdicts.recall())}};
}

Selection part_of(const RecordFrame& frame) {
  Selection selection;
  selection.large = frame.large;
  selection.part = {frame.part, frame.parts};
  return selection;
}

/// The cases of a record: those it lists as they stand there, the others as agreed.
std::optional<std::vector<CaseResult>> cases_of(const Corpus& corpus, const Results& run,
                                                const RecordFrame& frame, const ordered_json& listed) {
  std::vector<CaseResult> cases;
  std::size_t found = 0;
  for (const CorpusEntry* entry : select(corpus, run, part_of(frame))) {
    const Expectation expectation = expectation_in(run, entry->read);
    CaseResult result;
    result.id = entry->text.id;
    if (const auto row = listed.find(entry->text.id); row != listed.end()) {
      ++found;
      if (!row->is_array() || row->size() != 2 || !(*row)[0].is_string() || !(*row)[1].is_string())
        return std::nullopt;
      const auto outcome = outcome_of((*row)[0].get<std::string>());
      if (!outcome) return std::nullopt;
      result.outcome = *outcome;
      result.detail = (*row)[1].get<std::string>();
    }
    set_belongs(result, expectation);
    cases.push_back(std::move(result));
  }
  if (found != listed.size()) return std::nullopt;
  return cases;
}

std::optional<Side> side_of(const std::string& name) {
  const auto found = std::find(side_names.begin(), side_names.end(), name);
  if (found == side_names.end()) return std::nullopt;
  return static_cast<Side>(found - side_names.begin());
}

}  // namespace

std::string corpus_digest(const Corpus& corpus) {
  std::string all;
  for (const CorpusEntry& entry : corpus.entries) all += entry.text.id + '\n' + entry.text.text + '\n';
  return sha256_hex(as_bytes(all)).value_or("");
}

std::string record_text(const Corpus& corpus, const Results& results, const RecordFrame& frame) {
  const Summary summary = summarize(results.cases);
  std::string out = "{\"ggufproof_record\":1";
  const auto add = [&](const char* name, const ordered_json& value) {
    out += ",\n\"" + std::string(name) + "\":" + text_of(value);
  };
  add("suite", corpus.version);
  add("corpus", corpus_digest(corpus));
  add("date", frame.date);
  add("testee", told_by(results.testee));
  add("profile", std::string(side_names[static_cast<std::size_t>(results.side)]));
  add("direction", results.direction == Direction::write ? "write" : "read");
  add("notes", results.notes);
  add("network", results.without_network ? "none" : "not taken away");
  add("part", {frame.part, frame.parts});
  add("large", frame.large);
  add("filtered", frame.filtered);
  add("levels", level_members(summary));
  add("counts", count_members(summary));
  if (results.direction == Direction::read) add("verdicts", verdict_members(summary.verdicts));
  out += ",\n\"cases\":{";
  std::string_view separator = "\n";
  for (const CaseResult& result : results.cases) {
    if (result.outcome == TestOutcome::agree) continue;
    out += separator;
    out += text_of(result.id) + ':' + text_of({outcome_row(result.outcome).name, result.detail});
    separator = ",\n";
  }
  out += "\n}";
  const std::string digest = sha256_hex(as_bytes(out)).value_or("");
  return out + std::string(digest_line) + digest + "\"}\n";
}

std::variant<ordered_json, std::string> open_record(std::string_view text) {
  const std::size_t end = text.rfind(digest_line);
  auto json = parse_message<ordered_json>(text);
  if (!json.is_object() || end == text.npos || json.value("ggufproof_record", ordered_json()) != 1)
    return std::string("is no record as gguf-certify writes it, byte for byte");
  if (sha256_hex(as_bytes(text.substr(0, end))) != json.value("sha256", ""))
    return std::string("was changed after it was written: its digest does not fit");
  if (json.value("filtered", true)) return std::string("leaves cases out by a filter: it certifies nothing");
  return json;
}

std::variant<Record, std::string> read_record(const Corpus& corpus, std::string_view text) {
  auto opened = open_record(text);
  if (auto* error = std::get_if<std::string>(&opened)) return std::move(*error);
  const auto& json = std::get<ordered_json>(opened);
  if (json.value("corpus", "") != corpus_digest(corpus))
    return "was made with another corpus (suite version " + json.value("suite", "?") + "; this is " +
           corpus.version + ")";
  if (json.value("suite", "") != corpus.version)
    return std::string("names another suite version than its corpus has");
  Record record;
  ordered_json hello = json.value("testee", ordered_json());
  hello["protocol"] = 1;
  auto testee = parse_handshake(hello.dump());
  const auto side = side_of(json.value("profile", ""));
  const ordered_json part = json.value("part", ordered_json());
  if (std::holds_alternative<std::string>(testee) || !side || part.size() != 2)
    return std::string("lacks members");
  record.results.testee = std::get<Handshake>(std::move(testee));
  record.results.side = *side;
  record.results.direction = json.value("direction", "") == "write" ? Direction::write : Direction::read;
  record.results.notes = json.value("notes", std::set<std::string>());
  record.results.without_network = json.value("network", "") == "none";
  record.frame = {json.value("date", ""), part[0], part[1], json.value("large", false), false};
  if (record.frame.parts == 0 || record.frame.part == 0) return std::string("lacks members");
  auto cases = cases_of(corpus, record.results, record.frame, json.value("cases", ordered_json::object()));
  if (!cases) return std::string("lists cases or outcomes that do not exist");
  record.results.cases = std::move(*cases);
  const Summary summary = summarize(record.results.cases);
  const auto states = [&](const char* member, const ordered_json& follows) {
    return json.value(member, ordered_json()) == follows;
  };
  const bool reads = record.results.direction == Direction::read;
  if (!states("levels", level_members(summary)) || !states("counts", count_members(summary)) ||
      !states("verdicts", reads ? verdict_members(summary.verdicts) : ordered_json()))
    return std::string("states levels or counts that do not follow from its cases");
  return record;
}

std::variant<Record, std::string> merge(const Corpus& corpus, std::vector<Record> parts) {
  if (parts.empty()) return std::string("there is nothing to merge");
  const std::uint64_t wanted = parts.front().frame.parts;
  std::map<std::uint64_t, const Record*> by_part;
  for (const Record& one : parts) {
    const bool same = told_by(one.results.testee) == told_by(parts.front().results.testee) &&
                      one.results.side == parts.front().results.side &&
                      one.results.direction == parts.front().results.direction && one.frame.parts == wanted &&
                      one.frame.large == parts.front().frame.large;
    if (!same) return std::string("these are parts of different runs");
    if (!by_part.emplace(one.frame.part, &one).second)
      return "part " + std::to_string(one.frame.part) + " is there twice";
  }
  for (std::uint64_t part = 1; part <= wanted; ++part) {
    if (!by_part.contains(part))
      return "part " + std::to_string(part) + " of " + std::to_string(wanted) + " is missing";
  }
  std::map<std::string, const CaseResult*> results;
  Record out{parts.front().results, {parts.front().frame.date, 1, 1, parts.front().frame.large, false}};
  for (const Record& one : parts) {
    out.frame.date = std::max(out.frame.date, one.frame.date);
    out.results.notes.insert(one.results.notes.begin(), one.results.notes.end());
    out.results.without_network = out.results.without_network && one.results.without_network;
    for (const CaseResult& result : one.results.cases) results[result.id] = &result;
  }
  out.results.cases.clear();
  for (const CorpusEntry* entry : select(corpus, out.results, part_of(out.frame)))
    out.results.cases.push_back(*results.at(entry->text.id));
  return out;
}

std::string today() {
  std::time_t now = std::time(nullptr);
  if (const char* stated = std::getenv("SOURCE_DATE_EPOCH")) now = std::strtoll(stated, nullptr, 10);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
  return text.data();
}

}  // namespace ggufproof
