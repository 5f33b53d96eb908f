// Memory whose bytes come when they are read, out of a file on the disk, one page at a time.
#include "validator/remote/awaited_memory.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "validator/spool.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t page = AwaitedMemory::page;

/// Memory that is brought from `original` page by page, up to `last` bytes of it.
struct Brought {
  Brought(Bytes from, std::uint64_t there, std::uint64_t last) : original(from) {
    file = std::get<int>(unnamed_temporary_file());
    EXPECT_EQ(0, ftruncate(file, static_cast<off_t>(original.size())));
    put({0, there});
    auto made = AwaitedMemory::of(Descriptor(file), original.size(), there, [this, last](Range missing) {
      ++calls;
      EXPECT_EQ(0U, missing.begin % page);
      const std::uint64_t end = std::min(missing.end, missing.begin + page);
      return end <= last && put({missing.begin, end}) ? end : missing.begin;
    });
    memory = std::get<std::unique_ptr<AwaitedMemory>>(std::move(made));
  }

  bool put(Range range) const {
    const auto bytes = static_cast<ssize_t>(range.end - range.begin);
    return pwrite(file, original.data() + range.begin, range.end - range.begin,
                  static_cast<off_t>(range.begin)) == bytes;
  }

  Bytes original;
  int file = -1;
  std::atomic<std::uint64_t> calls{0};
  std::unique_ptr<AwaitedMemory> memory;
};

std::vector<std::uint8_t> some_bytes(std::uint64_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::uint64_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i * 2654435761U >> 13);
  return bytes;
}

TEST(AwaitedMemory, BringsWhatIsReadAndNothingElse) {
  const auto bytes = some_bytes(9 * page + 17);
  Brought brought(bytes, page, bytes.size());
  const Bytes seen = brought.memory->bytes();
  EXPECT_EQ(bytes[3], seen[3]);
  EXPECT_EQ(0U, brought.calls);
  EXPECT_EQ(bytes[5 * page + 9], seen[5 * page + 9]);
  EXPECT_EQ(bytes[5 * page], seen[5 * page]);
  EXPECT_EQ(bytes.back(), seen[seen.size() - 1]);
  EXPECT_EQ(2U, brought.calls);
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), seen.begin()));
  EXPECT_EQ(9U, brought.calls);
}

TEST(AwaitedMemory, ServesReadersSideBySide) {
  const auto bytes = some_bytes(200 * page);
  Brought brought(bytes, 0, bytes.size());
  std::atomic<bool> same{true};
  std::vector<std::thread> readers;
  for (std::uint64_t reader = 0; reader < 8; ++reader) {
    readers.emplace_back([&, reader] {
      for (std::uint64_t i = 0; i < 200; ++i) {
        const std::uint64_t at = (i * 37 + reader * 11) % 200 * page + i;
        if (brought.memory->bytes()[at] != bytes[at]) same = false;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_TRUE(same);
  EXPECT_EQ(200U, brought.calls);
}

TEST(AwaitedMemory, ReadsWhatCannotBeBroughtAsFF) {
  const auto bytes = some_bytes(2000 * page);  // more than stands for nothing at once
  Brought brought(bytes, page, 3 * page);
  const Bytes seen = brought.memory->bytes();
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.begin() + 3 * page, seen.begin()));
  EXPECT_TRUE(
      std::all_of(seen.begin() + 3 * page, seen.end(), [](std::uint8_t byte) { return byte == 0xFF; }));
  EXPECT_EQ(3U, brought.calls) << "of what failed once nothing is asked for again";
}

TEST(AwaitedMemory, LivesBesideOthersAndComesAgain) {
  const auto one = some_bytes(3 * page), other = some_bytes(5 * page);
  for (int i = 0; i < 20; ++i) {
    Brought first(one, 0, one.size()), second(other, 0, other.size());
    EXPECT_EQ(one[2 * page], first.memory->bytes()[2 * page]);
    EXPECT_EQ(other[4 * page], second.memory->bytes()[4 * page]);
  }
}

TEST(AwaitedMemoryDeathTest, AnotherFaultIsNoneOfIts) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto bytes = some_bytes(page);
  Brought brought(bytes, 0, bytes.size());
  EXPECT_EQ(bytes[0], brought.memory->bytes()[0]);
  EXPECT_DEATH(raise(SIGSEGV), "");
}

}  // namespace
}  // namespace ggufproof
