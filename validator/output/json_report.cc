// JSON is one document, so it waits for the last file. Offsets are bytes from the start of the file, ranges
// half-open. What it holds stands in report_format.md and report.schema.json.
#include <ostream>

#include "validator/fidelity/render_fidelity.h"
#include "validator/output/fingerprint.h"
#include "validator/output/json_text.h"
#include "validator/output/report.h"
#include "validator/render_readers.h"
#include "validator/text.h"
#include "validator/version.h"

namespace ggufproof {
namespace {

using Json = nlohmann::ordered_json;

/// Of report_format.md: a member that is taken away or means something else makes it another.
constexpr int report_version = 1;

constexpr std::size_t path_length = 1 << 16;

Json finding_json(const Finding& finding, const std::string& fingerprint) {
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
          {"remedy", row.remedy},
          {"fingerprint", fingerprint}};
}

/// How many findings of each severity there are, less those that `shown` holds.
Json counts_json(const Report& report, const std::array<std::uint64_t, 4>& shown = {}) {
  Json counts;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note})
    counts[std::string(name_of(severity))] =
        report.count(severity) - shown[static_cast<std::size_t>(severity)];
  return counts;
}

/// A path stands there as it is where it is UTF-8, else with its odd bytes, backslashes and quotes escaped,
/// and says so: JSON text cannot hold them.
Json file_json(const JudgedFile& file, bool quiet) {
  const bool is_text = !first_invalid_utf8(file.path);
  const Judgement& judgement = file.judgement;
  const Report& report = judgement.report;
  const bool known = judgement.version != 0;
  Json findings = Json::array();
  std::array<std::uint64_t, 4> shown{};
  FingerprintCounter counter;
  for (const Finding& finding : report.findings()) {
    const std::string fingerprint = counter.numbered(finding);
    if (quiet && finding.severity != Severity::error) continue;
    findings.push_back(finding_json(finding, fingerprint));
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
          {"accepted", report.accepted()},
          {"findings", std::move(findings)}};
}

class JsonReport final : public RunReport {
 public:
  using RunReport::RunReport;

  void add(const JudgedFile& file) override {
    auto& entry = entries_.emplace_back(file_json(file, settings_.quiet));
    if (file.roundtrip) entry["roundtrip"] = roundtrip_json(*file.roundtrip);
    if (file.traits) entry["readers"] = readers_json(file);
  }

  void add_against(std::span<const TensorComparison> rows) override {
    against_ = against_json(settings_.original, rows);
  }

  void finish(const RunSummary&) override {
    Json report{{"report_version", report_version},
                {"tool", {{"name", "gguf-validate"}, {"version", tool_version}}},
                {"profile", profile_names[static_cast<std::size_t>(settings_.profile)]},
                {"files", std::move(entries_)}};
    if (!against_.is_null()) report["against"] = std::move(against_);
    print_json(out_, report);
  }

 private:
  Json against_;
  Json entries_ = Json::array();
};

}  // namespace

std::unique_ptr<RunReport> json_report(std::ostream& out, const ReportSettings& settings) {
  return std::make_unique<JsonReport>(out, settings);
}

}  // namespace ggufproof
