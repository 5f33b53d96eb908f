// Sizes and paddings at the borders where arithmetic of 64 bits would wrap.
#include "validator/document.h"

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

constexpr std::uint64_t two(int power) { return std::uint64_t{1} << power; }

Tensor shaped(TensorType type, std::array<std::uint64_t, 4> dimensions) {
  Tensor tensor;
  tensor.type = static_cast<std::uint32_t>(type);
  tensor.n_dimensions = 4;
  tensor.dimensions = dimensions;
  return tensor;
}

// rules of ggml: Q4_K packs 256 elements in 144 bytes; F32 takes 4.
TEST(SizeOf, CountsWholeBlocks) {
  EXPECT_EQ(size_of(shaped(TensorType::q4_k, {512, 3, 1, 1})).bytes, 2u * 3 * 144);
  EXPECT_EQ(size_of(shaped(TensorType::f32, {5, 7, 2, 3})).bytes, 5u * 7 * 2 * 3 * 4);
}

TEST(SizeOf, ATensorWithoutElementsHasNoBytes) {
  const TensorSize size = size_of(shaped(TensorType::f32, {two(62), 0, two(62), 1}));
  EXPECT_TRUE(size.known);
  EXPECT_EQ(size.bytes, 0u);
}

TEST(SizeOf, AProductThatWrapsIsAnOverflow) {
  EXPECT_TRUE(size_of(shaped(TensorType::f32, {two(32), two(32), 1, 1})).elements_overflow);
  EXPECT_TRUE(size_of(shaped(TensorType::i8, {two(62), 2, 1, 1})).elements_overflow);
  EXPECT_TRUE(size_of(shaped(TensorType::f32, {two(16), two(16), two(16), two(16)})).elements_overflow);
  EXPECT_FALSE(size_of(shaped(TensorType::i8, {two(31), two(31), 1, 1})).elements_overflow);
}

TEST(SizeOf, BytesThatWrapAreAnOverflow) {
  EXPECT_TRUE(size_of(shaped(TensorType::f32, {two(62), 1, 1, 1})).bytes_overflow);
  EXPECT_TRUE(size_of(shaped(TensorType::f32, {two(61), 1, 1, 1})).bytes_overflow);
  const TensorSize most = size_of(shaped(TensorType::f32, {two(61) - 1, 1, 1, 1}));
  EXPECT_TRUE(most.known);
  EXPECT_EQ(most.bytes, two(63) - 4);
}

TEST(SizeOf, IsUnknownWhereTheTypeIs) {
  EXPECT_FALSE(size_of(shaped(TensorType::q4_2, {32, 1, 1, 1})).known);
  EXPECT_FALSE(size_of(shaped(static_cast<TensorType>(43), {32, 1, 1, 1})).known);
  EXPECT_FALSE(size_of(shaped(TensorType::q4_0, {31, 1, 1, 1})).known);
}

TEST(Padded, RoundsUpWithoutWrapping) {
  EXPECT_EQ(padded(0, 32), 0u);
  EXPECT_EQ(padded(1, 32), 32u);
  EXPECT_EQ(padded(32, 32), 32u);
  EXPECT_EQ(padded(100, 24), 120u);
  EXPECT_EQ(padded(~std::uint64_t{0} - 31, 32), ~std::uint64_t{0} - 31);
  EXPECT_EQ(padded(~std::uint64_t{0} - 3, 32), std::nullopt);
}

}  // namespace
}  // namespace ggufproof
