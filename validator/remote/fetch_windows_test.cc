// How much is fetched at once, and what an address names.
#include <gtest/gtest.h>

#include "validator/remote/remote_file.h"

namespace ggufproof {
namespace {

TEST(FetchWindows, GrowWhereReadingGoesOn) {
  FetchWindows windows;
  std::uint64_t at = 0, requests = 0;
  for (; at < std::uint64_t{40} << 30; ++requests) at += windows.next(at);
  EXPECT_EQ(8 + 640, requests)
      << "256 KiB to 32 MiB make 64 MiB less 256 KiB; the rest of 640 times 64 MiB comes by 64 MiB";
}

TEST(FetchWindows, StayLittleForAFewJumpsAndGrowWithMany) {
  FetchWindows windows;
  for (std::uint64_t i = 0; i < 64; ++i) EXPECT_EQ(FetchWindows::least, windows.next(i << 32));
  EXPECT_EQ(2 * FetchWindows::least, windows.next(std::uint64_t{65} << 32));
  for (std::uint64_t i = 65; i < 64 * 8; ++i) windows.next((i + 1) << 32);
  EXPECT_EQ(FetchWindows::most, windows.next(0));
}

TEST(Address, NamesAFile) {
  EXPECT_TRUE(is_address("https://example.org/a.gguf"));
  EXPECT_FALSE(is_address("ftp://example.org/a.gguf"));
  EXPECT_FALSE(is_address("models/http://a.gguf"));
  EXPECT_EQ("a b.gguf", name_at("https://example.org/x/a%20b.gguf?download=true#top"));
  EXPECT_EQ("", name_at("https://example.org/"));
}

}  // namespace
}  // namespace ggufproof
