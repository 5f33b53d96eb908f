// The command itself: what it writes, what it says of mistakes, and its exit codes.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "generators/case_files.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int code;
  std::string out, err;
};

class GgufMake : public testing::Test {
 protected:
  GgufMake() {
    std::string pattern = (fs::temp_directory_path() / "gguf-make-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~GgufMake() override { fs::remove_all(folder_); }

  fs::path put(const std::string& name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  Ran run(const std::string& arguments) const {
    const auto out = folder_ / "stdout", err = folder_ / "stderr";
    const std::string command = "cd " + folder_.string() + " && " GGUFPROOF_MAKE " " + arguments + " >" +
                                out.string() + " 2>" + err.string();
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out).value_or(""),
            read_file(err).value_or("")};
  }

  fs::path folder_;
};

TEST_F(GgufMake, CaseWritesBytesToAFileOrToStandardOutput) {
  put("a.txt", "magic \"GGUF\" version u32 3");
  const std::string bytes("GGUF\x03\0\0\0", 8);
  EXPECT_EQ(run("case a.txt").out, bytes);
  EXPECT_EQ(run("case - < a.txt").out, bytes);
  EXPECT_EQ(run("case a.txt -o a.gguf").code, 0);
  EXPECT_EQ(read_file(folder_ / "a.gguf"), bytes);
}

TEST_F(GgufMake, CaseMakesHoles) {
  put("a.txt", "hex 01 sparse 68719476736 hex 02");
  EXPECT_EQ(run("case a.txt -o a.bin").code, 0);
  EXPECT_EQ(fs::file_size(folder_ / "a.bin"), 68719476738U);
}

TEST_F(GgufMake, CaseSaysWhereTheMistakeIs) {
  put("a.txt", "magic \"GGUF\"\nversion u64 3");
  const Ran ran = run("case a.txt");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "gguf-make: a.txt: line 2, column 9: found `u64`, wanted u32\n");
}

TEST_F(GgufMake, UncaseAndCaseGiveTheSameBytes) {
  const std::string bytes("GGUF\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0rest", 28);
  put("a.gguf", bytes);
  EXPECT_EQ(run("uncase a.gguf -o a.txt").code, 0);
  EXPECT_EQ(run("case a.txt").out, bytes);
  EXPECT_EQ(run("uncase a.gguf").out,
            "magic \"GGUF\"  version u32 3  tensor_count u64 0  metadata_kv_count u64 0\nhex 72 65 73 74\n");
}

TEST_F(GgufMake, ElidedDataComeBackFromTheOriginal) {
  put("a.gguf", "some bytes that are no GGUF");
  put("b.gguf", "some bytes that are no GGUG");
  EXPECT_EQ(run("uncase --whole 8 a.gguf -o a.txt").code, 0);
  const Ran zeros = run("case a.txt");
  EXPECT_EQ(zeros.out, std::string(27, '\0'));
  EXPECT_NE(zeros.err.find("--data-from"), std::string::npos) << zeros.err;
  EXPECT_EQ(run("case a.txt --data-from a.gguf").out, "some bytes that are no GGUF");
  EXPECT_EQ(run("case a.txt --data-from b.gguf").code, 1);
}

TEST_F(GgufMake, BadUsageAndMissingFilesAreExitCode2) {
  EXPECT_EQ(run("").code, 2);
  EXPECT_EQ(run("case").code, 2);
  EXPECT_EQ(run("case missing.txt").code, 2);
  EXPECT_EQ(run("uncase missing.gguf").code, 2);
  EXPECT_EQ(run("corpus").code, 2);
  put("a.txt", "hex 01");
  EXPECT_EQ(run("case a.txt -o missing/a.gguf").code, 2);
  EXPECT_EQ(run("--help").code, 0);
  EXPECT_EQ(run("case --help").code, 0);
}

TEST_F(GgufMake, CorpusExportsAndRefreshesAndChecks) {
  fs::create_directories(folder_ / "c/valid/area");
  put("c/VERSION", "1.2.3\n");
  put("c/LICENSE", "free\n");
  put("c/valid/area/one.txt", "why clause 1.1: a\nexpect valid\nmagic \"GGUF\"");
  put("c/valid/area/large.txt", "why clause 1.1: b\nexpect valid\nmagic \"GGUF\" sparse 5000");
  const Ran stale = run("corpus --from c --check");
  EXPECT_EQ(stale.code, 1);
  EXPECT_EQ(stale.err,
            "c/valid/area/manifest.json is missing\nc/valid/area/one.gguf is missing\n"
            "gguf-make: `gguf-make corpus c` makes them anew\n");
  EXPECT_EQ(run("corpus c --from c").code, 0);
  EXPECT_EQ(run("corpus --from c --check").code, 0);
  EXPECT_EQ(read_file(folder_ / "c/valid/area/one.gguf"), "GGUF");
  EXPECT_FALSE(fs::exists(folder_ / "c/valid/area/large.gguf")) << "over 4096 bytes";

  put("c/valid/area/one.gguf", "GGUG");
  put("c/valid/area/other.gguf", "GGUF");
  const Ran changed = run("corpus --from c --check");
  EXPECT_EQ(changed.code, 1);
  EXPECT_NE(changed.err.find("one.gguf is stale"), std::string::npos) << changed.err;
  EXPECT_NE(changed.err.find("other.gguf has no text"), std::string::npos) << changed.err;

  EXPECT_EQ(run("corpus out --from c").code, 0);
  EXPECT_EQ(fs::file_size(folder_ / "out/valid/area/large.gguf"), 5004U);
  for (const char* name :
       {"LICENSE", "VERSION", "manifest.json", "valid/area/one.txt", "valid/area/one.gguf"})
    EXPECT_TRUE(fs::exists(folder_ / "out" / name)) << name;
  EXPECT_EQ(
      std::system(
          ("tar tf " + (folder_ / "out/seeds.tar").string() + " > " + (folder_ / "names").string()).c_str()),
      0);
  EXPECT_EQ(read_file(folder_ / "names"), "area-large.gguf\narea-one.gguf\n");
}

}  // namespace
}  // namespace ggufproof
