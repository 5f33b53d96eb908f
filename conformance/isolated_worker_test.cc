// The worker with readers made up for the purpose: each outcome, its signal and its reason, and life after
// it.
#include "conformance/isolated_worker.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/sanitized.h"
#include "validator/bytes.h"

namespace ggufproof {
namespace {

using namespace std::chrono_literals;

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A reader that does what the file says.
MakeJudge obedient_reader() {
  return []() -> Judge {
    return [](const char* path, Manner manner) {
      const std::string order = read_file(path);
      if (order == "abort") std::fputs("first line\nassertion failed\n", stderr);
      if (order == "abort") std::abort();
      if (order == "kill") raise(SIGKILL);
      if (order == "leave") _exit(7);
      if (order == "hang") pause();
      if (order == "refuse") std::fputs("because\nfailed to read\n", stderr);
      return order == "accept" || (order == "accept header" && manner == Manner::header_only);
    };
  };
}

TEST(IsolatedWorker, TellsAcceptedFromRefused) {
  IsolatedWorker worker(obedient_reader());
  ASSERT_EQ(worker.error(), "");
  EXPECT_EQ(worker.judge(as_bytes("accept"), Manner::header_only).outcome, Outcome::accepted);
  const ReaderVerdict refusal = worker.judge(as_bytes("refuse"), Manner::header_only);
  EXPECT_EQ(refusal.outcome, Outcome::refused);
  EXPECT_EQ(refusal.log, "because\nfailed to read\n");
  EXPECT_EQ(refusal.reason(), "because");
  EXPECT_EQ(worker.starts(), 1u);
}

TEST(IsolatedWorker, PassesTheManner) {
  IsolatedWorker worker(obedient_reader());
  EXPECT_EQ(worker.judge(as_bytes("accept header"), Manner::header_only).outcome, Outcome::accepted);
  EXPECT_EQ(worker.judge(as_bytes("accept header"), Manner::with_data).outcome, Outcome::refused);
}

TEST(IsolatedWorker, AShorterFileLeavesNothingOfTheLongerOne) {
  IsolatedWorker worker(obedient_reader());
  EXPECT_EQ(worker.judge(as_bytes("accept, or so it seems"), Manner::with_data).outcome, Outcome::refused);
  EXPECT_EQ(worker.judge(as_bytes("accept"), Manner::with_data).outcome, Outcome::accepted);
}

TEST(IsolatedWorker, ACrashCostsOneRequest) {
  IsolatedWorker worker(obedient_reader());
  const ReaderVerdict crash = worker.judge(as_bytes("abort"), Manner::with_data);
  EXPECT_EQ(crash.outcome, Outcome::crashed);
  EXPECT_EQ(crash.signal, SIGABRT);
  EXPECT_EQ(crash.reason(), "assertion failed");
  const ReaderVerdict next = worker.judge(as_bytes("accept"), Manner::with_data);
  EXPECT_EQ(next.outcome, Outcome::accepted);
  EXPECT_EQ(next.log, "");
  EXPECT_EQ(worker.starts(), 2u);
}

TEST(IsolatedWorker, AKillAndAnExitAreCrashes) {
  IsolatedWorker worker(obedient_reader());
  EXPECT_EQ(worker.judge(as_bytes("kill"), Manner::with_data).signal, SIGKILL);
  const ReaderVerdict exit = worker.judge(as_bytes("leave"), Manner::with_data);
  EXPECT_EQ(exit.outcome, Outcome::crashed);
  EXPECT_EQ(exit.signal, 0);
  EXPECT_EQ(worker.judge(as_bytes("accept"), Manner::with_data).outcome, Outcome::accepted);
}

TEST(IsolatedWorker, AHangEndsAtTheWallLimit) {
  WorkerLimits limits;
  limits.wall = 200ms;
  IsolatedWorker worker(obedient_reader(), limits);
  EXPECT_EQ(worker.judge(as_bytes("hang"), Manner::with_data).outcome, Outcome::hung);
  EXPECT_EQ(worker.judge(as_bytes("accept"), Manner::with_data).outcome, Outcome::accepted);
}

TEST(IsolatedWorker, ReadsAFileByPath) {
  const std::string path = ::testing::TempDir() + "isolated_worker_test_file";
  std::ofstream(path) << "accept";
  IsolatedWorker worker(obedient_reader());
  EXPECT_EQ(worker.judge_path(path, Manner::with_data).outcome, Outcome::accepted);
  unlink(path.c_str());
  EXPECT_EQ(worker.judge_path(path, Manner::with_data).outcome, Outcome::refused);
  EXPECT_EQ(worker.judge_path(std::string(5000, 'x'), Manner::with_data).outcome, Outcome::refused);
}

TEST(IsolatedWorker, TwoWorkersDoNotHoldEachOtherUp) {
  IsolatedWorker first(obedient_reader());
  IsolatedWorker second(obedient_reader());
  EXPECT_EQ(first.judge(as_bytes("abort"), Manner::with_data).outcome, Outcome::crashed);
  EXPECT_EQ(second.judge(as_bytes("accept"), Manner::with_data).outcome, Outcome::accepted);
  EXPECT_EQ(first.judge(as_bytes("accept"), Manner::with_data).outcome, Outcome::accepted);
}

TEST(IsolatedWorker, SaysWhyAReaderCannotBeStarted) {
  IsolatedWorker worker([]() -> Judge {
    std::fputs("no such reader", stderr);
    return {};
  });
  EXPECT_EQ(worker.error(), "the reader could not be started: no such reader");
  EXPECT_EQ(worker.judge(as_bytes("accept"), Manner::with_data).outcome, Outcome::crashed);
}

TEST(IsolatedWorker, MemoryIsLimitedInTheChildAlone) {
  WorkerLimits limits;
  limits.memory = std::uint64_t{1} << 30;
  IsolatedWorker worker(
      []() -> Judge {
        return [](const char* path, Manner) {
          const std::size_t bytes = std::strtoull(read_file(path).c_str(), nullptr, 10);
          void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          if (block != MAP_FAILED) munmap(block, bytes);
          return block != MAP_FAILED;
        };
      },
      limits);
  EXPECT_EQ(worker.judge(as_bytes("1000000"), Manner::with_data).outcome, Outcome::accepted);
  const Outcome large = worker.judge(as_bytes("2000000000"), Manner::with_data).outcome;
  EXPECT_EQ(large, sanitized_build ? Outcome::accepted : Outcome::refused);
}

}  // namespace
}  // namespace ggufproof
