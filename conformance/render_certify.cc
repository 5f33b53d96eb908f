// What to mend first stands first: levels in their order, and under each the cases that cost it.
#include "conformance/render_certify.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <ostream>

#include <nlohmann/json.hpp>

#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::size_t most_ids = 3;

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, text.size()), ' ');
}

std::string some_of(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_ids, ids.size()); ++i) text += (i == 0 ? "" : ", ") + ids[i];
  return ids.size() > most_ids ? text + ", ..." : text;
}

void print_level(std::ostream& out, const LevelRow& row, const LevelSummary& level) {
  out << "  " << padded(row.name, 10);
  if (level.cases == 0) {
    out << "no case was asked";
  } else if (level.reached()) {
    out << "reached, " << level.cases << " cases";
  } else {
    out << "not reached: " << level.lost.size() << " of " << level.cases << " cases: " << some_of(level.lost);
  }
  out << '\n';
}

/// For who tells nothing but whether a file is taken: how good a validator that makes.
void print_verdicts(std::ostream& out, const Verdicts& of) {
  out << "  refused " << of.true_positives << " of " << of.invalid << " invalid files, and "
      << of.false_positives << " of " << of.valid << " valid ones";
  const auto share = [&](const char* name, std::optional<double> share_of) {
    if (share_of) out << name << std::fixed << std::setprecision(3) << *share_of;
  };
  share("; precision ", of.precision());
  share("; recall ", of.recall());
  out << '\n';
}

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f ? '?' : c;
    }
  }
  return out;
}

}  // namespace

std::string detail_shown(const std::string& detail) {
  std::string text = escaped(detail, 400);
  for (std::size_t at = 0; (at = text.find("\\\"", at)) != std::string::npos; ++at) text.erase(at, 1);
  return text;
}

void print_results(std::ostream& out, const Results& results, const std::string& suite,
                   bool failures_expected) {
  const Summary summary = summarize(results.cases);
  const Handshake& who = results.testee;
  out << who.name << ' ' << who.version << (who.language.empty() ? "" : " (" + who.language + ")")
      << ", suite " << suite << ", " << results.cases.size() << " cases\n";
  for (const LevelRow& row : levels) print_level(out, row, summary.of(row.level));
  if (results.direction == Direction::read && who.omits.contains("metadata") && who.omits.contains("tensors"))
    print_verdicts(out, summary.verdicts);
  if (!who.omits.empty()) {
    out << "  not compared, since it does not tell:";
    for (const std::string& name : who.omits) out << ' ' << name;
    out << '\n';
  }
  for (const std::string& note : results.notes) out << "  note: it " << escaped(note) << '\n';
  for (const OutcomeRow& row : outcomes) {
    const auto n = summary.by_outcome[static_cast<std::size_t>(row.outcome)];
    if (n > 0) out << "  " << padded(row.name, 18) << n << '\n';
  }
  if (!results.without_network) out << "  the system did not let us take the network away from it\n";
  if (failures_expected) return;
  for (const CaseResult& result : results.cases) {
    if (is_failure(result.outcome))
      out << outcome_row(result.outcome).name << ' ' << result.id << ": " << detail_shown(result.detail)
          << '\n';
  }
}

void print_junit(std::ostream& out, const Results& results, const std::vector<Deviation>& deviations) {
  std::map<std::string_view, std::string_view> by_case;
  for (const Deviation& deviation : deviations) by_case[deviation.id] = deviation.what;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\""
      << xml(results.testee.name + ' ' + results.testee.version) << "\" tests=\"" << results.cases.size()
      << "\" failures=\"" << deviations.size() << "\">\n";
  for (const CaseResult& result : results.cases) {
    out << "  <testcase classname=\"ggufproof\" name=\"" << xml(result.id) << '"';
    if (const auto found = by_case.find(result.id); found != by_case.end()) {
      out << "><failure type=\"" << outcome_row(result.outcome).name << "\" message=\"" << xml(found->second)
          << "\"/></testcase>\n";
    } else if (result.outcome == TestOutcome::unsupported) {
      out << "><skipped message=\"" << xml(result.detail) << "\"/></testcase>\n";
    } else {
      out << "/>\n";
    }
  }
  out << "</testsuite>\n";
}

std::string badge_json(const Results& results) {
  const Summary summary = summarize(results.cases);
  const auto reached = static_cast<std::size_t>(std::count_if(
      levels.begin(), levels.end(), [&](const LevelRow& row) { return summary.of(row.level).reached(); }));
  constexpr std::array<std::string_view, levels.size() + 1> colours{"red", "orange", "yellow", "yellowgreen",
                                                                    "brightgreen"};
  const nlohmann::ordered_json badge{{"schemaVersion", 1},
                                     {"label", "ggufproof"},
                                     {"message", levels_shown(summary)},
                                     {"color", colours[reached]}};
  return badge.dump() + '\n';
}

}  // namespace ggufproof
