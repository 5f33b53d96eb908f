// The grids hold exactly the reference's points: each is pinned by the SHA-256 of the reference's table as
// bytes, taken from the reference's source, and by a few points written out.
#include "spec/codebooks.h"

#include <string>

#include <gtest/gtest.h>
#include <openssl/sha.h>

namespace ggufproof {
namespace {

template <std::size_t points, std::size_t numbers>
std::string digest(const Grid<points, numbers>& grid) {
  std::string bytes;
  for (const auto& point : grid) {
    for (const std::int8_t number : point) bytes += static_cast<char>(number);
  }
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  std::string hex;
  for (const unsigned char byte : hash) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

TEST(CodeBooks, GridsAreTheReferencesTables) {
  EXPECT_EQ(digest(grids::iq2_xxs), "05826b5d3e472a3a78f196be62ac78acf81df0f909626e12ab9fa2a5d490dd54");
  EXPECT_EQ(digest(grids::iq2_xs), "06e47aaca60b4dc1d9b5a3f34540437058a6b142b4d7a59d5ded769b4d1bf1de");
  EXPECT_EQ(digest(grids::iq2_s), "e1aa1473412b0552c2174c30ef22ab4073f6a181b85a17056e8249bd2932fd88");
  EXPECT_EQ(digest(grids::iq1), "07540ffc1aeaf6ad4d97e96b0fcc765aae39671d4ae4a27bbd0e796fde167c6a");
  EXPECT_EQ(digest(grids::iq3_xxs), "46e35f5a997efdee6c99ce57854c8a0d4f0ff8ca57e5e8a60c0793ea580acf5d");
  EXPECT_EQ(digest(grids::iq3_s), "bd1af4945a1717c65610b0284e4628b9a1ba3b306fae3a06f6e5f597356e349f");
}

// ggml-common.h: first and last entry of each table, lowest byte first.
TEST(CodeBooks, GridsBeginAndEndAsTheReferencesTables) {
  using Eight = std::array<std::int8_t, 8>;
  using Four = std::array<std::int8_t, 4>;
  EXPECT_EQ(grids::iq1[0], (Eight{-1, -1, -1, -1, -1, -1, -1, -1}));
  EXPECT_EQ(grids::iq1[1], (Eight{1, -1, -1, -1, -1, -1, -1, -1}));
  EXPECT_EQ(grids::iq1[2047], (Eight{1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(grids::iq2_xxs[1], (Eight{43, 8, 8, 8, 8, 8, 8, 8}));
  EXPECT_EQ(grids::iq3_xxs[1], (Four{20, 4, 4, 4}));
  EXPECT_EQ(grids::iq3_s[511], (Four{1, 1, 15, 15}));
}

TEST(CodeBooks, AnEvenNumberOfSignsIsNegative) {
  EXPECT_EQ(eight_signs(0), 0u);
  EXPECT_EQ(eight_signs(1), 129u);
  EXPECT_EQ(eight_signs(3), 3u);
  EXPECT_EQ(eight_signs(127), 255u);
}

// OCP Microscaling Formats 1.0, table 5: sign, two bits of exponent with bias 1, one of mantissa.
TEST(CodeBooks, FourBitFloatsFollowTheirDefinition) {
  const std::array<float, 8> values{0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (std::size_t code = 0; code < 8; ++code) {
    EXPECT_EQ(e2m1_doubled[code], 2 * values[code]);
    EXPECT_EQ(e2m1_doubled[code + 8], -2 * values[code]);
  }
}

}  // namespace
}  // namespace ggufproof
