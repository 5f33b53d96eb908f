// The command itself: what it writes, what it says of mistakes, and its exit codes.
#include <sys/stat.h>

#include "generators/gguf_make_fixture.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

TEST_F(GgufMake, CaseWritesBytesToAFileOrToStandardOutput) {
  put("a.txt", "magic \"GGUF\" version u32 3");
  const std::string bytes("GGUF\x03\0\0\0", 8);
  EXPECT_EQ(run("case a.txt").out, bytes);
  EXPECT_EQ(run("case - < a.txt").out, bytes);
  EXPECT_EQ(run("case a.txt -o a.gguf").code, 0);
  EXPECT_EQ(read_file(folder_ / "a.gguf"), bytes);
}

TEST_F(GgufMake, AnEmptyFileIsTold) {
  put("a.txt", "");
  put("b.txt", "# nothing\n");
  const Ran ran = run("case a.txt -o a.gguf");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "gguf-make: a.txt: makes an empty file\n");
  EXPECT_EQ(fs::file_size(folder_ / "a.gguf"), 0U);
  EXPECT_EQ(run("case b.txt").err, "gguf-make: b.txt: makes an empty file\n");
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

TEST_F(GgufMake, AWrongCommandLineIsAnsweredInOneLine) {
  const std::string bogus = run("bogus").err;
  EXPECT_TRUE(bogus.starts_with("gguf-make: there is no subcommand \"bogus\"; there are case, uncase, "))
      << bogus;
  EXPECT_TRUE(bogus.ends_with(" (--help shows all)\n")) << bogus;
  EXPECT_EQ(run("uncace x").err,
            "gguf-make: there is no subcommand \"uncace\"; did you mean uncase? (--help shows all)\n");
  EXPECT_EQ(run("case").err, "gguf-make: FILE is required (--help shows all options)\n");
  EXPECT_NE(run("case a.txt --outptu b").err.find("did you mean --output?"), std::string::npos);
  for (const char* wrong : {"bogus", "uncace x", "", "case", "case a.txt --outptu b", "uncase --whole x a"}) {
    const Ran ran = run(wrong);
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_TRUE(ran.err.starts_with("gguf-make: ")) << ran.err;
    EXPECT_EQ(ran.err.find('\n') + 1, ran.err.size()) << ran.err;
  }
}

// As a shell passes them for variables that are not set.
TEST_F(GgufMake, EmptyPathsAreRefused) {
  put("a.txt", "hex 01");
  put("README.md", "mine");
  for (const char* empty :
       {"case ''", "case a.txt -o ''", "case a.txt --output=", "case a.txt --data-from ''", "uncase ''",
        "uncase a.txt -o ''", "corpus ''", "corpus out --from ''"}) {
    const Ran ran = run(empty);
    EXPECT_EQ(ran.code, 2) << empty;
    EXPECT_EQ(ran.out, "") << empty;
  }
  EXPECT_EQ(run("corpus '' --from " GGUFPROOF_CORPUS_DIR).code, 2);
  EXPECT_EQ(read_file(folder_ / "README.md"), "mine");
}

TEST_F(GgufMake, NamesAndTextsReachTheTerminalEscaped) {
  put("a.txt", "expect invalid \x1b[31m at x");
  put("b.txt", "magic \"GG\" data \"\x1b[31m\" 3");
  put("c.txt", "magic \"GG\" cut \x1b 3");
  const std::string name = "'no\n\xff\x1b[31m'";
  for (const std::string& arguments : std::vector<std::string>{
           "case " + name, "uncase " + name, "case a.txt", "case b.txt", "case c.txt",
           "corpus x --from " + name, "corpus " + name + " --from .", "case a.txt -o " + name + "/x", name,
           "case --" + name, "case a.txt --data-from " + name}) {
    const Ran ran = run(arguments);
    EXPECT_NE(ran.code, 0) << arguments;
    EXPECT_EQ(ran.err.find_first_of("\x1b\xff"), std::string::npos) << arguments << ": " << ran.err;
    EXPECT_EQ(ran.err.find('\n') + 1, ran.err.size()) << arguments << ": " << ran.err;
  }
  EXPECT_EQ(run("case " + name).err, "gguf-make: no\\n\\xff\\x1b[31m: No such file or directory\n");
}

TEST_F(GgufMake, ElisionsAreTold) {
  put("a.bin", std::string(100, 'a') + std::string(200, '\0') + std::string(120, 'b'));
  const Ran ran = run("uncase --whole 8 a.bin -o a.txt");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(
      ran.err,
      "gguf-make: a.bin: 2 stretches of data, 220 bytes together, elided: the text has only digests, and "
      "assembling it gives zeros there;\n"
      "  --whole 120 writes all out, and gguf-make case puts it back with --data-from a.bin\n");
  EXPECT_EQ(run("uncase --whole 120 a.bin").err, "");
  EXPECT_EQ(run("case a.txt -o b.bin").err,
            "gguf-make: a.txt: 2 stretches of data, 220 bytes together, were elided and are zeros now; "
            "--data-from FILE puts them back\n");
  put("one.txt", "elided 1 sha256 " + std::string(64, '0'));
  EXPECT_EQ(
      run("case one.txt").err,
      "gguf-make: one.txt: 1 stretch of data, 1 byte, was elided and is zeros now; --data-from FILE puts "
      "it back\n");
  EXPECT_EQ(run("case a.txt --data-from a.bin -o b.bin").err, "");
  EXPECT_EQ(read_file(folder_ / "b.bin"), read_file(folder_ / "a.bin"));
}

// A stream is read as far as the text needs, and a device not at all.
TEST_F(GgufMake, DataFromWhatHasNoEnd) {
  put("a.txt", "raw \"y\" elided 10 sha256 5915fb2ca3258803e78d9f5aacc9cfe2f26f82a5e5cb2fb26f3c77b7080151e6");
  const Ran device = run("case a.txt --data-from /dev/zero");
  EXPECT_EQ(device.code, 2);
  EXPECT_EQ(device.err, "gguf-make: /dev/zero: is a device, which may have no end\n");
  EXPECT_EQ(run("uncase /dev/zero").code, 2);
  EXPECT_EQ(run("case - < /dev/zero").code, 2);
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(run("case a.txt --data-from pipe & yes > pipe 2> /dev/null; wait").out, "y\ny\ny\ny\ny\ny");
  const Ran twice = run("case - --data-from - < a.txt");
  EXPECT_EQ(twice.code, 2);
  EXPECT_EQ(twice.err, "gguf-make: -: standard input is named twice, and can be read once\n");
}

TEST_F(GgufMake, AFileInsteadOfATextIsAnsweredByUncase) {
  put("a.gguf", std::string("GGUF\x03\0\0\0", 8));
  const Ran ran = run("case a.gguf");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("gguf-make uncase"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace ggufproof
