// What a description holds, and what a writer should make of it.
#include "conformance/writing.h"

#include <algorithm>
#include <array>

#include "conformance/expected_dump.h"

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

}  // namespace ggufproof
