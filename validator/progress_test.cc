// The progress line with a clock that the test turns itself.
#include "validator/progress.h"

#include <sstream>
#include <thread>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

using namespace std::chrono_literals;

class ProgressTest : public testing::Test {
 protected:
  Progress::Clock clock() {
    return [this] { return now; };
  }
  std::string shown() {
    std::string text = out.str();
    out.str("");
    return text;
  }
  static std::string text() { return "working"; }

  std::chrono::steady_clock::time_point now{};
  std::ostringstream out;
};

TEST_F(ProgressTest, WaitsASecondThenShowsAtMostFiveTimesASecond) {
  Progress progress(out, true, clock());
  now += 999ms;
  progress.show(text);
  EXPECT_EQ(shown(), "");
  now += 1ms;
  progress.show(text);
  EXPECT_EQ(shown(), "\rworking\033[K");
  now += 199ms;
  progress.show(text);
  EXPECT_EQ(shown(), "");
  now += 1ms;
  progress.show(text);
  EXPECT_EQ(shown(), "\rworking\033[K");
}

TEST_F(ProgressTest, ShowsNothingInSilence) {
  Progress progress(out, true, clock());
  now += 1s;
  progress.show(text);
  shown();
  {
    const auto silence = progress.silence();
    EXPECT_EQ(shown(), "\r\033[K");
    now += 1s;
    std::thread([&] { progress.show(text); }).join();
    EXPECT_EQ(shown(), "");
  }
  progress.show(text);
  EXPECT_EQ(shown(), "\rworking\033[K");
}

TEST_F(ProgressTest, IsWipedOnceAndOnlyWhereSomethingWasShown) {
  {
    Progress progress(out, true, clock());
    progress.wipe();
    EXPECT_EQ(shown(), "");
    now += 1s;
    progress.show(text);
    shown();
    progress.wipe();
    EXPECT_EQ(shown(), "\r\033[K");
    now += 1s;
    progress.show(text);
    shown();
  }
  EXPECT_EQ(shown(), "\r\033[K");
}

TEST_F(ProgressTest, ShowsNothingWhereItIsOff) {
  Progress progress(out, false, clock());
  now += 5s;
  progress.show([]() -> std::string {
    ADD_FAILURE() << "made a text in vain";
    return "";
  });
  progress.wipe();
  EXPECT_EQ(shown(), "");
}

TEST(SizeShown, HasThreeToFiveDigits) {
  EXPECT_EQ(size_shown(0), "0 bytes");
  EXPECT_EQ(size_shown(1), "1 byte");
  EXPECT_EQ(size_shown(999), "999 bytes");
  EXPECT_EQ(size_shown(1000), "1.0 kB");
  EXPECT_EQ(size_shown(999'999), "999.9 kB");
  EXPECT_EQ(size_shown(1'000'000), "1.0 MB");
  EXPECT_EQ(size_shown(253'110'464), "253.1 MB");
  EXPECT_EQ(size_shown(18'446'744'073'709'551'615u), "18.4 EB");
}

TEST(Pace, TellsHowFarHowFastAndHowLong) {
  using std::chrono_literals::operator""s;
  EXPECT_EQ(pace_shown(1'000'000'000, 4'000'000'000, 2s), "1.0 GB of 4.0 GB, 500.0 MB/s, 6 s left");
  EXPECT_EQ(pace_shown(1'000'000, 1'000'000'000, 1s), "1.0 MB of 1.0 GB, 1.0 MB/s, 17 min left");
  EXPECT_EQ(pace_shown(0, 5000, 1s), "0 bytes of 5.0 kB");
  EXPECT_EQ(pace_shown(5000, 5000, 0s), "5.0 kB of 5.0 kB");
}

}  // namespace
}  // namespace ggufproof
