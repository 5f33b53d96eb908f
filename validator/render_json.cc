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
          {"clause", row.clause},
          {"remedy", row.remedy}};
}

/// How many findings of each severity there are, less those that `shown` holds.
Json counts_json(const Report& report, const std::array<std::uint64_t, 4>& shown = {}) {
  Json counts;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note})
    counts[std::string(name_of(severity))] =
        report.count(severity) - shown[static_cast<std::size_t>(severity)];
  return counts;
}

}  // namespace

std::string_view JudgedFile::verdict() const {
  return !readable() ? "unreadable" : judgement.report.valid() ? "valid" : "invalid";
}

/// A path stands there as it is where it is UTF-8, else with its odd bytes, backslashes and quotes escaped,
/// and says so: JSON text cannot hold them.
Json to_json(const JudgedFile& file, bool quiet) {
  const bool is_text = !first_invalid_utf8(file.path);
  const Judgement& judgement = file.judgement;
  const Report& report = judgement.report;
  const bool known = judgement.version != 0;
  Json findings = Json::array();
  std::array<std::uint64_t, 4> shown{};
  for (const Finding& finding : report.findings()) {
    if (quiet && finding.severity != Severity::error) continue;
    findings.push_back(finding_json(finding));
    ++shown[static_cast<std::size_t>(finding.severity)];
  }
  return {{"path", is_text ? file.path : escaped(file.path, path_length)},
          {"path_escaped", !is_text},
          {"verdict", file.verdict()},
          {"error", file.readable() ? Json() : Json(file.error)},
          {"role", file.readable() ? name_of(judgement.role) : "unknown"},
          {"version", known ? Json(judgement.version) : Json()},
          {"endian", known ? Json(judgement.order == ByteOrder::big ? "big" : "little") : Json()},
          {"counts", counts_json(report)},
          {"omitted", counts_json(report, shown)},
          {"findings", std::move(findings)}};
}

Json report_json(Profile profile, Json files) {
  return {{"tool", {{"name", "gguf-validate"}, {"version", tool_version}}},
          {"profile", profile_names[static_cast<std::size_t>(profile)]},
          {"files", std::move(files)}};
}

}  // namespace ggufproof
