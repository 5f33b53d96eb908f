// The header lines of a case; the body is case_body's.
#include "generators/case_text.h"

#include <algorithm>

namespace ggufproof {
namespace {

using Kind = CaseToken::Kind;

class Header {
 public:
  Header(CaseLexer& lexer, Case& the_case) : lexer_(lexer), case_(the_case) {}

  /// Reads lines as long as they begin with a word of the header.
  void read() {
    while (line()) {
    }
  }

 private:
  bool line();
  void why();
  void expect();
  void near();
  void flags();
  ExpectedFinding finding();

  CaseLexer& lexer_;
  Case& case_;
};

bool Header::line() {
  if (lexer_.accept("why")) {
    why();
  } else if (lexer_.accept("expect")) {
    expect();
  } else if (lexer_.accept("also")) {
    case_.also.push_back(finding());
  } else if (lexer_.accept("near")) {
    near();
  } else if (lexer_.accept("link")) {
    case_.links.emplace_back(lexer_.rest_of_line());
  } else if (lexer_.accept("cve")) {
    case_.cves.emplace_back(lexer_.word("a CVE id"));
  } else if (lexer_.accept("readers")) {
    case_.readers.emplace_back(lexer_.rest_of_line());
  } else if (lexer_.accept("flags")) {
    flags();
  } else if (lexer_.accept("name")) {
    case_.name = lexer_.word("the name of a file, without directories");
  } else if (lexer_.accept("with")) {
    case_.with.emplace_back(lexer_.word("the path of a case, such as valid/shards/first"));
  } else {
    return false;
  }
  return lexer_.ok();
}

void Header::why() {
  if (!case_.why.empty()) case_.why += ' ';
  case_.why += lexer_.rest_of_line();
}

void Header::expect() {
  const CaseToken token = lexer_.peek();
  const auto* name = std::find(case_class_names.begin(), case_class_names.end(), token.raw);
  if (name == case_class_names.end()) return lexer_.fail_next("valid, invalid or disputed");
  if (case_.expect)
    return lexer_.fail(token.place, "a second expectation", "one expect and any number of also");
  lexer_.next();
  case_.expect = static_cast<CaseClass>(name - case_class_names.begin());
  if (case_.expect != CaseClass::valid || lexer_.more_on_line()) case_.finding = finding();
}

void Header::near() {
  case_.near.emplace_back(lexer_.word("the path of a case, such as valid/layout/offset-aligned"));
}

void Header::flags() {
  while (lexer_.more_on_line()) case_.flags.emplace_back(lexer_.word("a flag"));
}

ExpectedFinding Header::finding() {
  const CaseToken name = lexer_.peek();
  const RuleRow* row = find_rule(lexer_.word("the name of a rule"));
  if (row == nullptr) lexer_.fail_at(name, "the name of a rule");
  lexer_.expect("at");
  const CaseToken label = lexer_.peek();
  lexer_.word("the label of a field");
  return {row != nullptr ? row->rule : Rule{}, std::string(label.raw), label.place, {}};
}

void locate(ExpectedFinding& finding, const CaseImage& file, CaseLexer& lexer) {
  if (const auto range = file.range(finding.label)) {
    finding.range = *range;
  } else {
    lexer.fail_at({CaseToken::Kind::word, finding.label, finding.place},
                  "a label that the body of the case has");
  }
}

}  // namespace

std::variant<Case, CaseError> parse_case(std::string_view text, const CaseLimits& limits) {
  CaseLexer lexer(text);
  Case read;
  Header(lexer, read).read();
  read.file = read_case_body(lexer, limits);
  if (lexer.ok() && read.finding) locate(*read.finding, read.file, lexer);
  for (ExpectedFinding& also : read.also) {
    if (lexer.ok()) locate(also, read.file, lexer);
  }
  if (lexer.error()) return *lexer.error();
  return read;
}

bool is_valid_in(const Case& the_case, const CaseJudgement& judgement) {
  const auto is_error = [&](const ExpectedFinding& finding) {
    return severity_in(judgement, finding.rule) == Severity::error;
  };
  return !(the_case.finding && is_error(*the_case.finding)) &&
         std::none_of(the_case.also.begin(), the_case.also.end(), is_error);
}

CaseClass class_by_rules(const Case& the_case) {
  const bool document = is_valid_in(the_case, {"spec", Profile::spec, true});
  const bool reader = is_valid_in(the_case, {"ggml", Profile::ggml, true});
  if (document != reader) return CaseClass::disputed;
  // What only a loader refuses, the model's and not the file's, is an error by default alone.
  return document && is_valid_in(the_case, {"default", Profile::deflt, true}) ? CaseClass::valid
                                                                              : CaseClass::invalid;
}

}  // namespace ggufproof
