// Bytes written down by hand become the description that they mean, or nothing where none can be told.
#include "generators/lift.h"

#include <gtest/gtest.h>

#include "generators/hex_bytes.h"
#include "generators/show_model.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

constexpr const char* one_tensor =
    "'GGUF' 03 00 00 00  01 00 00 00 00 00 00 00  01 00 00 00 00 00 00 00"
    "03 00 00 00 00 00 00 00 't.a'  09 00 00 00  04 00 00 00  01 00 00 00 00 00 00 00  2a 00 00 00"
    "01 00 00 00 00 00 00 00 'w'  02 00 00 00  02 00 00 00 00 00 00 00  01 00 00 00 00 00 00 00"
    "18 00 00 00  00 00 00 00 00 00 00 00";

// 24 + 31 + 41 = 96 bytes of header, pair and info: a multiple of 32, so the data follow at once.
FileModel one_tensor_model() {
  FileModel file;
  file.metadata = {{"t.a", ModelArray{ValueType::u32, std::vector<std::uint64_t>{42}}}};
  file.tensors = {{"w", {2, 1}, TensorType::i8, std::vector<std::uint8_t>{7, 8}}};
  return file;
}

TEST(Lift, readsWhatAHandWrote) {
  const auto bytes = hex_bytes(std::string(one_tensor) + "07 08");
  EXPECT_EQ(lift(bytes), one_tensor_model());
}

TEST(Lift, losesPaddingAndWhatFollows) {
  EXPECT_EQ(lift(hex_bytes(std::string(one_tensor) + "07 08 aa bb cc")), one_tensor_model());
}

TEST(Lift, givesNothingWhereDataOrStructureEndEarly) {
  EXPECT_EQ(lift({}), std::nullopt);
  EXPECT_EQ(lift(hex_bytes(one_tensor)), std::nullopt);
  auto bytes = hex_bytes(std::string(one_tensor) + "07");
  EXPECT_EQ(lift(bytes), std::nullopt);
  bytes.resize(90);
  EXPECT_EQ(lift(bytes), std::nullopt);
}

TEST(Lift, givesNothingWhereATensorHasNoSize) {
  const auto lifted = [](const char* label, std::uint64_t value) {
    Wire wire = write(one_tensor_model());
    EXPECT_TRUE(wire.set_number(label, value));
    return lift(wire.bytes());
  };
  EXPECT_EQ(lifted("tensor[0].type", 43), std::nullopt);
  EXPECT_EQ(lifted("tensor[0].type", 4), std::nullopt);              // Q4_2, retired
  EXPECT_EQ(lifted("tensor[0].type", 2), std::nullopt);              // Q4_0: 2 is not a multiple of 32
  EXPECT_EQ(lifted("tensor[0].dimensions[0]", 1000), std::nullopt);  // beyond the end
  EXPECT_EQ(lifted("tensor[0].offset", 1ULL << 63), std::nullopt);   // the sum with the start wraps
  EXPECT_EQ(lifted("tensor[0].offset", 0 - std::uint64_t{96}), std::nullopt);
}

TEST(Lift, followsArraysOnlyAsDeepAsItSays) {
  const auto nested = [](std::uint64_t arrays) {
    FileModel file;
    ModelArray array{ValueType::u8, std::vector<std::uint64_t>{1}};
    for (std::uint64_t i = 1; i < arrays; ++i) array = {ValueType::array, std::vector<ModelArray>{array}};
    file.metadata = {{"t.deep", array}};
    return file;
  };
  const FileModel deepest = nested(lift_depth);
  EXPECT_EQ(lift(write(deepest).bytes()), deepest);
  EXPECT_EQ(lift(write(nested(lift_depth + 1)).bytes()), std::nullopt);
}

}  // namespace
}  // namespace ggufproof
