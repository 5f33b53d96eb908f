// A cursor moves over bytes that are there and over no others, in either byte order and in every version's
// widths.
#include "validator/bytes.h"

#include <vector>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

const std::vector<std::uint8_t> eight{1, 2, 3, 4, 5, 6, 7, 8};

TEST(Cursor, TakesNumbersInBothOrders) {
  Cursor little(eight, ByteOrder::little, 3), big(eight, ByteOrder::big, 3);
  std::uint32_t value = 0;
  ASSERT_TRUE(little.take(value));
  EXPECT_EQ(value, 0x04030201u);
  ASSERT_TRUE(big.take(value));
  EXPECT_EQ(value, 0x01020304u);
  EXPECT_EQ(big.remaining(), 4u);
}

TEST(Cursor, StaysWhereTooFewBytesAreLeft) {
  Cursor cursor(eight, ByteOrder::little, 3, 5);
  std::uint32_t value = 42;
  EXPECT_FALSE(cursor.take(value));
  EXPECT_EQ(cursor.at(), 5u);
  EXPECT_EQ(value, 42u);
  EXPECT_FALSE(cursor.skip(4));
  EXPECT_TRUE(cursor.skip(3));
  EXPECT_TRUE(cursor.skip(0));
  EXPECT_EQ(cursor.remaining(), 0u);
}

TEST(Cursor, SkippingByAHugeCountDoesNotWrap) {
  Cursor cursor(eight, ByteOrder::little, 3, 1);
  EXPECT_FALSE(cursor.skip(~std::uint64_t{0}));
  EXPECT_EQ(cursor.at(), 1u);
}

TEST(Cursor, CountsAreNarrowInVersion1) {
  Count count;
  Cursor v1(eight, ByteOrder::little, 1), v3(eight, ByteOrder::little, 3);
  ASSERT_TRUE(v1.take(count));
  EXPECT_EQ(count.value, 0x04030201u);
  ASSERT_TRUE(v3.take(count));
  EXPECT_EQ(count.value, 0x0807060504030201u);
}

TEST(Cursor, AStringIsItsLengthAndItsBytes) {
  const std::vector<std::uint8_t> bytes{2, 0, 0, 0, 0, 0, 0, 0, 'h', 'i', 9};
  Cursor cursor(bytes, ByteOrder::little, 3);
  Text text;
  ASSERT_TRUE(cursor.take(text));
  EXPECT_EQ(text.bytes, "hi");
  EXPECT_EQ(cursor.remaining(), 1u);
}

TEST(Cursor, AStringLongerThanTheFileIsNotTaken) {
  const std::vector<std::uint8_t> bytes{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 'h', 'i'};
  Cursor cursor(bytes, ByteOrder::little, 3);
  Text text;
  EXPECT_FALSE(cursor.take(text));
}

TEST(Load, TakesFloatsAsTheirBits) {
  const std::vector<std::uint8_t> one{0x3F, 0x80, 0, 0};
  EXPECT_EQ(load<float>(one.data(), ByteOrder::big), 1.0F);
}

}  // namespace
}  // namespace ggufproof
