// Is what we refuse what ggml_validate_row_data of the real library refuses? llama.cpp calls it for every
// tensor when it is asked to check them. The differences are the ones that clauses 17.2 to 17.4 name.
#include <array>
#include <random>
#include <set>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "conformance/ggml_api.h"
#include "conformance/reference_library_test.h"
#include "conformance/values/type_names_test.h"
#include "validator/values/block_faults.h"

namespace ggufproof {
namespace {

/// Sends standard error nowhere while it lives: the library writes a line for each block that it refuses.
class Silence {
 public:
  Silence() : former_(dup(STDERR_FILENO)) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() {
    dup2(former_, STDERR_FILENO);
    close(former_);
  }

 private:
  int former_;
};

class ValueOracle : public testing::TestWithParam<TensorTypeRow> {
 protected:
  void SetUp() override {
    GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
    const GgmlLoad load = load_ggml(fetched_ggml_path());
    ASSERT_TRUE(load) << load.error;
    validate_ = load.api.ggml_validate_row_data;
  }

  /// Judges a block by both.
  void compare(const std::vector<std::uint8_t>& block) {
    std::set<Rule> found;
    find_faults(type_, block.data(), ByteOrder::little,
                [&](const BlockFault& fault) { found.insert(fault.rule); });
    const bool ours = found.contains(Rule::values_element) || found.contains(Rule::values_scale) ||
                      found.contains(Rule::values_f64_beyond);
    const bool theirs = !validate_(static_cast<int>(type_.type), block.data(), block.size());
    refused_ += theirs ? 1 : 0;
    if (type_.type == TensorType::q8_1) {
      ASSERT_TRUE(theirs) << "the library has begun to take Q8_1";
    } else if (type_.type == TensorType::nvfp4) {
      ASSERT_FALSE(theirs) << "the library has begun to look at NVFP4";
    } else {
      ASSERT_EQ(ours, theirs) << testing::PrintToString(block);
    }
  }

  const TensorTypeRow type_ = GetParam();
  bool (*validate_)(int, const void*, std::size_t) = nullptr;
  std::uint64_t refused_ = 0;
};

TEST_P(ValueOracle, RefusesTheSameBlocks) {
  const Silence silence;
  std::mt19937_64 random(static_cast<std::uint64_t>(type_.type));
  std::vector<std::uint8_t> block(type_.block_bytes);
  for (int round = 0; round < 20000 && !HasFatalFailure(); ++round) {
    for (std::uint8_t& byte : block) byte = static_cast<std::uint8_t>(random());
    // Half of them have a field of ones, zeros or nearly so somewhere.
    constexpr std::array<std::uint8_t, 8> special{0x00, 0x7C, 0x7B, 0x7F, 0xFF, 0x80, 0xFC, 0xF0};
    for (std::uint64_t i = random() % 2 * 4; i > 0; --i)
      block[random() % block.size()] = special[random() % special.size()];
    compare(block);
  }
  const bool takes_all =
      type_.type == TensorType::nvfp4 || (type_.type >= TensorType::i8 && type_.type <= TensorType::i64);
  EXPECT_EQ(refused_ == 0, takes_all) << "the blocks show nothing";
}

std::vector<TensorTypeRow> types_with_blocks() {
  std::vector<TensorTypeRow> rows;
  for (const TensorTypeRow& row : tensor_types) {
    if (row.block_bytes > 0) rows.push_back(row);
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Types, ValueOracle, testing::ValuesIn(types_with_blocks()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace ggufproof
