// Very large files get the right verdict, through the library and through the command: beyond 2 and 4 GiB,
// with strings of 10 MB, arrays of a million elements, arrays 20,000 deep; whole ones, and ones that break
// just at the end. Tensor data are holes, and stay holes: whoever reads one makes the file system fill it.
#include <array>
#include <cstdio>
#include <map>
#include <ostream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/bench/large_files.h"
#include "validator/source.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;
constexpr std::array profiles{Profile::deflt, Profile::spec, Profile::ggml};

std::uint64_t bytes_on_disk(const MemoryFile& place) {
  struct stat status {};
  EXPECT_EQ(fstat(place.descriptor(), &status), 0);
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

/// Judges a file by the library and checks that its data section was left alone.
Judgement judged(const LargeFile& file, Profile profile = Profile::deflt) {
  const MemoryFile place("scale_test");
  EXPECT_TRUE(put(file, place));
  const std::uint64_t before = bytes_on_disk(place);
  const auto opened = Source::open(place.path());
  Judgement judgement = validate(std::get<Source>(opened).bytes(), {profile});
  EXPECT_LE(bytes_on_disk(place), before + 65536) << "the data section was read";
  return judgement;
}

const Finding* find(const Judgement& judgement, Rule rule) {
  for (const Finding& finding : judgement.report.findings()) {
    if (finding.rule == rule) return &finding;
  }
  return nullptr;
}

/// The judgement's errors as text, for what should have none.
std::string errors(const Judgement& judgement) {
  std::string out;
  for (const Finding& finding : judgement.report.findings()) {
    if (finding.severity == Severity::error) out += finding.at + ": " + message_of(finding) + '\n';
  }
  return out;
}

/// What gguf-validate prints about a file, and its exit code.
struct CommandRun {
  std::string output;
  int code = -1;
};

CommandRun run_command(const LargeFile& file, const std::string& options = "") {
  const MemoryFile place("scale_test");
  EXPECT_TRUE(put(file, place));
  const std::string path = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(place.descriptor());
  std::FILE* pipe = popen((std::string(GGUFPROOF_VALIDATE) + ' ' + options + ' ' + path).c_str(), "r");
  if (pipe == nullptr) return {};
  CommandRun run;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) run.output += static_cast<char>(c);
  const int status = pclose(pipe);
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

/// Adds to the offset of the last tensor, which stands in the last eight bytes of the infos.
void move_last_tensor(LargeFile& file, std::int64_t by) {
  std::uint64_t offset = 0;
  for (int i = 7; i >= 0; --i) {
    offset =
        offset << 8 | static_cast<std::uint8_t>(file.head[file.infos - 8 + static_cast<std::uint64_t>(i)]);
  }
  offset += static_cast<std::uint64_t>(by);
  for (std::uint64_t i = 0; i < 8; ++i) file.head[file.infos - 8 + i] = static_cast<char>(offset >> (8 * i));
}

struct BigModel {
  std::uint64_t merges;
  std::uint64_t at_least;  ///< bytes of the file
};

/// Two tensors of merges * 8192 * 4 bytes each dominate: the last begins beyond 2 GiB, or beyond 4 GiB.
class BeyondGibibytes : public testing::TestWithParam<BigModel> {
 protected:
  /// A copy to change; a vocabulary takes a while to make, so each is made once.
  static LargeFile made() {
    static std::map<std::uint64_t, LargeFile> all;
    const std::uint64_t merges = GetParam().merges;
    return all.try_emplace(merges, all.contains(merges) ? LargeFile{} : model(merges, 1, 8192)).first->second;
  }
  LargeFile file_ = made();
};

void PrintTo(const BigModel& big, std::ostream* out) { *out << big.at_least / gib << " GiB"; }

TEST_P(BeyondGibibytes, AWholeFileIsValid) {
  ASSERT_GT(file_.size, GetParam().at_least);
  for (const Profile profile : profiles) EXPECT_EQ(errors(judged(file_, profile)), "");
  const CommandRun run = run_command(file_);
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST_P(BeyondGibibytes, TheLastByteIsMissed) {
  --file_.size;
  for (const Profile profile : profiles) {
    const Judgement judgement = judged(file_, profile);
    EXPECT_FALSE(judgement.report.valid());
    const Finding* finding = find(judgement, Rule::layout_truncated);
    ASSERT_NE(finding, nullptr) << errors(judgement);
    EXPECT_EQ(finding->subject, "\"output.weight\"");
    EXPECT_EQ(finding->bytes.end, file_.size);
  }
  const CommandRun run = run_command(file_);
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.output.find("layout.beyond-end"), std::string::npos) << run.output;
}

TEST_P(BeyondGibibytes, AHoleOfOneAlignmentIsSeen) {
  move_last_tensor(file_, 32);
  file_.size += 32;
  for (const Profile profile : profiles) {
    const Judgement judgement = judged(file_, profile);
    EXPECT_EQ(find(judgement, Rule::layout_gap) != nullptr, profile != Profile::spec);
    EXPECT_EQ(judgement.report.valid(), profile == Profile::spec) << errors(judgement);
  }
}

TEST_P(BeyondGibibytes, AnOverlapOfOneAlignmentIsSeen) {
  move_last_tensor(file_, -32);
  for (const Profile profile : profiles) {
    const Judgement judgement = judged(file_, profile);
    const Finding* finding = find(judgement, Rule::layout_overlap);
    ASSERT_NE(finding, nullptr) << errors(judgement);
    EXPECT_EQ(finding->bytes, (Range{file_.infos - 8, file_.infos}));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, BeyondGibibytes,
                         testing::Values(BigModel{66'000, 4 * gib}, BigModel{132'000, 8 * gib}));

/// No error of the file's structure. A file that is not a model lacks keys, which is no question of scale.
void expect_no_error_but_missing_keys(const LargeFile& file) {
  for (const Profile profile : {Profile::spec, Profile::ggml}) {
    const Judgement judgement = judged(file, profile);
    for (const Finding& finding : judgement.report.findings()) {
      const bool missing = finding.bytes.begin == finding.bytes.end;
      EXPECT_TRUE(missing || finding.severity != Severity::error) << message_of(finding);
    }
  }
}

TEST(LongString, OfTenMegabytesIsRead) { expect_no_error_but_missing_keys(long_string(10'000'000)); }

TEST(LongString, IsJudgedToItsLastByte) {
  LargeFile file = long_string(10'000'000);
  file.head.back() = '\xFF';
  const Judgement judgement = judged(file);
  const Finding* finding = find(judgement, Rule::string_not_utf8);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->bytes, (Range{file.size - 1, file.size}));
}

TEST(LongString, IsMissedByOneByte) {
  LargeFile file = long_string(10'000'000);
  file.head.pop_back();
  --file.size;
  const Finding* finding = nullptr;
  const Judgement judgement = judged(file);
  ASSERT_NE(finding = find(judgement, Rule::string_beyond_end), nullptr);
  EXPECT_EQ(finding->got, "10000000 bytes");
  EXPECT_EQ(finding->want, "at most 9999999");
}

TEST(MillionStrings, AreRead) { expect_no_error_but_missing_keys(string_array(1'000'000)); }

TEST(MillionStrings, AreJudgedToTheLast) {
  LargeFile file = string_array(1'000'000);
  file.head.back() = '\xFF';
  const Judgement judgement = judged(file);
  const Finding* finding = find(judgement, Rule::string_not_utf8);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->at, "kv[0].value[999999]");
  EXPECT_EQ(finding->bytes.end, file.size);
  const CommandRun run = run_command(file);
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.output.find("string.not-utf8"), std::string::npos) << run.output;
}

TEST(MillionStrings, AreMissedByOneByte) {
  LargeFile file = string_array(1'000'000);
  file.head.pop_back();
  --file.size;
  const Judgement judgement = judged(file);
  const Finding* finding = find(judgement, Rule::string_beyond_end);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->at, "kv[0].value[999999].length");
}

TEST(NestedArrays, AreRefusedWhereTheReferenceReaderRefusesThem) {
  const LargeFile file = nested_arrays(20'000);
  for (const Profile profile : profiles) {
    const Judgement judgement = judged(file, profile);
    const Finding* finding = find(judgement, Rule::array_nested);
    EXPECT_EQ(finding != nullptr && finding->severity == Severity::error, profile != Profile::spec);
  }
  EXPECT_EQ(run_command(file, "--profile ggml").code, 1);
}

TEST(NestedArrays, AreFollowedToTheirEnd) {
  LargeFile file = nested_arrays(20'000, 2);
  file.head.pop_back();
  --file.size;
  for (const Profile profile : profiles) {
    EXPECT_NE(find(judged(file, profile), Rule::metadata_truncated), nullptr);
  }
}

}  // namespace
}  // namespace ggufproof
