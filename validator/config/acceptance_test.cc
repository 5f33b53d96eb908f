// What is accepted, and what of a configuration has outlived its use.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include "validator/config/baseline.h"
#include "validator/config/suppressions.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

using namespace std::string_literals;

Finding finding(Rule rule, const std::string& at, const std::string& subject = "") {
  return {rule, Severity::error, {1, 2}, at, subject, "", ""};
}

/// A file with a fault or two in it: bytes of a small whole file, some of them others.
std::string damaged_file() {
  std::string file = "GGUF\3\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0"s +
                     "\x14\0\0\0\0\0\0\0general.architecture\x08\0\0\0"s + "\5\0\0\0\0\0\0\0house"s +
                     "\1\0\0\0\0\0\0\0a\1\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"s +
                     std::string(58, '\0');
  const auto edits = *rc::gen::inRange(0, 6);
  for (int i = 0; i < edits; ++i)
    file[*rc::gen::inRange<std::size_t>(0, file.size())] = *rc::gen::arbitrary<char>();
  return file.substr(0, *rc::gen::inRange<std::size_t>(0, file.size() + 1));
}

/// A baseline that was filled, written and read again.
class ReadAgain {
 public:
  template <class Fill>
  explicit ReadAgain(Fill fill)
      : path_(std::filesystem::temp_directory_path() / ("baseline-" + std::to_string(getpid()))),
        read_(path_.string()) {
    Baseline written(path_.string());
    fill(written);
    std::ofstream out(path_);
    written.print(out);
    out.close();
    fault_ = read_.read();
  }
  ~ReadAgain() { std::filesystem::remove(path_); }
  ReadAgain(const ReadAgain&) = delete;
  ReadAgain& operator=(const ReadAgain&) = delete;

  const std::string& fault() const { return fault_; }
  Baseline* operator->() { return &read_; }

 private:
  std::filesystem::path path_;
  Baseline read_;
  std::string fault_;
};

RC_GTEST_PROP(Baseline, OfAnyFileMakesTheNextRunClean, ()) {
  const std::string file = damaged_file();
  const Report first = validate(as_bytes(file)).report;
  ReadAgain baseline([&](Baseline& made) {
    made.begin("a.gguf");
    for (const Finding& one : first.findings()) made.note(one);
  });
  RC_ASSERT(baseline.fault() == "");
  Report next = validate(as_bytes(file)).report;
  baseline->begin("a.gguf");
  next.accept([&](const Finding& one) { return baseline->accepts(one); });
  RC_ASSERT(next.valid());
  RC_ASSERT(next.total() == 0u);
  RC_ASSERT(next.accepted() == first.total());
  RC_ASSERT(baseline->left() == 0u);
}

TEST(Baseline, TakesAFindingAsOftenAsItIsThereAndInItsFileAlone) {
  const Finding one = finding(Rule::layout_overlap, "tensor[1].offset", "\"a\"");
  ReadAgain baseline([&](Baseline& made) {
    made.begin("a.gguf");
    made.note(one);
    made.note(one);
  });
  for (int run = 0; run < 2; ++run) {
    baseline->begin("b.gguf");
    EXPECT_FALSE(baseline->accepts(one));
    baseline->begin("a.gguf");
    EXPECT_TRUE(baseline->accepts(finding(Rule::layout_overlap, "tensor[7].offset", "\"a\"")));
    EXPECT_FALSE(baseline->accepts(finding(Rule::layout_overlap, "tensor[1].offset", "\"b\"")));
    EXPECT_EQ(baseline->left(), 1u);
    EXPECT_TRUE(baseline->accepts(one));
    EXPECT_FALSE(baseline->accepts(one));
    EXPECT_EQ(baseline->left(), 0u);
  }
}

Suppression suppression(const std::string& rule) {
  Suppression one;
  one.rule = rule;
  one.reason = "known";
  return one;
}

const auto all_judged = [](const RuleRow&) { return true; };

TEST(Suppressions, TakeByRuleFileFieldAndName) {
  Config config;
  Suppression one = suppression("layout.*");
  one.file = "old/*";
  one.at = "tensor[*].offset";
  one.name = "blk.*";
  config.suppressions = {one};
  Suppressions at_work(config);
  const Finding taken = finding(Rule::layout_overlap, "tensor[1].offset", "\"blk.3.x\"");
  EXPECT_TRUE(at_work.accepts("old/a.gguf", taken));
  EXPECT_FALSE(at_work.accepts("new/a.gguf", taken));
  EXPECT_FALSE(at_work.accepts("old/a.gguf", finding(Rule::layout_overlap, "tensor[1].data", "\"blk.3.x\"")));
  EXPECT_FALSE(at_work.accepts("old/a.gguf", finding(Rule::layout_overlap, "tensor[1].offset", "\"a\"")));
  EXPECT_FALSE(
      at_work.accepts("old/a.gguf", finding(Rule::key_duplicate, "tensor[1].offset", "\"blk.3.x\"")));
}

TEST(Suppressions, AnExpiredOneTakesNothingAndSaysSo) {
  using namespace std::chrono;
  const sys_days today = floor<days>(system_clock::now());
  const Finding one = finding(Rule::layout_overlap, "tensor[1].offset");
  Config config;
  config.suppressions = {suppression("layout.overlap")};
  config.suppressions[0].expires = today - days(1);
  Suppressions late(config);
  EXPECT_FALSE(late.accepts("a.gguf", one));
  EXPECT_EQ(late.expired().size(), 1u);
  config.suppressions[0].expires = today + days(1);
  Suppressions early(config);
  EXPECT_TRUE(early.accepts("a.gguf", one));
  EXPECT_TRUE(early.expired().empty());
}

TEST(Suppressions, OneThatTookNothingIsIdleIfItCouldHave) {
  Config config;
  config.suppressions = {suppression("layout.overlap")};
  config.suppressions[0].file = "old/*";
  Suppressions at_work(config);
  at_work.saw("new/a.gguf");
  EXPECT_TRUE(at_work.idle(false, all_judged).empty());
  EXPECT_EQ(at_work.idle(true, all_judged).size(), 1u);
  at_work.saw("old/a.gguf");
  EXPECT_EQ(at_work.idle(false, all_judged).size(), 1u);
  EXPECT_TRUE(at_work.idle(true, [](const RuleRow&) { return false; }).empty());
  at_work.accepts("old/a.gguf", finding(Rule::layout_overlap, "tensor[1].offset"));
  EXPECT_TRUE(at_work.idle(true, all_judged).empty());
}

}  // namespace
}  // namespace ggufproof
