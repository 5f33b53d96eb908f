// A real model with one fault put into its weights: each is caught, by its own rule and at its own tensor,
// and nothing else is said. The model is mapped privately, so that only the pages that change take memory.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include "validator/reader.h"
#include "validator/source.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

class DamagedModel : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path path = fs::path(GGUFPROOF_FETCHED_DIR) / "models" / "gemma-3-270m-q4_k_m.gguf";
    if (!fs::exists(path))
      GTEST_SKIP() << "NOT TESTED: " << path << " is missing. Run ci/fetch, or point the CMake variable "
                   << "GGUFPROOF_FETCHED at it.";
    const auto opened = Source::open(path.string());
    ASSERT_TRUE(std::holds_alternative<Source>(opened));
    const Bytes original = std::get<Source>(opened).bytes();
    size_ = original.size();
    void* at = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(at, MAP_FAILED);
    begin_ = static_cast<std::uint8_t*>(at);
    std::copy(original.begin(), original.end(), begin_);
    Report unused;
    const Document document = read_document(bytes(), unused);
    const std::uint64_t data_at = *padded(document.infos_end, limits::default_alignment);
    for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) {
      const Tensor tensor = document.tensor(i);
      const std::uint64_t begin = data_at + tensor.offset;
      tensors_[std::string(tensor.name)] = {
          static_cast<TensorType>(tensor.type), i, {begin, begin + size_of(tensor).bytes}};
    }
  }

  void TearDown() override {
    if (begin_ != nullptr) munmap(begin_, size_);
  }

  struct Place {
    TensorType type{};
    std::uint64_t index = 0;
    Range data{};
  };

  Bytes bytes() const { return {begin_, size_}; }

  /// The rules of values that the model breaks, with the tensor where each does.
  std::map<std::string, std::string> found() const {
    std::map<std::string, std::string> rules_found;
    const Judgement judgement = validate(bytes(), {.data = DataDepth::values});
    for (const Finding& finding : judgement.report.findings()) {
      const std::string rule(rule_row(finding.rule).name);
      if (rule.starts_with("values.")) rules_found[rule] += finding.subject;
    }
    return rules_found;
  }

  /// Moves a tensor's bytes up, as where its rows are written a few bytes too late.
  void shift(const Range& data, std::uint64_t by) {
    std::copy_backward(begin_ + data.begin, begin_ + data.end - by, begin_ + data.end);
  }

  using Found = std::map<std::string, std::string>;

  std::uint8_t* begin_ = nullptr;
  std::size_t size_ = 0;
  std::map<std::string, Place> tensors_;
};

TEST_F(DamagedModel, WithoutDamageIsClean) { EXPECT_EQ(found(), Found{}); }

TEST_F(DamagedModel, OneScaleIsNan) {
  const Place place = tensors_.at("blk.7.attn_output.weight");
  ASSERT_EQ(place.type, TensorType::q4_k);
  begin_[place.data.begin + 144 * 1000 + 1] = 0x7E;  // d of block 1000
  EXPECT_EQ(found(), (Found{{"values.scale-not-finite", "\"blk.7.attn_output.weight\""}}));
}

TEST_F(DamagedModel, OneTensorIsZeroed) {
  for (const char* name : {"blk.3.ffn_up.weight", "blk.17.attn_norm.weight"}) {
    const Place place = tensors_.at(name);
    const std::vector<std::uint8_t> kept(begin_ + place.data.begin, begin_ + place.data.end);
    std::fill(begin_ + place.data.begin, begin_ + place.data.end, std::uint8_t{0});
    EXPECT_EQ(found(), (Found{{"values.all-zero", '"' + std::string(name) + '"'}}));
    std::copy(kept.begin(), kept.end(), begin_ + place.data.begin);
  }
}

// From the middle of a row on; with the last third of the rows; and with few whole rows, as vocabularies have
// on purpose.
TEST_F(DamagedModel, OneTensorEndsInZeros) {
  const std::string name = "blk.3.ffn_up.weight";
  const Range data = tensors_.at(name).data;
  const std::vector<std::uint8_t> kept(begin_ + data.begin, begin_ + data.end);
  const std::uint64_t row = (data.end - data.begin) / 2048;  // 640 elements each
  const Found tail{{"values.zero-run", '"' + name + '"'}};
  for (const auto& [zeros, wanted] : std::map<std::uint64_t, Found>{
           {20 * row + row / 2, tail}, {683 * row, tail}, {30 * row, {}}, {row / 2, {}}}) {
    std::fill(begin_ + data.end - zeros, begin_ + data.end, std::uint8_t{0});
    EXPECT_EQ(found(), wanted) << zeros;
    std::copy(kept.begin(), kept.end(), begin_ + data.begin);
  }
}

TEST_F(DamagedModel, IsCut) {
  const Judgement judgement = validate(bytes().first(size_ / 2), {.data = DataDepth::values});
  const auto& findings = judgement.report.findings();
  EXPECT_EQ(std::count_if(findings.begin(), findings.end(),
                          [](const Finding& finding) { return finding.rule == Rule::layout_truncated; }),
            1);
  EXPECT_EQ(judgement.report.count(Severity::error), 1u);
}

// Whatever the type: codes that are read as scales have every exponent.
TEST_F(DamagedModel, RowsOfOneTensorAreShifted) {
  std::map<TensorType, std::string> one_of_each;
  for (const auto& [name, place] : tensors_) one_of_each.emplace(place.type, name);
  for (const auto& [type, name] : one_of_each) {
    if (type == TensorType::f32) continue;
    const Place place = tensors_.at(name);
    const std::vector<std::uint8_t> kept(begin_ + place.data.begin, begin_ + place.data.end);
    for (const std::uint64_t by : {1U, 4U, 32U}) {
      shift(place.data, by);
      const Found rules_found = found();
      EXPECT_TRUE(rules_found.contains("values.scale-not-finite") ||
                  rules_found.contains("values.implausible"))
          << name << " by " << by;
      for (const auto& [rule, subject] : rules_found) EXPECT_EQ(subject, '"' + name + '"') << rule;
      std::copy(kept.begin(), kept.end(), begin_ + place.data.begin);
    }
  }
  EXPECT_GE(one_of_each.size(), 3u) << "the model has fewer types than it had";
}

TEST_F(DamagedModel, OneNormHasItsBytesTheOtherWayRound) {
  const Place place = tensors_.at("output_norm.weight");
  ASSERT_EQ(place.type, TensorType::f32);
  for (std::uint8_t* at = begin_ + place.data.begin; at < begin_ + place.data.end; at += 4)
    std::reverse(at, at + 4);
  EXPECT_EQ(found(), (Found{{"values.byte-swapped", "\"output_norm.weight\""}}));
}

}  // namespace
}  // namespace ggufproof
