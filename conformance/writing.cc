// A writer may order what it adds of its own as it likes: its pairs and tensors are looked for by name.
#include "conformance/writing.h"

#include <algorithm>
#include <array>

#include "conformance/dump_compare.h"
#include "conformance/expected_dump.h"
#include "validator/source.h"
#include "validator/text.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

using nlohmann::json;

/// Beginnings of rules about what is said, and not about where it stands.
constexpr std::array content_rules{"key.", "value.", "string.", "array.", "alignment.", "tensor."};

bool is_of_content(Rule rule) {
  return std::any_of(content_rules.begin(), content_rules.end(),
                     [&](const char* beginning) { return rule_row(rule).name.starts_with(beginning); });
}

std::string hex(Bytes bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

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

std::optional<std::string> structural_fault(Bytes bytes, Side side, std::set<std::string>& notes) {
  std::set<Rule> spec, ggml;
  const auto judge = [&](Profile profile, std::set<Rule>& errors) {
    Options options;
    options.profile = profile;
    const Judgement judgement = validate(bytes, options);
    for (const Finding& finding : judgement.report.findings()) {
      if (finding.rule == Rule::layout_last_padding) notes.insert("does not pad after the last tensor");
      if (finding.severity == Severity::error && is_structural(finding.rule)) errors.insert(finding.rule);
    }
  };
  judge(Profile::spec, spec);
  judge(Profile::ggml, ggml);
  for (const Rule rule : side == Side::ggml ? ggml : spec) {
    if (side != Side::neither || ggml.contains(rule)) return std::string(rule_row(rule).name);
  }
  return std::nullopt;
}

}  // namespace

std::optional<json> description_of(const FileMap& map) {
  if (map.stop) return std::nullopt;
  json dump = expected_dump(map, {});
  json out{{"version", dump["version"]},
           {"endian", dump["endian"]},
           {"alignment", nullptr},
           {"metadata", dump["metadata"]}};
  for (const json& pair : dump["metadata"]) {
    if (pair["key"] == "general.alignment") out["alignment"] = dump["alignment"];
  }
  out["tensors"] = json::array();
  for (std::size_t i = 0; i < map.document.tensor_at.size(); ++i) {
    const Tensor tensor = map.document.tensor(i);
    const auto place = place_of(map, tensor).within(map.document.bytes.size());
    if (!place) return std::nullopt;
    const json& told = dump["tensors"][i];
    out["tensors"].push_back(
        {{"name", told["name"]},
         {"type", told["type"]},
         {"type_name", told["type_name"]},
         {"dimensions", told["dimensions"]},
         {"data", hex(map.document.bytes.subspan(place->begin, place->end - place->begin))}});
  }
  return out;
}

Expectation expectation_of_writer(const Case& the_case, const Handshake& testee, Side side) {
  Case said = the_case;
  std::erase_if(said.also, [](const ExpectedFinding& finding) { return !is_of_content(finding.rule); });
  if (said.finding && !is_of_content(said.finding->rule)) said.finding.reset();
  Expectation expectation = expectation_of(said, testee, side);
  expectation.writing = true;
  return expectation;
}

CaseResult judge_writing(const std::string& id, const Expectation& expectation, const Answer& answer,
                         const Written& written) {
  CaseResult result = judge_answer(id, expectation, answer, std::nullopt);
  if (answer.reply != Reply::accepted) return result;
  if (written.difference) {
    result.outcome = TestOutcome::wrong_value;
    result.detail = *written.difference;
  } else if (written.fault && expectation.wanted != Wanted::either) {
    result.outcome = TestOutcome::accepted_invalid;
    result.detail = "wrote a file that breaks " + *written.fault;
  } else if (expectation.wanted == Wanted::refuse) {
    result.outcome = TestOutcome::agree;  // what is wrong with the case's file is right in its own
    result.detail.clear();
  }
  set_belongs(result, expectation);
  return result;
}

Written judge_written(const std::filesystem::path& file, const json& description, Side side) {
  Written out;
  auto source = Source::open(file.string());
  if (const auto* error = std::get_if<std::string>(&source)) return {"the file: " + *error, std::nullopt, {}};
  const FileMap map = map_file(std::get<Source>(source).bytes());
  const auto said = description_of(map);
  out.fault = structural_fault(map.document.bytes, side, out.notes);
  if (!said) {
    out.difference = "the file: " + (map.stop ? map.stop->why : "has not all of its data");
    return out;
  }
  json told = *said;
  note_additions(description["metadata"], told["metadata"], out.notes);
  told["metadata"] = in_order(description["metadata"], told["metadata"], "key");
  told["tensors"] = in_order(description["tensors"], told["tensors"], "name");
  out.difference = first_difference(description, told, {"alignment"});
  return out;
}

}  // namespace ggufproof
