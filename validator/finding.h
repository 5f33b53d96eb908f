// Findings are data: which rule, how bad, which bytes, where, what was found and what was wanted. A Report
// collects them; renderers turn them into text or JSON. The report keeps a bounded number and counts the
// rest, so that a file with a million faults costs no more memory than one with a thousand.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rules.h"
#include "spec/tables.h"
#include "validator/bytes.h"

namespace ggufproof {

/// One thing that is wrong with a file.
struct Finding {
  Rule rule{};
  Severity severity{};
  Range bytes;          ///< the culprit, as offsets in the file
  std::string at;       ///< field path, such as tensor[1].offset
  std::string subject;  ///< the name of the thing concerned, escaped and quoted, or empty
  std::string got;      ///< what was found, fit to be shown
  std::string want;     ///< what was wanted, fit to be shown, or empty where the rule says it all
};

/// What a check knows of a finding besides rule and range; made only for findings that are kept.
struct Detail {
  std::string at;
  std::string subject;
  std::string got;
  std::string want;
};

/// Rules that are not to be judged, by their number.
using RuleSet = std::bitset<rules.size()>;

/// A rule that a user wants to be as grave as he says, whatever the profile.
struct SeverityChange {
  Rule rule{};
  Severity severity{};
};

/// Collects the findings of one file under one profile.
class Report {
 public:
  explicit Report(Profile profile = Profile::deflt, std::uint64_t most = limits::findings_kept,
                  bool judge_data = true, const RuleSet& disabled = {},
                  std::span<const SeverityChange> changes = {});

  /// Records a finding. `detail` is called, to give a Detail, only if the finding will be kept.
  template <class MakeDetail>
  void add(Rule rule, Range bytes, MakeDetail&& detail) {
    const Severity severity = severities_[static_cast<std::size_t>(rule)];
    if (severity == Severity::off || (rule_row(rule).scope == Scope::data && !judge_data_)) return;
    std::uint64_t& seen = counts_[static_cast<std::size_t>(severity)];
    if (seen++ >= most_) return;
    Detail made = detail();
    findings_.push_back({rule, severity, bytes, std::move(made.at), std::move(made.subject),
                         std::move(made.got), std::move(made.want)});
  }

  /// A report that judges as this one does and has no findings yet.
  Report blank() const;

  /// Adds those findings that are not here yet; they come from a report that judges alike.
  void add_new(const std::vector<Finding>& findings);

  /// Orders the findings by place and, where there are more than the most to keep, keeps the gravest.
  void finish();

  /// Takes away those findings that `accepts` is true of: somebody knows of them. They are counted apart.
  template <class Accepts>
  void accept(Accepts&& accepts) {
    std::erase_if(findings_, [&](const Finding& finding) {
      if (!accepts(finding)) return false;
      --counts_[static_cast<std::size_t>(finding.severity)];
      ++accepted_[static_cast<std::size_t>(finding.severity)];
      return true;
    });
  }

  /// How many findings were taken away so, of a severity or in all.
  std::uint64_t accepted(Severity severity) const { return accepted_[static_cast<std::size_t>(severity)]; }
  std::uint64_t accepted() const {
    return accepted(Severity::error) + accepted(Severity::warning) + accepted(Severity::note);
  }

  /// Keeps `most` findings at most from now on.
  void keep(std::uint64_t most) {
    most_ = most;
    finish();
  }

  const std::vector<Finding>& findings() const { return findings_; }
  Profile profile() const { return profile_; }

  /// How grave a finding of this rule is.
  Severity severity_of(Rule rule) const { return severities_[static_cast<std::size_t>(rule)]; }

  /// Whether rules of scope data are judged, so that checks need not read bytes in vain.
  bool judges_data() const { return judge_data_; }

  /// Whether any rule whose name begins so can give a finding, so that nobody waits for what is not asked.
  bool judges_any(std::string_view family) const;

  /// How many findings of a severity there were, kept or not.
  std::uint64_t count(Severity severity) const { return counts_[static_cast<std::size_t>(severity)]; }
  std::uint64_t total() const {
    return count(Severity::error) + count(Severity::warning) + count(Severity::note);
  }
  /// Whether no error was found in a file that could be followed to its last tensor info. A user who takes no
  /// offence at the break has not seen what comes after it; one who accepts an error of it knows.
  bool valid() const { return count(Severity::error) == 0 && (!broken_ || accepted(Severity::error) > 0); }

  /// Notes that the structure could not be followed to its end.
  void mark_broken() { broken_ = true; }

 private:
  Profile profile_;
  std::uint64_t most_;
  bool judge_data_;
  bool broken_ = false;
  std::array<Severity, rules.size()> severities_;  ///< of each rule, by its number
  std::array<std::uint64_t, 4> counts_{};
  std::array<std::uint64_t, 4> accepted_{};
  std::vector<Finding> findings_;
};

/// The finding as one sentence: the rule's summary, the subject, what was found and wanted.
std::string message_of(const Finding& finding);

}  // namespace ggufproof
