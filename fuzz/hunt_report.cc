// Whatever a reader said is escaped: it goes to terminals and into comments.
#include "fuzz/hunt_report.h"

#include <limits>
#include <ostream>

#include <nlohmann/json.hpp>

#include "generators/uncase.h"
#include "validator/dump_sha256.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_shown = 200;

std::string shown(const std::string& text) { return escaped(text, most_shown); }

std::string rule_shown(const HuntFinding& finding) {
  return finding.key.rule.empty() ? "a valid file" : finding.key.rule;
}

std::string reader_shown(const Hunted& hunted) {
  return shown(hunted.reader.name + ' ' + hunted.reader.version);
}

}  // namespace

std::string case_name(const HuntFinding& finding) {
  constexpr std::size_t digits = 8;
  const std::string outcome(outcome_row(finding.key.outcome).name);
  const std::string key = outcome + '\n' + finding.key.rule + '\n' + finding.key.line;
  const std::string digest = sha256_hex(as_bytes(key)).value_or("").substr(0, digits);
  return outcome + '-' + (finding.key.rule.empty() ? "valid" : finding.key.rule) + '-' + digest + ".txt";
}

std::string case_text(const Hunted& hunted, const HuntSettings& settings, const HuntFinding& finding) {
  const OutcomeRow& outcome = outcome_row(finding.key.outcome);
  std::string text = "# " + reader_shown(hunted) + ": " + std::string(outcome.name) + " (" +
                     std::string(outcome.meaning) + ")\n";
  if (!finding.detail.empty()) text += "# it said: " + shown(finding.detail) + '\n';
  text += "# the file breaks: " + (finding.key.rule.empty() ? "nothing" : finding.key.rule) + '\n';
  text += "# found by seed " + std::to_string(settings.seed) + " as file " + std::to_string(finding.first) +
          ": " + shown(finding.what) + "\n\n";
  return text + uncase(finding.bytes, {std::numeric_limits<std::uint64_t>::max()}).text;
}

void print_hunt(std::ostream& out, const Hunted& hunted, const HuntSettings& settings) {
  out << reader_shown(hunted) << ": " << hunted.next - hunted.first << " files of seed " << settings.seed
      << ", " << hunted.findings.size() << (hunted.findings.size() == 1 ? " finding" : " findings");
  if (hunted.unsteady != 0) out << "; " << hunted.unsteady << " came once and not again";
  out << '\n';
  for (const HuntFinding& finding : hunted.findings) {
    out << "  " << outcome_row(finding.key.outcome).name << "  " << rule_shown(finding) << "  "
        << finding.files << (finding.files == 1 ? " file, " : " files, ") << finding.bytes.size()
        << " bytes  " << case_name(finding) << '\n';
    if (!finding.detail.empty()) out << "    " << shown(finding.detail) << '\n';
  }
  out << "go on with --seed " << settings.seed << " --first " << hunted.next << '\n';
}

std::string hunt_json(const Hunted& hunted, const HuntSettings& settings) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (const HuntFinding& finding : hunted.findings) {
    findings.push_back(
        {{"outcome", outcome_row(finding.key.outcome).name},
         {"rule", finding.key.rule.empty() ? nlohmann::json() : nlohmann::json(finding.key.rule)},
         {"line", finding.key.line},
         {"detail", finding.detail},
         {"files", finding.files},
         {"first", finding.first},
         {"seconds", static_cast<double>(finding.after.count()) / 1000},
         {"what", finding.what},
         {"bytes", finding.bytes.size()},
         {"case", case_name(finding)}});
  }
  const nlohmann::ordered_json whole{
      {"reader", {{"name", hunted.reader.name}, {"version", hunted.reader.version}}},
      {"seed", settings.seed},
      {"first", hunted.first},
      {"next", hunted.next},
      {"unsteady", hunted.unsteady},
      {"findings", std::move(findings)}};
  return whole.dump(1, ' ', true, nlohmann::json::error_handler_t::replace) + '\n';
}

std::optional<FileFault> write_hunt(const fs::path& folder, const Hunted& hunted,
                                    const HuntSettings& settings) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault) return FileFault{folder.string(), fault.message()};
  for (const HuntFinding& finding : hunted.findings) {
    const fs::path path = folder / case_name(finding);
    if (fs::exists(path, fault)) continue;
    if (auto error = write_output(path.string(), case_text(hunted, settings, finding))) return error;
  }
  return write_output((folder / "summary.json").string(), hunt_json(hunted, settings));
}

}  // namespace ggufproof
