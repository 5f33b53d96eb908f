// JSON for machines. Offsets are bytes from the start of the file, ranges half-open.
#include "validator/describe.h"
#include "validator/render.h"
#include "validator/text.h"
#include "validator/version.h"

namespace ggufproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t path_length = 1 << 16;

Json finding_json(const Finding& finding) {
  const RuleRow& row = rule_row(finding.rule);
  return {{"rule", row.name},
          {"severity", name_of(finding.severity)},
          {"begin", finding.bytes.begin},
          {"end", finding.bytes.end},
          {"at", finding.at},
          {"message", message_of(finding)},
          {"got", finding.got},
          {"want", finding.want},
          {"clause", row.clause}};
}

/// A path as it is where it is UTF-8, else with its odd bytes escaped: JSON text cannot hold them.
std::string json_path(const std::string& path) {
  return first_invalid_utf8(path) ? escaped(path, path_length) : path;
}

}  // namespace

std::string_view JudgedFile::verdict() const {
  return !readable() ? "unreadable" : judgement.report.valid() ? "valid" : "invalid";
}

Json to_json(const JudgedFile& file) {
  Json out = {{"path", json_path(file.path)}, {"verdict", file.verdict()}};
  if (!file.readable()) {
    out["error"] = file.error;
    out["role"] = "unknown";
    out["version"] = nullptr;
    out["endian"] = nullptr;
    out["findings"] = Json::array();
    return out;
  }
  const Judgement& judgement = file.judgement;
  const Report& report = judgement.report;
  const bool known = judgement.version != 0;
  out["role"] = name_of(judgement.role);
  out["version"] = known ? Json(judgement.version) : Json();
  out["endian"] = known ? Json(judgement.order == ByteOrder::big ? "big" : "little") : Json();
  out["counts"] = {{"error", report.count(Severity::error)},
                   {"warning", report.count(Severity::warning)},
                   {"note", report.count(Severity::note)}};
  out["findings"] = Json::array();
  for (const Finding& finding : report.findings()) out["findings"].push_back(finding_json(finding));
  return out;
}

Json report_json(Profile profile, Json files) {
  return {{"tool", {{"name", "gguf-validate"}, {"version", tool_version}}},
          {"profile", profile_names[static_cast<std::size_t>(profile)]},
          {"files", std::move(files)}};
}

}  // namespace ggufproof
