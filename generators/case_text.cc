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
  void also() { case_.also.push_back(finding()); }
  void near() { case_.near.push_back(reference("valid/layout/offset-aligned")); }
  void link() { case_.links.emplace_back(text()); }
  void cve();
  void name();
  void with() { case_.with.push_back(reference("valid/shards/first")); }
  void original() { case_.original = reference("valid/fidelity/original"); }
  void readers() { case_.readers.emplace_back(text()); }
  void flags();
  ExpectedFinding finding();

  /// What has to follow on the same line.
  std::string_view word(const std::string& wanted);
  std::string_view text();
  /// The path of another case.
  std::string reference(const std::string& example);

  /// In the order of case_header_words.
  static constexpr std::array<void (Header::*)(), case_header_words.size()> lines{
      &Header::why,     &Header::expect, &Header::also, &Header::near, &Header::link,    &Header::cve,
      &Header::readers, &Header::flags,  &Header::name, &Header::with, &Header::original};

  CaseLexer& lexer_;
  Case& case_;
};

bool Header::line() {
  const std::string_view word = lexer_.peek().raw;
  const auto* found = std::find(case_header_words.begin(), case_header_words.end(), word);
  if (found == case_header_words.end()) return false;
  lexer_.next();
  (this->*lines[static_cast<std::size_t>(found - case_header_words.begin())])();
  return lexer_.ok();
}

std::string_view Header::word(const std::string& wanted) {
  if (lexer_.more_on_line()) return lexer_.word(wanted);
  lexer_.fail_at(lexer_.last(), wanted + " after it, on the same line");
  return {};
}

std::string_view Header::text() {
  const std::string_view rest = lexer_.rest_of_line();
  if (rest.empty()) lexer_.fail_at(lexer_.last(), "a text after it, on the same line");
  return rest;
}

std::string Header::reference(const std::string& example) {
  const std::string path(word("the path of a case, such as " + example));
  case_.references.push_back({path, lexer_.last().place});
  return path;
}

void Header::why() {
  if (!case_.why.empty()) case_.why += ' ';
  case_.why += text();
}

void Header::expect() {
  const CaseToken keyword = lexer_.last();
  if (case_.expect) return lexer_.fail_at(keyword, "one expect and any number of also");
  const CaseToken token = lexer_.peek();
  const std::string_view given = word("valid, invalid or disputed");
  const auto* name = std::find(case_class_names.begin(), case_class_names.end(), given);
  if (name == case_class_names.end()) return lexer_.fail_at(token, "valid, invalid or disputed");
  case_.expect = static_cast<CaseClass>(name - case_class_names.begin());
  if (case_.expect != CaseClass::valid || lexer_.more_on_line()) case_.finding = finding();
}

void Header::cve() {
  const CaseToken token = lexer_.peek();
  const std::string_view id = word("a CVE id");
  const auto are_digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const bool good = id.size() > 9 && id.starts_with("CVE-") && are_digits(id.substr(4, 4)) && id[8] == '-' &&
                    are_digits(id.substr(9));
  if (!good) return lexer_.fail_at(token, "a CVE id, such as CVE-2024-34359");
  case_.cves.emplace_back(id);
}

void Header::name() {
  const CaseToken token = lexer_.peek();
  case_.name = word("the name of a file");
  if (case_.name.find('/') != std::string::npos)
    lexer_.fail_at(token, "the name of a file, without directories");
}

void Header::flags() {
  do {
    const CaseToken token = lexer_.peek();
    const std::string_view flag = word("a flag");
    if (std::find(case_flags.begin(), case_flags.end(), flag) == case_flags.end())
      return lexer_.fail_at(token, "the flag memory or roundtrip (others are seen from the file itself)");
    case_.flags.emplace_back(flag);
  } while (lexer_.more_on_line());
}

ExpectedFinding Header::finding() {
  const CaseToken name = lexer_.peek();
  const RuleRow* row = find_rule(word("the name of a rule"));
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

std::optional<CaseError> dangling_reference(const Case& read,
                                            const std::function<bool(const std::string& path)>& is_case) {
  for (const CaseReference& reference : read.references) {
    if (!is_case(reference.path))
      return CaseError{reference.place, shown({Kind::word, reference.path, reference.place}),
                       "the path of a case that there is"};
  }
  return std::nullopt;
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
