// A trait has a line, and below it one for all readers that do the same with such files.
#include "validator/render_readers.h"

#include <algorithm>
#include <ostream>

#include "spec/traits.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string_view>;

/// How it is said that readers do this: in JSON of each, in text of all together.
struct Saying {
  std::string_view one, all;
};

Saying saying(ReaderDoes does) {
  switch (does) {
    case ReaderDoes::refuses:
      return {"refuses", "refused by"};
    case ReaderDoes::misreads:
      return {"misreads", "misread by"};
    case ReaderDoes::crashes:
      return {"crashes", "crashes"};
    case ReaderDoes::hangs:
      return {"hangs", "hangs"};
    case ReaderDoes::exhausts:
      break;
  }
  return {"exhausts-memory", "exhausts the memory of"};
}

std::vector<const TroubleRow*> troubles_of(const Trait& trait) {
  std::vector<const TroubleRow*> rows;
  for (const TroubleRow& row : troubles) {
    if (row.trait == trait.name) rows.push_back(&row);
  }
  return rows;
}

Names readers_of(const TroubleRow& row) {
  constexpr std::string_view between = ", ";
  Names readers;
  for (std::string_view left = row.readers; !left.empty();) {
    const std::size_t end = std::min(left.find(between), left.size());
    readers.push_back(left.substr(0, end));
    left.remove_prefix(std::min(end + between.size(), left.size()));
  }
  return readers;
}

/// Whether the file has errors for which any reader may refuse it, whatever the table knows.
bool has_other_errors(const Report& report) {
  const auto is_trait = [](Rule rule) {
    return std::any_of(rule_traits.begin(), rule_traits.end(),
                       [&](const RuleTraitRow& row) { return row.rule == rule; });
  };
  return std::any_of(report.findings().begin(), report.findings().end(), [&](const Finding& finding) {
    return finding.severity == Severity::error && !is_trait(finding.rule);
  });
}

/// Known readers that none of these traits gives trouble.
Names readers_without_trouble(const std::vector<Trait>& traits) {
  Names left(known_readers.begin(), known_readers.end());
  for (const Trait& trait : traits) {
    for (const TroubleRow* row : troubles_of(trait)) {
      for (const std::string_view reader : readers_of(*row)) std::erase(left, reader);
    }
  }
  return left;
}

std::string joined(const Names& names) {
  std::string out;
  for (const std::string_view name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

}  // namespace

void print_readers(std::ostream& out, const JudgedFile& file) {
  const std::string path = path_shown(file.path);
  for (const Trait& trait : *file.traits) {
    const auto rows = troubles_of(trait);
    if (rows.empty()) continue;
    out << path << ": readers: " << trait.words << " [" << trait.name << "] at " << trait.at << '\n';
    for (const TroubleRow* row : rows) {
      const std::string member = row->member.empty() ? "" : std::string(row->member) + ", ";
      out << "  " << saying(row->does).all << ' ' << row->readers << " (" << member << "case " << row->witness
          << ")\n";
    }
  }
  out << path << ": readers: ";
  if (has_other_errors(file.judgement.report)) {
    out << "any may refuse it for its errors\n";
    return;
  }
  const Names fine = readers_without_trouble(*file.traits);
  out << (fine.empty() ? "none is known to have no trouble" : "no trouble is known of " + joined(fine))
      << '\n';
}

Json readers_json(const JudgedFile& file) {
  Json rows = Json::array();
  for (const Trait& trait : *file.traits) {
    for (const TroubleRow* row : troubles_of(trait)) {
      rows.push_back({{"trait", trait.name},
                      {"message", trait.words},
                      {"at", trait.at},
                      {"does", saying(row->does).one},
                      {"member", row->member},
                      {"case", row->witness},
                      {"readers", readers_of(*row)}});
    }
  }
  const bool known = !has_other_errors(file.judgement.report);
  return {{"trouble", std::move(rows)},
          {"no_trouble", known ? Json(readers_without_trouble(*file.traits)) : Json()}};
}

}  // namespace ggufproof
