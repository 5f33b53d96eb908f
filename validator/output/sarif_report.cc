// Rules that nobody broke are left out: a viewer asks for those of its results alone.
#include <algorithm>
#include <ostream>
#include <vector>

#include "spec/rules.h"
#include "validator/output/escapes.h"
#include "validator/output/fingerprint.h"
#include "validator/output/json_text.h"
#include "validator/output/report.h"
#include "validator/text.h"
#include "validator/version.h"

namespace ggufproof {
namespace {

using Json = nlohmann::ordered_json;

Json text_json(std::string_view text) { return {{"text", text}}; }

/// The word for a severity in SARIF (3.27.10).
std::string_view level_of(Severity severity) {
  return severity == Severity::off ? "none" : name_of(severity);
}

/// A rule (3.49).
Json rule_json(const RuleRow& row, Severity severity) {
  const ClauseRow& clause = *find_clause(row.clause);
  const std::string_view name = row.name;
  const std::string help = std::string(row.remedy) + ". More: gguf-validate --explain " + std::string(name);
  return {{"id", name},
          {"shortDescription", text_json(row.summary)},
          {"fullDescription", text_json(clause.text)},
          {"help", text_json(help)},
          {"defaultConfiguration", {{"level", level_of(severity)}}},
          {"properties",
           {{"clause", row.clause},
            {"authority", clause.authority},
            {"tags", {name.substr(0, name.find('.'))}}}}};
}

class SarifReport final : public RunReport {
 public:
  using RunReport::RunReport;

  void add(const JudgedFile& file) override {
    const Json location{{"uri", path_as_uri(file.path)}, {"index", artifacts_.size()}};
    Json artifact{{"location", {{"uri", location["uri"]}}}, {"roles", {"analysisTarget"}}};
    if (file.readable()) artifact["length"] = file.judgement.size;
    artifacts_.push_back(std::move(artifact));
    if (!file.readable()) return add_unreadable(file, location);
    FingerprintCounter counter;
    for (const Finding& finding : file.judgement.report.findings()) {
      const std::string fingerprint = counter.numbered(finding);
      if (shows(finding)) add_result(finding, location, fingerprint);
    }
  }

  void finish(const RunSummary&) override {
    const bool all_read = notifications_.empty();
    Json run{
        {"tool",
         {{"driver",
           {{"name", "gguf-validate"}, {"semanticVersion", tool_version}, {"rules", std::move(rules_)}}}}},
        {"invocations",
         {{{"executionSuccessful", all_read}, {"toolExecutionNotifications", std::move(notifications_)}}}},
        {"artifacts", std::move(artifacts_)},
        {"results", std::move(results_)}};
    print_json(out_, {{"$schema",
                       "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", {std::move(run)}}});
  }

 private:
  /// The place of a rule in the list, into which it comes with its first finding.
  std::size_t index_of(const Finding& finding) {
    const auto place = std::find(broken_.begin(), broken_.end(), finding.rule);
    if (place != broken_.end()) return static_cast<std::size_t>(place - broken_.begin());
    const RuleRow& row = rule_row(finding.rule);
    rules_.push_back(rule_json(row, severity_in(settings_.profile, row)));
    broken_.push_back(finding.rule);
    return broken_.size() - 1;
  }

  void add_result(const Finding& finding, const Json& location, const std::string& fingerprint) {
    const Json region{{"byteOffset", finding.bytes.begin},
                      {"byteLength", finding.bytes.end - finding.bytes.begin}};
    results_.push_back({{"ruleId", rule_row(finding.rule).name},
                        {"ruleIndex", index_of(finding)},
                        {"level", level_of(finding.severity)},
                        {"message", text_json(message_of(finding))},
                        {"locations",
                         {{{"physicalLocation", {{"artifactLocation", location}, {"region", region}}},
                           {"logicalLocations", {{{"fullyQualifiedName", finding.at}}}}}}},
                        {"partialFingerprints", {{"findingIdentity/v1", fingerprint}}}});
  }

  /// A file that could not be read is no finding but a failure of the run (3.58).
  void add_unreadable(const JudgedFile& file, const Json& location) {
    notifications_.push_back(
        {{"level", "error"},
         {"message", text_json(path_shown(file.path) + ": cannot be read: " + file.error)},
         {"locations", {{{"physicalLocation", {{"artifactLocation", location}}}}}}});
  }

  std::vector<Rule> broken_;
  Json rules_ = Json::array();
  Json artifacts_ = Json::array();
  Json results_ = Json::array();
  Json notifications_ = Json::array();
};

}  // namespace

std::unique_ptr<RunReport> sarif_report(std::ostream& out, const ReportSettings& settings) {
  return std::make_unique<SarifReport>(out, settings);
}

}  // namespace ggufproof
