// The shared library as C and C++ see it: what it tells of files written by hand, and that no argument makes
// it read or write what its caller does not have.
#include <cstdio>
#include <string>

#include <ggufproof/validator.h>
#include <gtest/gtest.h>

namespace {

using namespace std::string_literals;

// Version 3, one pair, one tensor: general.architecture = "house", "a" with 8 elements of F32.
std::string file_with_offset(char offset) {
  const std::string head = "GGUF\3\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0"s;
  const std::string pair = "\24\0\0\0\0\0\0\0general.architecture\10\0\0\0\5\0\0\0\0\0\0\0house"s;
  const std::string info = "\1\0\0\0\0\0\0\0a\1\0\0\0\10\0\0\0\0\0\0\0\0\0\0\0"s + offset + "\0\0\0\0\0\0\0"s;
  std::string file = head + pair + info;
  file.resize((file.size() + 31) / 32 * 32 + 64);
  return file;
}

const std::string good = file_with_offset(0).substr(0, 160), unaligned = file_with_offset(8);

struct Judged {
  explicit Judged(const std::string& file, const ggufproof_options* options = nullptr)
      : status(ggufproof_validate_buffer(file.data(), file.size(), options, &report)) {}
  Judged(const Judged&) = delete;
  ~Judged() { ggufproof_report_free(report); }

  ggufproof_report* report = nullptr;
  ggufproof_status status;
};

ggufproof_status status_of(const ggufproof_options& options) { return Judged(good, &options).status; }

}  // namespace

TEST(CInterface, TellsWhatIsWrongAndWhere) {
  const Judged judged(unaligned);
  ASSERT_EQ(GGUFPROOF_OK, judged.status);
  EXPECT_EQ(nullptr, ggufproof_report_error(judged.report));
  ggufproof_summary summary{};
  summary.size = sizeof summary;
  ASSERT_EQ(GGUFPROOF_OK, ggufproof_report_summary(judged.report, &summary));
  EXPECT_EQ(0, summary.valid);
  EXPECT_EQ(3U, summary.version);
  EXPECT_STREQ("model", summary.role);
  EXPECT_EQ(unaligned.size(), summary.bytes);
  EXPECT_EQ(1U, summary.errors);
  ggufproof_finding finding{};
  finding.size = sizeof finding;
  std::string rules;
  for (std::uint64_t i = 0; i < summary.findings; ++i) {
    ASSERT_EQ(GGUFPROOF_OK, ggufproof_report_finding(judged.report, i, &finding));
    if (finding.severity != GGUFPROOF_ERROR) continue;
    rules += finding.rule;
    EXPECT_EQ(94U, finding.begin);
    EXPECT_EQ(102U, finding.end);
  }
  EXPECT_EQ("layout.offset-unaligned", rules);
  EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, ggufproof_report_finding(judged.report, summary.findings, &finding));
}

TEST(CInterface, RefusesWhatItDoesNotKnow) {
  const ggufproof_options usual = GGUFPROOF_OPTIONS;
  EXPECT_EQ(GGUFPROOF_OK, status_of(usual));
  for (const std::size_t size : {std::size_t{0}, sizeof usual - 1, sizeof usual + 1}) {
    ggufproof_options other = usual;
    other.size = size;
    EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, status_of(other));
  }
  for (const std::int32_t number : {-1, 3}) {
    ggufproof_options other = usual;
    other.profile = number;
    EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, status_of(other));
    other = usual;
    other.data = number;
    EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, status_of(other));
  }
  const Judged judged(good);
  ggufproof_summary summary{};
  ggufproof_finding finding{};
  summary.size = sizeof summary - 1;
  finding.size = sizeof finding - 1;
  EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, ggufproof_report_summary(judged.report, &summary));
  EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, ggufproof_report_finding(judged.report, 0, &finding));
}

TEST(CInterface, TakesNullForWhatIsNotThere) {
  ggufproof_report* report = nullptr;
  EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, ggufproof_validate_buffer(good.data(), good.size(), nullptr, nullptr));
  EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, ggufproof_validate_buffer(nullptr, 1, nullptr, &report));
  EXPECT_STREQ("the bytes are null", ggufproof_report_error(report));
  ggufproof_report_free(report);
  EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, ggufproof_validate_file(nullptr, nullptr, &report));
  ggufproof_report_free(report);
  EXPECT_EQ(GGUFPROOF_OK, ggufproof_validate_buffer(nullptr, 0, nullptr, &report));
  ggufproof_report_free(report);
  ggufproof_report_free(nullptr);
  EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, ggufproof_report_summary(nullptr, nullptr));
  EXPECT_EQ(GGUFPROOF_BAD_ARGUMENT, ggufproof_report_finding(nullptr, 0, nullptr));
  EXPECT_STREQ("there is no memory", ggufproof_report_error(nullptr));
}

TEST(CppInterface, JudgesBytesByOptions) {
  EXPECT_TRUE(ggufproof::validate(good.data(), good.size()).valid);
  const std::string trailing = good + "x";
  ggufproof::Options options;
  EXPECT_TRUE(ggufproof::validate(trailing.data(), trailing.size(), options).valid);
  options.severities = {"layout.trailing-bytes=error"};
  EXPECT_FALSE(ggufproof::validate(trailing.data(), trailing.size(), options).valid);
  options.max_findings = 1;
  EXPECT_EQ(1U, ggufproof::validate(trailing.data(), trailing.size(), options).findings.size());
  options.severities = {"layout.trailing-byte=error"};
  EXPECT_NE(std::string::npos, ggufproof::validate(trailing.data(), trailing.size(), options)
                                   .error.find("did you mean layout.trailing-bytes"));
}

TEST(CppInterface, JudgesFilesAndTheirNames) {
  const std::string path = testing::TempDir() + "model.gguf.part1of2";
  std::FILE* file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(nullptr, file);
  std::fwrite(unaligned.data(), 1, unaligned.size(), file);
  std::fclose(file);
  const auto result = ggufproof::validate_file(path);
  std::string rules;
  for (const ggufproof::Finding& finding : result.findings) rules += finding.rule + ' ';
  EXPECT_NE(std::string::npos, rules.find("name.part "));
  EXPECT_NE(std::string::npos, rules.find("layout.offset-unaligned "));
  std::remove(path.c_str());
  EXPECT_EQ("No such file or directory", ggufproof::validate_file(path).error);
  EXPECT_EQ("is a directory", ggufproof::validate_file(testing::TempDir()).error);
}
