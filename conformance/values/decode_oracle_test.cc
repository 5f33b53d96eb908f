// Every decoder against the reference library, bit for bit: 100,000 blocks of random bits a type, and every
// bit pattern of every scale. NaN payloads are left aside; the few values in which the reference is wrong are
// listed in decode_disputes.def, and the test fails where the reference no longer differs.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/ggml_api.h"
#include "conformance/reference_library_test.h"
#include "conformance/values/type_names_test.h"
#include "spec/blocks.h"
#include "validator/decode/decode.h"

namespace ggufproof {
namespace {

/// A row of decode_disputes.def.
struct Dispute {
  TensorType type;
  std::uint8_t scale;
  std::uint8_t scale_of_one;
  double reference_scale;
  const char* why;
};

constexpr std::array disputes{
#define DECODE_DISPUTE(type, scale, one, reference_scale, why) \
  Dispute{TensorType::type, scale, one, reference_scale, why},
#include "conformance/values/decode_disputes.def"
};

/// Types that the library decodes nowhere in this interface; what they mean is written below.
template <class Stored>
void decode_stored(const void* blocks, float* values, std::int64_t k) {
  for (std::int64_t i = 0; i < k; ++i) {
    Stored stored;
    std::memcpy(&stored, static_cast<const char*>(blocks) + i * static_cast<std::int64_t>(sizeof stored),
                sizeof stored);
    values[i] = static_cast<float>(stored);
  }
}

using ToFloat = void (*)(const void*, float*, std::int64_t);

ToFloat by_definition(TensorType type) {
  switch (type) {
    case TensorType::f32:
      return decode_stored<float>;
    case TensorType::f64:
      return decode_stored<double>;
    case TensorType::i8:
      return decode_stored<std::int8_t>;
    case TensorType::i16:
      return decode_stored<std::int16_t>;
    case TensorType::i32:
      return decode_stored<std::int32_t>;
    case TensorType::i64:
      return decode_stored<std::int64_t>;
    default:
      return nullptr;
  }
}

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

class DecodeOracle : public testing::TestWithParam<TensorTypeRow> {
 protected:
  void SetUp() override {
    GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
    const GgmlLoad load = load_ggml(fetched_ggml_path());
    ASSERT_TRUE(load) << load.error;
    const GgmlTypeTraits* traits = load.api.ggml_get_type_traits(static_cast<int>(row_.type));
    ASSERT_EQ(traits->block_elements, static_cast<std::int64_t>(row_.block_elements));
    ASSERT_EQ(traits->block_bytes, row_.block_bytes);
    const ToFloat definition = by_definition(row_.type);
    ASSERT_EQ(traits->to_float == nullptr, definition != nullptr)
        << "the library's set of decoders has changed";
    reference_ = definition != nullptr ? definition : traits->to_float;
  }

  std::vector<std::uint8_t> random_blocks(std::uint64_t count) {
    std::vector<std::uint8_t> blocks(count * row_.block_bytes);
    for (std::uint8_t& byte : blocks) byte = static_cast<std::uint8_t>(random_());
    return blocks;
  }

  std::vector<float> ours(Bytes blocks) {
    std::vector<float> values(blocks.size() / row_.block_bytes * row_.block_elements);
    EXPECT_TRUE(decode_row(row_.type, blocks, ByteOrder::little, std::span<float>(values)));
    return values;
  }

  /// The dispute that an element's scale is under, or nullptr. The scales of disputed types stand at the
  /// block's start.
  const Dispute* dispute_over(const std::uint8_t* block, std::uint64_t element) const {
    for (const BlockField& field : block_fields) {
      if (field.type != row_.type || field.offset != 0) continue;
      const std::uint8_t scale = block[element / (row_.block_elements / field.units)];
      for (const Dispute& dispute : disputes) {
        if (dispute.type == row_.type && dispute.scale == scale) return &dispute;
      }
    }
    return nullptr;
  }

  /// What the reference makes of an element under dispute: its own scale times the value at scale 1.
  float disputed_value(const Dispute& dispute, const std::uint8_t* block, std::uint64_t element) {
    std::vector<std::uint8_t> plain(block, block + row_.block_bytes);
    for (const BlockField& field : block_fields) {
      if (field.type == row_.type && field.offset == 0)
        std::fill_n(plain.begin(), field.units, dispute.scale_of_one);
    }
    return static_cast<float>(ours(plain)[element] * dispute.reference_scale);
  }

  void expect_same(const std::vector<std::uint8_t>& blocks) {
    const std::vector<float> got = ours(blocks);
    std::vector<float> want(got.size());
    reference_(blocks.data(), want.data(), static_cast<std::int64_t>(want.size()));
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (same_bits(got[i], want[i])) continue;
      const std::uint8_t* block = blocks.data() + i / row_.block_elements * row_.block_bytes;
      const std::uint64_t element = i % row_.block_elements;
      const Dispute* dispute = dispute_over(block, element);
      ASSERT_NE(dispute, nullptr) << "element " << element << ": " << got[i] << ", the reference " << want[i]
                                  << "\n"
                                  << testing::PrintToString(Bytes(block, row_.block_bytes));
      ASSERT_TRUE(std::isnan(got[i])) << dispute->why;
      ASSERT_TRUE(same_bits(want[i], disputed_value(*dispute, block, element)))
          << want[i] << ": " << dispute->why;
      ++disputed_[static_cast<std::size_t>(dispute - disputes.data())];
    }
  }

  TensorTypeRow row_ = GetParam();
  ToFloat reference_ = nullptr;
  std::array<std::uint64_t, disputes.size()>
      disputed_{};  // elements in which the reference differed as listed
  std::mt19937_64 random_{2027 + static_cast<std::uint64_t>(row_.type)};
};

TEST_P(DecodeOracle, AgreesOnRandomBlocks) {
  for (int round = 0; round < 1000 && !HasFatalFailure(); ++round) expect_same(random_blocks(100));
}

/// Sets unit `unit` of a scale field in a block to a pattern of its bits.
void set_scale(std::uint8_t* block, const BlockField& field, std::uint64_t unit, std::uint32_t pattern) {
  std::uint8_t* at = block + field.offset + unit * field_kind_row(field.kind).unit_bytes;
  if (field.kind == FieldKind::assembled_scale) {
    for (std::uint32_t i = 0; i < 4; ++i, at += 2) {
      at[1] = static_cast<std::uint8_t>((at[1] & 15) | (pattern >> 4 * i & 15) << 4);
    }
    return;
  }
  at[0] = static_cast<std::uint8_t>(pattern);
  if (field_kind_row(field.kind).unit_bytes == 2) at[1] = static_cast<std::uint8_t>(pattern >> 8);
}

/// How many patterns a scale has; 0 where the field is no scale.
std::uint32_t patterns_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::f16_scale:
    case FieldKind::f16_min:
    case FieldKind::assembled_scale:
    case FieldKind::f16_value:
    case FieldKind::bf16_value:
      return 0x10000;
    case FieldKind::e8m0_scale:
    case FieldKind::e4m3_scale:
      return 0x100;
    default:
      return 0;
  }
}

TEST_P(DecodeOracle, AgreesOnEveryPatternOfEveryScale) {
  for (const BlockField& field : block_fields) {
    const std::uint32_t patterns = field.type == row_.type ? patterns_of(field.kind) : 0;
    const std::uint64_t units = field.kind == FieldKind::assembled_scale ? 1 : field.units;
    const std::uint32_t rounds = patterns == 0x100 ? 64 : 1;  // each round brings other codes
    for (std::uint64_t unit = 0; unit < units; ++unit) {
      for (std::uint32_t i = 0; i < patterns * rounds && !HasFatalFailure(); i += 0x100) {
        std::vector<std::uint8_t> blocks = random_blocks(0x100);
        for (std::uint32_t k = 0; k < 0x100; ++k) {
          set_scale(blocks.data() + k * row_.block_bytes, field, unit, (i + k) % patterns);
        }
        expect_same(blocks);
      }
    }
  }
  // A listed dispute that no longer shows would make the list a hiding place.
  for (std::size_t i = 0; i < disputes.size(); ++i) {
    if (disputes[i].type == row_.type) {
      EXPECT_GT(disputed_[i], 0u) << disputes[i].why;
    }
  }
}

std::vector<TensorTypeRow> decodable_types() {
  std::vector<TensorTypeRow> rows;
  for (const TensorTypeRow& row : tensor_types) {
    if (is_decodable(row.type)) rows.push_back(row);
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Types, DecodeOracle, testing::ValuesIn(decodable_types()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace ggufproof
