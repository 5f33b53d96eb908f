// The newer record is read with its corpus, so that each case that it was given is known; the older one as it
// stands.
#include "conformance/compare_records.h"

#include <ostream>

#include "conformance/record.h"
#include "conformance/render_certify.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

using nlohmann::ordered_json;

bool is_right(TestOutcome outcome) {
  return outcome == TestOutcome::agree || outcome == TestOutcome::disputed;
}

/// Whether the testee died, or would have: what costs the level Robust.
bool is_death(TestOutcome outcome) { return outcome_row(outcome).costs.find('r') != std::string_view::npos; }

/// A case as the older record lists it.
struct Listed {
  TestOutcome outcome = TestOutcome::agree;
  std::string detail;
};

std::optional<Listed> listed_as(const ordered_json& row) {
  if (!row.is_array() || row.size() != 2 || !row[0].is_string() || !row[1].is_string()) return std::nullopt;
  const auto outcome = outcome_of(row[0].get<std::string>());
  if (!outcome) return std::nullopt;
  return Listed{*outcome, row[1].get<std::string>()};
}

/// Why two records are not two releases of one testee that were asked alike; nothing if they are.
std::optional<std::string> difference(const ordered_json& older, const ordered_json& newer) {
  const auto name = [](const ordered_json& record) {
    return record.value("testee", ordered_json::object()).value("name", "");
  };
  if (name(older) != name(newer))
    return "these are of different testees, " + name(older) + " and " + name(newer);
  for (const char* member : {"direction", "profile", "large", "part"}) {
    const ordered_json before = older.value(member, ordered_json());
    const ordered_json now = newer.value(member, ordered_json());
    if (before != now)
      return "these were asked otherwise: " + std::string(member) + " is " + before.dump() + " and " +
             now.dump();
  }
  return std::nullopt;
}

void add(Comparison& to, const CaseResult& newer, const Listed& older) {
  if (newer.outcome == older.outcome || (is_right(newer.outcome) && is_right(older.outcome))) {
    to.as_before += is_failure(newer.outcome);
    return;
  }
  const bool broke = (is_right(older.outcome) && is_failure(newer.outcome)) ||
                     (is_death(newer.outcome) && !is_death(older.outcome));
  const bool mended = is_failure(older.outcome) && is_right(newer.outcome);
  (broke    ? to.broke
   : mended ? to.mended
            : to.otherwise)
      .push_back({newer.id, older.outcome, newer.outcome, mended ? older.detail : newer.detail});
}

void print(std::ostream& out, const char* what, const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    out << what << ' ' << change.id << ": " << outcome_row(change.older).name << " -> "
        << outcome_row(change.newer).name;
    if (!change.detail.empty()) out << " (" << detail_shown(change.detail) << ')';
    out << '\n';
  }
}

}  // namespace

std::variant<Comparison, std::string> compare_records(const Corpus& corpus, std::string_view older,
                                                      std::string_view newer) {
  auto before = open_record(older);
  if (const auto* error = std::get_if<std::string>(&before)) return "the older " + *error;
  auto now = read_record(corpus, newer);
  if (const auto* error = std::get_if<std::string>(&now)) return "the newer " + *error;
  const auto& then = std::get<ordered_json>(before);
  if (auto differs = difference(then, std::get<ordered_json>(open_record(newer)))) return *std::move(differs);

  const Results& results = std::get<Record>(now).results;
  const ordered_json& testee = then.at("testee");
  Comparison comparison;
  comparison.older = testee.value("name", "") + ' ' + testee.value("version", "");
  comparison.newer = results.testee.name + ' ' + results.testee.version;
  comparison.same_corpus = then.value("corpus", "") == corpus_digest(corpus);
  const ordered_json cases = then.value("cases", ordered_json::object());
  for (const CaseResult& result : results.cases) {
    const auto row = cases.find(result.id);
    if (row == cases.end() && !comparison.same_corpus) {
      comparison.not_told += is_failure(result.outcome);
      continue;
    }
    const auto listed = row == cases.end() ? Listed{} : listed_as(*row);
    if (!listed) return "the older lists " + result.id + " with no outcome";
    add(comparison, result, *listed);
  }
  return comparison;
}

void print_comparison(std::ostream& out, const Comparison& of) {
  out << escaped(of.older) << " -> " << escaped(of.newer) << ": " << of.mended.size() << " mended, "
      << of.broke.size() << " broke, " << of.otherwise.size() << " otherwise, " << of.as_before
      << " fail as before\n";
  if (!of.same_corpus)
    out << "  the older record is of another corpus, so only cases that it lists are compared; "
        << of.not_told << " others fail now\n";
  print(out, "broke", of.broke);
  print(out, "mended", of.mended);
  print(out, "otherwise", of.otherwise);
}

}  // namespace ggufproof
