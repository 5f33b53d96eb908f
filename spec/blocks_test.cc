// The layouts of blocks fill their blocks exactly, and their fields have the shape that the reference
// declares.
#include "spec/blocks.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

TEST(Blocks, EveryTypeThatHasBlocksIsFilledWithoutGapOrOverlap) {
  std::map<TensorType, std::uint64_t> end;
  TensorType before = block_fields.front().type;
  for (const BlockField& field : block_fields) {
    if (field.type != before) {
      EXPECT_EQ(end.count(field.type), 0u) << "fields apart: " << field.name;
    }
    EXPECT_EQ(field.offset, end[field.type])
        << tensor_type_row(static_cast<std::uint32_t>(field.type))->name << "." << field.name;
    end[field.type] = field.offset + field.bytes();
    before = field.type;
  }
  for (const TensorTypeRow& row : tensor_types) {
    if (row.status == TensorTypeStatus::retired) {
      EXPECT_EQ(end.count(row.type), 0u) << row.name;
    } else {
      EXPECT_EQ(end[row.type], row.block_bytes) << row.name;
    }
  }
}

TEST(Blocks, KindsStandAtTheirNumbers) {
  for (std::size_t i = 0; i < field_kinds.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(field_kinds[i].kind), i) << field_kinds[i].what;
  }
}

// ggml-common.h: a few structures written out, one of each manner.
TEST(Blocks, OffsetsAreTheReferencesOwn) {
  EXPECT_EQ(block_at::q5_1::m, 2u);
  EXPECT_EQ(block_at::q5_1::qs, 8u);
  EXPECT_EQ(block_at::q2_k::dmin, 82u);
  EXPECT_EQ(block_at::q6_k::d, 208u);
  EXPECT_EQ(block_at::iq3_s::scales, 106u);
  EXPECT_EQ(block_at::iq1_m::scales, 48u);
  EXPECT_EQ(block_at::tq1_0::d, 52u);
  EXPECT_EQ(block_at::nvfp4::qs, 4u);
}

}  // namespace
}  // namespace ggufproof
