// Where gguf-make writes to: never over its input, and never over anything before all is written.
#include <sys/stat.h>

#include "generators/gguf_make_fixture.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

class GgufMakeOutput : public GgufMake {
 protected:
  /// What is in the folder besides what the runs themselves leave.
  std::size_t files() const {
    std::size_t n = 0;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      n += name != "stdout" && name != "stderr" ? 1 : 0;
    }
    return n;
  }
  unsigned mode(const std::string& name) const {
    struct stat status {};
    stat((folder_ / name).c_str(), &status);
    return status.st_mode & 0777;
  }
};

TEST_F(GgufMakeOutput, TheInputIsNotTheOutput) {
  put("a.txt", "hex 01");
  put("crash.gguf", "GGUF and more");
  fs::create_symlink("crash.gguf", folder_ / "link");
  fs::create_hard_link(folder_ / "crash.gguf", folder_ / "other");
  for (const char* same :
       {"case a.txt -o a.txt", "uncase crash.gguf -o crash.gguf", "uncase crash.gguf -o ./crash.gguf",
        "uncase crash.gguf -o link", "uncase link -o crash.gguf", "uncase crash.gguf -o other",
        "uncase - -o crash.gguf < crash.gguf", "uncase crash.gguf 1<> crash.gguf"}) {
    const Ran ran = run(same);
    EXPECT_EQ(ran.code, 2) << same;
    EXPECT_EQ(read_file(folder_ / "crash.gguf"), "GGUF and more") << same;
    EXPECT_EQ(read_file(folder_ / "a.txt"), "hex 01") << same;
  }
  put("short.txt", "elided 13 sha256 " + std::string(64, '0'));
  EXPECT_EQ(run("case short.txt --data-from crash.gguf -o crash.gguf").code, 2);
  EXPECT_EQ(read_file(folder_ / "crash.gguf"), "GGUF and more");
}

TEST_F(GgufMakeOutput, AFailedWriteLeavesWhatWasThere) {
  put("kept", "as it was");
  put("huge.txt", "sparse 9223372036854775807");
  put("long.txt", "raw \"abcdefgh\" x 1000000");
  put("text.txt", "hex 01 sparse 10000000 hex 02");
  const std::size_t before = files();
  const Ran huge = run("case huge.txt -o kept");
  EXPECT_EQ(huge.code, 2);
  EXPECT_EQ(huge.err, "gguf-make: kept: File too large\n");
  EXPECT_EQ(run("case huge.txt -o new").code, 2);
  put("limited.sh", "ulimit -f 100 && " GGUFPROOF_MAKE " case text.txt -o kept");
  EXPECT_EQ(std::system(("cd " + folder_.string() + " && sh limited.sh 2> stderr").c_str()), 2 << 8);
  EXPECT_EQ(read_file(folder_ / "kept"), "as it was");
  fs::remove(folder_ / "limited.sh");
  EXPECT_EQ(files(), before) << "nothing is left behind";
}

TEST_F(GgufMakeOutput, PermissionsAreTheUmasksOrThoseOfTheFileReplaced) {
  put("a.txt", "hex 01");
  EXPECT_EQ(run("case a.txt -o a").code, 0);
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(mode("a"), 0666U & ~mask);
  put("secret", "old");
  chmod((folder_ / "secret").c_str(), 0600);
  EXPECT_EQ(run("case a.txt -o secret").code, 0);
  EXPECT_EQ(mode("secret"), 0600U);
  EXPECT_EQ(read_file(folder_ / "secret"), "\x01");
}

TEST_F(GgufMakeOutput, LinksAreFollowed) {
  put("a.txt", "hex 01");
  put("target", "old");
  fs::create_directories(folder_ / "sub");
  fs::create_symlink("target", folder_ / "link");
  fs::create_symlink("../new", folder_ / "sub/dangling");
  EXPECT_EQ(run("case a.txt -o link").code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_file(folder_ / "target"), "\x01");
  EXPECT_EQ(run("case a.txt -o sub/dangling").code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "sub/dangling"));
  EXPECT_EQ(read_file(folder_ / "new"), "\x01");
}

TEST_F(GgufMakeOutput, PipesAndDevicesAreWrittenWhereTheyStand) {
  put("a.txt", "hex 01 sparse 100000 hex 02");
  const std::string bytes = '\x01' + std::string(100000, '\0') + '\x02';
  EXPECT_TRUE(run("case a.txt").out == bytes);
  EXPECT_TRUE(run("case a.txt -o /dev/stdout").out == bytes);
  EXPECT_TRUE(run("case a.txt -o /dev/stdout | cat").out == bytes);
  EXPECT_TRUE(run("case a.txt -o /dev/fd/3 3>&1 | cat").out == bytes);
  EXPECT_EQ(run("case a.txt -o /dev/null").code, 0);
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(run("case a.txt -o pipe & cat pipe").out == bytes);
  put("before", "first ");
  EXPECT_EQ(run("case a.txt -o /dev/stdout >> before").code, 0);
  EXPECT_TRUE(read_file(folder_ / "before") == "first " + bytes);
  const Ran full = run("case a.txt -o /dev/full");
  EXPECT_EQ(full.code, 2);
  EXPECT_EQ(full.err, "gguf-make: /dev/full: No space left on device\n");
  EXPECT_EQ(run("case a.txt -o .").code, 2);
}

}  // namespace
}  // namespace ggufproof
