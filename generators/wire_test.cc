// The byte builder against bytes written down by hand from the format's document.
#include "generators/wire.h"

#include <set>

#include <gtest/gtest.h>

#include "generators/any_file.h"
#include "generators/hex_bytes.h"
#include "generators/random_choices.h"
#include "generators/write.h"

namespace ggufproof {

// A record of a later version: it has a member that nothing else in this project knows.
struct RecordToCome {
  std::uint32_t known = 0;
  Text note;
  std::uint64_t added = 0;
  static constexpr std::array<std::string_view, 3> names{"known", "note", "added"};
};

namespace {

Wire little(std::uint32_t version = 3) { return {ByteOrder::little, version}; }
Wire big() { return {ByteOrder::big, 3}; }

TEST(WireRecords, headerLittleEndian) {
  Wire wire = little();
  wire.append_record("", HeaderRecord{gguf_magic, 3, {5}, {258}});
  EXPECT_EQ(wire.bytes(),
            hex_bytes("47 47 55 46  03 00 00 00  05 00 00 00 00 00 00 00  02 01 00 00 00 00 00 00"));
}

TEST(WireRecords, headerBigEndianKeepsTheMagic) {
  Wire wire = big();
  wire.append_record("", HeaderRecord{gguf_magic, 3, {5}, {258}});
  EXPECT_EQ(wire.bytes(),
            hex_bytes("47 47 55 46  00 00 00 03  00 00 00 00 00 00 00 05  00 00 00 00 00 00 01 02"));
}

TEST(WireRecords, headerOfVersion1HasNarrowCounts) {
  Wire wire = little(1);
  wire.append_record("", HeaderRecord{gguf_magic, 1, {5}, {258}});
  EXPECT_EQ(wire.bytes(), hex_bytes("47 47 55 46  01 00 00 00  05 00 00 00  02 01 00 00"));
}

TEST(WireRecords, key) {
  Wire wire = little();
  wire.append_record("kv[0]", KeyRecord{{"a.b"}, 8});
  EXPECT_EQ(wire.bytes(), hex_bytes("03 00 00 00 00 00 00 00 'a.b'  08 00 00 00"));
}

TEST(WireRecords, array) {
  Wire wire = little();
  wire.append_record("kv[0].value", ArrayRecord{6, {2}});
  EXPECT_EQ(wire.bytes(), hex_bytes("06 00 00 00  02 00 00 00 00 00 00 00"));
}

TEST(WireRecords, tensorInfo) {
  Wire wire = little();
  wire.append_record("tensor[0]", TensorNameRecord{{"w"}, 1});
  wire.append("tensor[0].dimensions[0]", Count{32});
  wire.append_record("tensor[0]", TensorPlaceRecord{2, 64});
  EXPECT_EQ(wire.bytes(), hex_bytes("01 00 00 00 00 00 00 00 'w'  01 00 00 00  20 00 00 00 00 00 00 00"
                                    "02 00 00 00  40 00 00 00 00 00 00 00"));
}

TEST(WireRecords, tensorInfoOfVersion1HasAWideOffsetOnly) {
  Wire wire = little(1);
  wire.append_record("tensor[0]", TensorNameRecord{{"w"}, 1});
  wire.append("tensor[0].dimensions[0]", Count{32});
  wire.append_record("tensor[0]", TensorPlaceRecord{2, 64});
  EXPECT_EQ(wire.bytes(), hex_bytes("01 00 00 00 'w'  01 00 00 00  20 00 00 00"
                                    "02 00 00 00  40 00 00 00 00 00 00 00"));
}

TEST(WireRecords, aNewMemberIsWrittenAndLabelledWithoutBeingListed) {
  Wire wire = little();
  wire.append_record("x", RecordToCome{1, {"n"}, 2});
  EXPECT_EQ(wire.bytes(), hex_bytes("01 00 00 00  01 00 00 00 00 00 00 00 'n'  02 00 00 00 00 00 00 00"));
  EXPECT_EQ(wire.range("x.added"), (WireRange{13, 21}));
}

TEST(WireNumbers, eachWidthInEitherOrder) {
  for (const ValueTypeRow& row : value_types) {
    if (row.bytes == 0) continue;
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      Wire wire(order, 3);
      wire.append_number("n", row.type, 0x1122334455667788);
      const auto widest =
          hex_bytes(order == ByteOrder::little ? "88 77 66 55 44 33 22 11" : "11 22 33 44 55 66 77 88");
      const auto begin =
          order == ByteOrder::little ? widest.begin() : widest.end() - static_cast<int>(row.bytes);
      EXPECT_EQ(wire.bytes(), std::vector<std::uint8_t>(begin, begin + static_cast<int>(row.bytes)))
          << row.name;
    }
  }
}

Wire sample() {
  Wire wire = little();
  wire.append("text", Text{"abc"});
  wire.append("number", std::uint32_t{7});
  wire.append_padding("padding", 8);
  wire.append_bytes("data", WireKind::data, {1, 2});
  return wire;
}

TEST(WireLies, aTextMayClaimAnotherLength) {
  Wire wire = sample();
  EXPECT_TRUE(wire.set_number("text", 99));
  EXPECT_EQ(wire.bytes(), hex_bytes("63 00 00 00 00 00 00 00 'abc'  07 00 00 00  00  01 02"));
}

TEST(WireLies, aNewTextMovesWhatFollowsAndPaddingStillAligns) {
  Wire wire = sample();
  EXPECT_TRUE(wire.set_text("text", "abcde"));
  EXPECT_EQ(wire.bytes(),
            hex_bytes("05 00 00 00 00 00 00 00 'abcde'  07 00 00 00  00 00 00 00 00 00 00  01 02"));
  EXPECT_EQ(wire.range("data"), (WireRange{24, 26}));
}

TEST(WireLies, anyFieldMayBecomeOtherBytes) {
  Wire wire = sample();
  EXPECT_TRUE(wire.replace("text", {}));
  EXPECT_TRUE(wire.replace("number", {9}));
  EXPECT_TRUE(wire.replace("padding", {0xaa}));
  EXPECT_EQ(wire.bytes(), hex_bytes("09 aa 01 02"));
}

TEST(WireLies, aChangeThatFitsNoFieldIsRefused) {
  Wire wire = sample();
  EXPECT_FALSE(wire.set_number("missing", 1));
  EXPECT_FALSE(wire.set_number("data", 1));
  EXPECT_FALSE(wire.set_text("number", "x"));
  EXPECT_FALSE(wire.replace("missing", {}));
  EXPECT_EQ(wire.bytes(), sample().bytes());
}

TEST(WireRanges, aTextHasTwoParts) {
  const Wire wire = sample();
  EXPECT_EQ(wire.range("text"), (WireRange{0, 11}));
  EXPECT_EQ(wire.range("text.length"), (WireRange{0, 8}));
  EXPECT_EQ(wire.range("text.bytes"), (WireRange{8, 11}));
  EXPECT_EQ(wire.range("number.length"), std::nullopt);
  EXPECT_EQ(wire.range("texts"), std::nullopt);
}

TEST(WireRanges, coverTheFileWithoutOverlapUnderUniqueLabels) {
  FileOptions options;
  options.version_1 = options.big_endian = options.nested_arrays = true;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RandomChoices choices(seed);
    const Wire wire = write(any_file(choices, options));
    std::set<std::string> labels;
    std::uint64_t at = 0;
    const std::vector<WireRange> ranges = wire.ranges();
    ASSERT_EQ(ranges.size(), wire.fields().size());
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const std::string& label = wire.fields()[i].label;
      ASSERT_EQ(ranges[i].begin, at) << label << " of seed " << seed;
      ASSERT_EQ(wire.range(label), ranges[i]);
      ASSERT_TRUE(labels.insert(label).second) << label << " of seed " << seed;
      at = ranges[i].end;
    }
    ASSERT_EQ(at, wire.bytes().size()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace ggufproof
