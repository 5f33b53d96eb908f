// The corpus and the validator against each other: every case is judged as it expects, and every rule has
// cases that would miss it. What a rule lacks is named, so that a rule without its proof cannot come in.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "conformance/corpus_judge.h"
#include "generators/case_digest.h"
#include "generators/case_files.h"
#include "generators/case_memory.h"

namespace ggufproof {

/// How GoogleTest shows the parameters.
void PrintTo(const CaseText& text, std::ostream* out) { *out << text.path; }
void PrintTo(const RuleRow& row, std::ostream* out) { *out << row.name; }

namespace {

const std::vector<CaseText>& corpus() {
  static const std::vector<CaseText> cases = read_cases(GGUFPROOF_CORPUS_DIR);
  return cases;
}

const CaseText* find_case(std::string_view path) {
  const auto found =
      std::find_if(corpus().begin(), corpus().end(), [&](const CaseText& c) { return c.path == path; });
  return found == corpus().end() ? nullptr : &*found;
}

/// The case, or one without a body and a failed test where its text is faulty.
Case parsed(const CaseText& text) {
  auto read = parse_case(text.text);
  if (const auto* error = std::get_if<CaseError>(&read)) {
    ADD_FAILURE() << "corpus/" << text.path << ".txt: " << message_of(*error);
    return {};
  }
  return std::get<Case>(std::move(read));
}

/// All that is wrong with a case, the files that stand beside it included.
std::vector<std::string> faults_in(const Case& read, const RuleSet& disabled = {}) {
  const CaseMemory file(read.file);
  if (!file.ok()) return {"no memory"};
  std::vector<Case> cases;
  for (const std::string& path : read.with) {
    const CaseText* text = find_case(path);
    if (text == nullptr) return {"no case " + path};
    cases.push_back(parsed(*text));
  }
  if (!read.original.empty()) {
    const CaseText* text = find_case(read.original);
    if (text == nullptr) return {"no case " + read.original};
    cases.push_back(parsed(*text));
  }
  std::vector<CaseMemory> memory;
  CaseSurroundings surroundings;
  for (const Case& other : cases) {
    memory.emplace_back(other.file);
    surroundings.beside.push_back({other, memory.back().bytes()});
  }
  if (!read.original.empty()) {
    surroundings.original.emplace(surroundings.beside.back());
    surroundings.beside.pop_back();
  }
  return faults_of({read, file.bytes()}, surroundings, disabled);
}

std::string test_name(std::string_view name) {
  std::string out(name);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += "\n  " + line;
  return out;
}

// --- each case

class CorpusCase : public testing::TestWithParam<CaseText> {};

TEST_P(CorpusCase, IsJudgedAsItExpects) {
  const CaseText& text = GetParam();
  const Case read = parsed(text);
  ASSERT_TRUE(read.expect) << "a case of the corpus states what it expects";
  EXPECT_FALSE(read.why.empty()) << "a case says why";
  EXPECT_EQ(class_by_rules(read), *read.expect)
      << "the class that follows from the severities of its rules differs";
  const auto faults = faults_in(read);
  EXPECT_TRUE(faults.empty()) << "corpus/" << text.path << ".txt:" << joined(faults);
}

TEST_P(CorpusCase, StandsInItsFolderAndCitesItsClause) {
  const Case read = parsed(GetParam());
  ASSERT_TRUE(read.expect);
  const std::string_view path = GetParam().path;
  const std::string_view folder = path.substr(0, path.find('/'));
  if (folder != "regress") {
    EXPECT_EQ(folder, case_class_names[static_cast<std::size_t>(*read.expect)]);
    const std::string cited = read.why.substr(0, read.why.find(':'));
    ASSERT_TRUE(cited.starts_with("clause ")) << read.why;
    EXPECT_NE(find_clause(cited.substr(7)), nullptr) << cited;
  }
  EXPECT_EQ(path.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-/"), std::string_view::npos) << path;
  if (*read.expect == CaseClass::disputed) {
    EXPECT_NE(read.why.find("the document"), std::string::npos)
        << "a dispute names both authorities: " << read.why;
    EXPECT_NE(read.why.find("the reference reader"), std::string::npos) << read.why;
  }
}

// The nearest case on the other side of the boundary is valid to somebody and free of the rule.
TEST_P(CorpusCase, HasNeighboursThatPass) {
  const Case read = parsed(GetParam());
  if (!read.finding) return;
  EXPECT_FALSE(read.near.empty()) << "a case with a finding names the nearest case without it";
  for (const std::string& path : read.near) {
    const CaseText* text = find_case(path);
    ASSERT_NE(text, nullptr) << path;
    const Case near = parsed(*text);
    EXPECT_TRUE(std::any_of(case_judgements.begin(), case_judgements.end(),
                            [&](const CaseJudgement& judgement) { return is_valid_in(near, judgement); }))
        << path << " is invalid to everybody";
    EXPECT_TRUE(!near.finding || near.finding->rule != read.finding->rule) << path << " breaks the same rule";
    EXPECT_TRUE(std::none_of(near.also.begin(), near.also.end(),
                             [&](const ExpectedFinding& also) { return also.rule == read.finding->rule; }))
        << path << " breaks the same rule";
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusCase, testing::ValuesIn(corpus()),
                         [](const auto& info) { return test_name(info.param.path); });

// --- each rule

/// The cases that are about a rule.
std::vector<CaseText> cases_of(Rule rule) {
  const std::string name = ' ' + std::string(rule_row(rule).name) + " at ";
  std::vector<CaseText> found;
  for (const CaseText& text : corpus()) {
    if (text.text.find(name) == std::string::npos) continue;
    const Case read = parsed(text);
    if (read.finding && read.finding->rule == rule) found.push_back(text);
  }
  return found;
}

class CorpusRule : public testing::TestWithParam<RuleRow> {};

TEST_P(CorpusRule, HasItsCase) {
  const RuleRow& row = GetParam();
  const auto cases = cases_of(row.rule);
  EXPECT_FALSE(cases.empty()) << "no case expects " << row.name;
  const bool disputed = std::any_of(
      cases.begin(), cases.end(), [](const CaseText& c) { return parsed(c).expect == CaseClass::disputed; });
  EXPECT_TRUE(disputed || !is_disputed(row))
      << "authorities differ about " << row.name << " and no case is disputed";
}

TEST_P(CorpusRule, IsMissedWhenItIsOff) {
  RuleSet disabled;
  disabled.set(static_cast<std::size_t>(GetParam().rule));
  const auto cases = cases_of(GetParam().rule);
  EXPECT_TRUE(std::any_of(cases.begin(), cases.end(),
                          [&](const CaseText& text) { return !faults_in(parsed(text), disabled).empty(); }))
      << "no case fails without " << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusRule, testing::ValuesIn(rules),
                         [](const auto& info) { return test_name(info.param.name); });

// --- all of it

TEST(Corpus, IdsAreUnique) {
  std::map<std::string, std::string> seen;
  for (const CaseText& text : corpus()) {
    const auto [before, added] = seen.emplace(text.id, text.path);
    EXPECT_TRUE(added) << text.path << " and " << before->second;
  }
}

TEST(Corpus, NoTwoCasesAreTheSameFile) {
  std::map<std::string, std::string> seen;  // by digest and name
  for (const CaseText& text : corpus()) {
    const Case read = parsed(text);
    if (read.file.size() > 100'000) continue;
    const auto [before, added] = seen.emplace(sha256_of(read.file.bytes()) + read.name, text.path);
    EXPECT_TRUE(added) << text.path << " and " << before->second;
  }
}

TEST(Corpus, CasesAreShort) {
  std::vector<std::ptrdiff_t> lines;
  for (const CaseText& text : corpus()) {
    lines.push_back(std::count(text.text.begin(), text.text.end(), '\n'));
    EXPECT_LE(lines.back(), 40) << text.path;
  }
  ASSERT_FALSE(lines.empty()) << "no corpus";
  std::sort(lines.begin(), lines.end());
  EXPECT_LE(lines[lines.size() / 2], 12) << "the median case fits in a dozen lines";
}

}  // namespace
}  // namespace ggufproof
