// Files and streams as bytes.
#include "validator/source.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

class SourceTest : public testing::Test {
 protected:
  SourceTest() {
    std::string name = (fs::temp_directory_path() / "ggufproof-source-XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~SourceTest() override { fs::remove_all(folder); }

  std::string file(const std::string& content) {
    std::ofstream(folder / "file") << content;
    return (folder / "file").string();
  }

  static std::string text_of(const std::variant<Source, std::string>& opened) {
    if (const auto* error = std::get_if<std::string>(&opened)) return "error: " + *error;
    return std::string(as_text(std::get<Source>(opened).bytes()));
  }

  fs::path folder;
};

TEST_F(SourceTest, AFileIsItsBytes) {
  EXPECT_EQ(text_of(Source::open(file("abc"))), "abc");
  EXPECT_EQ(text_of(Source::open(file(""))), "");
}

TEST_F(SourceTest, MovingKeepsTheBytes) {
  auto opened = Source::open(file("abc"));
  Source moved = std::move(std::get<Source>(opened));
  EXPECT_EQ(as_text(moved.bytes()), "abc");
  EXPECT_TRUE(std::get<Source>(opened).bytes().empty());
}

TEST_F(SourceTest, ErrorsAreSentences) {
  EXPECT_EQ(text_of(Source::open((folder / "absent").string())), "error: No such file or directory");
  EXPECT_EQ(text_of(Source::open(folder.string())), "error: is a directory");
}

// A sparse file of 1 TiB: nothing is read, so nothing is allocated.
TEST_F(SourceTest, AHugeFileIsMappedNotRead) {
  const std::string path = file("abc");
  if (truncate(path.c_str(), off_t{1} << 40) != 0) GTEST_SKIP() << "no sparse files of this size here";
  const auto opened = Source::open(path);
  EXPECT_EQ(std::get<Source>(opened).bytes().size(), std::size_t{1} << 40);
}

TEST_F(SourceTest, APipeIsReadToItsEndAndTheListenerHearsOfIt) {
  const std::string path = (folder / "pipe").string();
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string content(300'000, 'x');  // more than a pipe holds at once
  std::thread writer([&] { std::ofstream(path) << content; });
  std::vector<std::uint64_t> heard;
  const auto opened = Source::open(path, [&](std::uint64_t bytes) { heard.push_back(bytes); });
  writer.join();
  EXPECT_EQ(text_of(opened), content);
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.front(), 0u);
  EXPECT_EQ(heard.back(), content.size());
  EXPECT_TRUE(std::is_sorted(heard.begin(), heard.end()));
}

TEST_F(SourceTest, AFileThatIsCutReadsAsZerosAndSaysSo) {
  const std::string path = file(std::string(100'000, 'x'));
  const auto opened = Source::open(path);
  const auto& source = std::get<Source>(opened);
  EXPECT_EQ(source.fault(), "");
  ASSERT_EQ(truncate(path.c_str(), 10'000), 0);
  const Bytes bytes = source.bytes();
  ASSERT_EQ(bytes.size(), 100'000u);
  EXPECT_EQ(bytes[50'000],
            0);  // first in the middle: what stands before it is lost as well, and is read later
  EXPECT_EQ(bytes[20'000], 0);
  EXPECT_EQ(bytes[99'999], 0);
  EXPECT_EQ(bytes[9'999], 'x');
  EXPECT_EQ(source.fault(), "it changed while it was being read");
}

// What the kernel does where a disk gives an error: pages that no longer come, of a file that is what it was.
TEST_F(SourceTest, APageThatCannotBeReadIsAnError) {
  const auto opened = Source::open(file(std::string(100'000, 'x')));
  const auto& source = std::get<Source>(opened);
  const Descriptor empty(::open(folder.c_str(), O_TMPFILE | O_RDWR, 0600));
  auto* page = const_cast<std::uint8_t*>(source.bytes().data()) + 65536;
  ASSERT_EQ(mmap(page, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED, empty.number(), 0), page);
  EXPECT_EQ(source.fault(), "");
  EXPECT_EQ(source.bytes()[65536], 0);
  EXPECT_EQ(source.bytes()[65535], 'x');
  EXPECT_EQ(source.fault(), "Input/output error");
}

TEST_F(SourceTest, EachOfSeveralFilesAnswersForItself) {
  const std::string cut = file(std::string(100'000, 'x'));
  auto first = Source::open(cut);
  ASSERT_EQ(truncate(cut.c_str(), 0), 0);
  EXPECT_EQ(std::get<Source>(first).bytes()[0], 0);
  fs::remove(cut);
  const auto second = Source::open(file(std::string(100'000, 'y')));
  EXPECT_EQ(std::get<Source>(second).bytes()[99'999], 'y');
  EXPECT_EQ(std::get<Source>(second).fault(), "");
  EXPECT_NE(std::get<Source>(first).fault(), "");
}

TEST_F(SourceTest, AFileThatGrewOrWasWrittenChangedToo) {
  for (const auto mode : {std::ios::app, std::ios::in}) {
    const auto opened = Source::open(file("abc"));
    std::ofstream(folder / "file", std::ios::out | mode) << "x";
    fs::last_write_time(folder / "file", fs::file_time_type::clock::now() + std::chrono::seconds(2));
    EXPECT_EQ(std::get<Source>(opened).fault(), "it changed while it was being read");
  }
}

using SourceDeathTest = SourceTest;

TEST_F(SourceDeathTest, ABusErrorElsewhereIsNotHeldBack) {
  EXPECT_EXIT(
      {
        const auto opened = Source::open(file("abc"));
        raise(SIGBUS);
      },
      [](int status) { return status != 0; }, "");
}

TEST_F(SourceTest, OfAStreamThatIsNoGgufOnlyTheHeadIsTaken) {
  const auto zeros = Source::open("/dev/zero", {}, Source::Wanted::gguf);
  EXPECT_EQ(text_of(zeros), std::string(head_bytes, '\0'));
}

TEST_F(SourceTest, ADeviceThatMayHaveNoEndIsNotRead) {
  const auto zeros = Source::open("/dev/zero");
  EXPECT_EQ(std::get<std::string>(zeros), "is a device, which may have no end");
}

TEST_F(SourceTest, OfAStreamAsMuchIsTakenAsIsWanted) {
  for (const std::uint64_t most : {0U, 1U, 511U, 512U, 513U, 65536U, 70000U, 100000U, 200000U}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    std::thread feed([&] {
      const std::string bytes(100000, 'x');
      for (std::size_t at = 0; at < bytes.size();) {
        const auto n = write(ends[1], bytes.data() + at, bytes.size() - at);
        if (n <= 0) break;
        at += static_cast<std::size_t>(n);
      }
      close(ends[1]);
    });
    const auto opened =
        Source::open("/dev/fd/" + std::to_string(ends[0]), {}, Source::Wanted::anything, most);
    std::string rest(100000, ' ');
    while (read(ends[0], rest.data(), rest.size()) > 0) {
    }
    feed.join();
    close(ends[0]);
    EXPECT_EQ(text_of(opened), std::string(std::min<std::uint64_t>(most, 100000), 'x')) << most;
  }
}

TEST_F(SourceTest, AFileWithoutASizeIsReadToItsEnd) {
  const auto opened = Source::open("/proc/self/maps");
  EXPECT_NE(text_of(opened).find("[stack]"), std::string::npos);
  EXPECT_EQ(text_of(Source::open("/dev/null")), "");
}

}  // namespace
}  // namespace ggufproof
