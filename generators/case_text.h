// A case: a file written down as a short text in which every byte has a name, and what is to be said of that
// file. corpus/README.md is the language's page. Reading a case needs no knowledge of any reader: rules and
// tables only.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "generators/case_body.h"
#include "spec/rules.h"

namespace ggufproof {

/// What the authorities say of a case's file. Disputed: an error to the document or to the reference reader,
/// not to both.
enum class CaseClass : std::uint8_t { valid, invalid, disputed };

inline constexpr std::array<std::string_view, 3> case_class_names{"valid", "invalid", "disputed"};

/// What an author can say of a file that cannot be seen from it. "memory": a careless reader asks for more
/// than there is. "roundtrip": the file is judged with its blocks sent round.
inline constexpr std::array<std::string_view, 2> case_flags{"memory", "roundtrip"};

/// A finding that a case expects: the rule, and the label whose bytes are its culprit.
struct ExpectedFinding {
  Rule rule{};
  std::string label;
  TextPlace place;  ///< of the label in the text
  WireRange range;
};

/// A line of a header that names another case.
struct CaseReference {
  std::string path;  ///< below corpus/, without ending
  TextPlace place;
};

struct Case {
  std::optional<CaseClass> expect;         ///< nothing where the text states no expectation
  std::optional<ExpectedFinding> finding;  ///< what the case is about; a valid case may have none
  std::vector<ExpectedFinding> also;       ///< what the fault entails
  std::string why;
  std::vector<std::string> near;   ///< nearest cases on the other side, as paths below corpus/ without ending
  std::vector<std::string> links;  ///< public reports
  std::vector<std::string> cves;
  std::vector<std::string> readers;  ///< what shipping readers do with the file, one sentence each
  std::vector<std::string> flags;
  std::string name;               ///< the name that the file is judged under; none where it is empty
  std::vector<std::string> with;  ///< cases whose files stand beside it, as paths as in `near`
  std::string original;           ///< the case whose file it is compared with, as a path; none where empty
  std::vector<CaseReference> references;  ///< near, with and original once more, with their places
  CaseImage file;
};

/// Reads a case. Errors: the first mistake in the text, an unknown rule, or a label that the body does not
/// have.
std::variant<Case, CaseError> parse_case(std::string_view text, const CaseLimits& limits = {});

/// The mistake of a case that names another one that there is not, by whether there is one of a path.
std::optional<CaseError> dangling_reference(const Case& read,
                                            const std::function<bool(const std::string& path)>& is_case);

/// One way to judge a file: a profile, with or without the data section.
struct CaseJudgement {
  std::string_view name;
  Profile profile;
  bool data;
};

/// The judgements that a case has a verdict for. "ggml-header" is the reference reader where it loads no
/// data.
inline constexpr std::array<CaseJudgement, 4> case_judgements{{
    {"default", Profile::deflt, true},
    {"spec", Profile::spec, true},
    {"ggml", Profile::ggml, true},
    {"ggml-header", Profile::ggml, false},
}};

/// A rule's severity in a judgement; off where it needs data that are not looked at.
constexpr Severity severity_in(const CaseJudgement& judgement, Rule rule) {
  const RuleRow& row = rule_row(rule);
  return judgement.data || row.scope != Scope::data ? severity_in(judgement.profile, row) : Severity::off;
}

/// Whether a case's file is valid in a judgement: whether no finding that it expects is an error there.
bool is_valid_in(const Case& the_case, const CaseJudgement& judgement);

/// The class that follows from the severities of the rules that a case expects.
CaseClass class_by_rules(const Case& the_case);

}  // namespace ggufproof
