// Every encoder of blocks against the reference library's quantizer, with and without importances, over rows
// as weights are (normal, Laplace) and as they are not (constant, sparse, tiny, huge): byte for byte, and by
// the error that is left. How many blocks have equal bytes is printed.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/ggml_api.h"
#include "conformance/reference_library_test.h"
#include "conformance/values/type_names_test.h"
#include "validator/encode/encode.h"
#include "validator/fidelity/peak_scales.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t columns = 1024;
constexpr std::uint64_t rows = 12;

/// Values of a part of IQ3_S, which has a scale of its own.
constexpr std::uint64_t iq3_s_part = 32;

/// How much larger than the reference's an error may be.
constexpr double error_bound = 1.01;

using Random = std::mt19937_64;

struct Source {
  const char* name;
  float (*value)(Random&);
};

float normal(Random& random) { return std::normal_distribution<float>(0, 0.02F)(random); }

float laplace(Random& random) {
  const float magnitude = std::exponential_distribution<float>(50)(random);
  return (random() & 1) != 0 ? magnitude : -magnitude;
}

float sparse(Random& random) { return random() % 20 == 0 ? normal(random) : 0.0F; }

/// A third of the values are large, so that parts of a block differ by much.
float uneven(Random& random) { return random() % 3 == 0 ? 100 * normal(random) : normal(random); }

const std::vector<Source> sources{
    {"normal", normal},
    {"laplace", laplace},
    {"uniform", [](Random& random) { return std::uniform_real_distribution<float>(-1, 1)(random); }},
    {"positive", [](Random& random) { return std::uniform_real_distribution<float>(2, 3)(random); }},
    {"constant", [](Random&) { return -0.75F; }},
    {"zero", [](Random&) { return 0.0F; }},
    {"few", [](Random& random) { return static_cast<float>(random() % 5) - 2; }},
    {"sparse", sparse},
    {"uneven", uneven},
    {"tiny", [](Random& random) { return 1e-6F * normal(random); }},
    {"huge", [](Random& random) { return 1e6F * normal(random); }},
    {"subnormal", [](Random& random) { return 1e-38F * normal(random); }},
    {"any_size",
     [](Random& random) { return std::ldexp(normal(random), static_cast<int>(random() % 40) - 20); }},
    {"beyond_binary16", [](Random& random) { return 1e9F * normal(random); }},
};

std::vector<float> no_importance(Random&) { return {}; }

std::vector<float> even_importance(Random&) { return std::vector<float>(columns, 1.0F); }

/// As mean squares of activations are: of very different size, some of them zero.
std::vector<float> uneven_importance(Random& random) {
  std::vector<float> importance(columns);
  for (float& each : importance) {
    const float x = std::normal_distribution<float>(0, 1)(random);
    each = random() % 50 == 0 ? 0.0F : std::exp(2 * x);
  }
  return importance;
}

struct Importance {
  const char* name;
  std::vector<float> (*make)(Random&);
};

const std::vector<Importance> importances{
    {"none", no_importance}, {"even", even_importance}, {"uneven", uneven_importance}};

class SearchOracle : public testing::TestWithParam<TensorTypeRow> {
 protected:
  void SetUp() override {
    GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
    const GgmlLoad load = load_ggml(fetched_ggml_path());
    ASSERT_TRUE(load) << load.error;
    api_ = load.api;
    traits_ = api_.ggml_get_type_traits(static_cast<int>(row_.type));
  }

  /// What the reference makes of rows. The types that it refuses to encode without importances get even ones.
  std::vector<std::uint8_t> reference(const std::vector<float>& values, std::vector<float> importance) const {
    const bool needed =
        row_.type == TensorType::iq2_xxs || row_.type == TensorType::iq2_xs || row_.type == TensorType::iq1_s;
    if (needed && importance.empty()) importance.assign(columns, 1.0F);
    std::vector<std::uint8_t> blocks(values.size() / row_.block_elements * row_.block_bytes);
    api_.ggml_quantize_chunk(static_cast<int>(row_.type), values.data(), blocks.data(), 0,
                             static_cast<std::int64_t>(values.size() / columns), columns,
                             importance.empty() ? nullptr : importance.data());
    return blocks;
  }

  /// The weighted sum of squared errors that blocks leave.
  double error_of(const std::vector<std::uint8_t>& blocks, const std::vector<float>& values,
                  const std::vector<float>& importance) const {
    std::vector<float> decoded(values.size());
    traits_->to_float(blocks.data(), decoded.data(), static_cast<std::int64_t>(values.size()));
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double miss = static_cast<double>(decoded[i]) - static_cast<double>(values[i]);
      sum += miss * miss * (importance.empty() ? 1.0 : static_cast<double>(importance[i % columns]));
    }
    return sum;
  }

  /// Where the reference is wrong. In IQ3_S it skips a part of zeros without moving on, so that what it
  /// writes for the parts after it is decoded as those before (quantize_row_iq3_s_impl: `continue` past `qs
  /// += bs4`). In MXFP4 the exponent of the least scales wraps around (encode_oracle_test.cc).
  bool is_disputed(std::span<const float> block) const {
    const auto is_zero = [](float value) { return value == 0; };
    if (row_.type == TensorType::mxfp4) {
      return std::all_of(block.begin(), block.end(),
                         [](float value) { return std::fabs(value) < 0x1p-125F; });
    }
    if (row_.type != TensorType::iq3_s) return false;
    bool zeros_before = false;
    for (std::uint64_t at = 0; at < block.size(); at += iq3_s_part) {
      const std::span part = block.subspan(at, iq3_s_part);
      const bool zeros = std::all_of(part.begin(), part.end(), is_zero);
      if (zeros_before && !zeros) return true;
      zeros_before = zeros_before || zeros;
    }
    return false;
  }

  /// Counts blocks, and those that are equal or disputed.
  void count(const std::vector<float>& values, const std::vector<std::uint8_t>& ours,
             const std::vector<std::uint8_t>& theirs) {
    for (std::uint64_t i = 0; i < values.size() / row_.block_elements; ++i) {
      const std::span a = std::span(ours).subspan(i * row_.block_bytes, row_.block_bytes);
      const std::span b = std::span(theirs).subspan(i * row_.block_bytes, row_.block_bytes);
      const bool equal = std::equal(a.begin(), a.end(), b.begin());
      ++counts_.all;
      if (equal) ++counts_.equal;
      if (!equal && is_disputed(std::span(values).subspan(i * row_.block_elements, row_.block_elements))) {
        ++counts_.disputed;
      }
    }
  }

  /// Encodes rows from a source and holds them against the reference's.
  void compare(const Source& source, const Importance& kind) {
    std::vector<float> values(rows * columns);
    for (float& value : values) value = source.value(random_);
    const std::vector<float> importance = kind.make(random_);
    const std::vector<std::uint8_t> theirs = reference(values, importance);
    std::vector<std::uint8_t> ours(theirs.size());
    ASSERT_TRUE(encode_row(row_.type, values, ByteOrder::little, ours, importance));
    count(values, ours, theirs);
    if (const PeakScale* peak = peak_scale(row_.type)) count_peaks(*peak, theirs);
    const double their_error = error_of(theirs, values, importance);
    EXPECT_EQ(counts_.all, counts_.equal + counts_.disputed) << source.name << ", importance " << kind.name;
    if (std::isfinite(their_error)) {
      EXPECT_LE(error_of(ours, values, importance), error_bound * their_error)
          << source.name << ", importance " << kind.name;
    }
  }

  /// Counts blocks of the reference that lack the peak of spec/peak_scales.def.
  void count_peaks(const PeakScale& peak, const std::vector<std::uint8_t>& blocks) {
    for (std::size_t at = 0; at < blocks.size(); at += row_.block_bytes)
      counts_.without_peak += !has_peak(peak, Bytes(blocks).subspan(at, row_.block_bytes), ByteOrder::little);
  }

  struct Counts {
    std::uint64_t without_peak = 0;
    std::uint64_t all = 0;
    std::uint64_t equal = 0;
    std::uint64_t disputed = 0;
  };

  TensorTypeRow row_ = GetParam();
  GgmlApi api_;
  const GgmlTypeTraits* traits_ = nullptr;
  Counts counts_;
  Random random_{911 + static_cast<std::uint64_t>(row_.type)};
};

TEST_P(SearchOracle, GivesTheReferencesBlocks) {
  for (const Source& source : sources) {
    for (const Importance& kind : importances) compare(source, kind);
  }
  EXPECT_EQ(counts_.disputed > 0, row_.type == TensorType::iq3_s || row_.type == TensorType::mxfp4);
  if (const PeakScale* peak = peak_scale(row_.type)) {
    EXPECT_LE(counts_.without_peak * 1000, peak->without * counts_.all);
  }
  std::cout << row_.name << ": " << counts_.equal << " of " << counts_.all
            << " blocks equal the reference's, " << counts_.disputed << " are disputed\n";
}

std::vector<TensorTypeRow> block_types() {
  std::vector<TensorTypeRow> types;
  for (const TensorTypeRow& row : tensor_types) {
    if (is_encodable(row.type) && row.block_elements > 1) types.push_back(row);
  }
  return types;
}

INSTANTIATE_TEST_SUITE_P(Types, SearchOracle, testing::ValuesIn(block_types()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace ggufproof
