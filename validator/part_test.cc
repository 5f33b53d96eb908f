// Parts of any size: each file is in one of them, and shards stay together.
#include "validator/part.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

std::vector<std::string> paths_of(const std::vector<NamedFile>& files) {
  std::vector<std::string> paths;
  for (const NamedFile& file : files) paths.push_back(file.path);
  return paths;
}

TEST(Part, IsReadFromItsNumbers) {
  const auto part = read_part("2/4");
  ASSERT_TRUE(part);
  EXPECT_EQ(part->number, 2u);
  EXPECT_EQ(part->of, 4u);
  for (const char* const wrong :
       {"", "1", "/", "0/4", "5/4", "1/0", "1/4/2", "-1/4", "1 /4", "a/4", "1/18446744073709551616"})
    EXPECT_FALSE(read_part(wrong)) << wrong;
}

TEST(Part, EachFileIsInOneOfThem) {
  std::vector<NamedFile> files;
  for (int i = 0; i < 23; ++i) files.push_back({"d/" + std::to_string(i) + ".gguf", ""});
  for (std::uint64_t of = 1; of < 30; ++of) {
    std::vector<std::string> seen;
    for (std::uint64_t number = 1; number <= of; ++number) {
      const auto part = paths_of(files_of({number, of}, files));
      EXPECT_LE(part.size(), 23 / of + 1);
      seen.insert(seen.end(), part.begin(), part.end());
    }
    std::sort(seen.begin(), seen.end());
    auto all = paths_of(files);
    std::sort(all.begin(), all.end());
    EXPECT_EQ(seen, all);
  }
}

TEST(Part, ShardsOfASetStayTogether) {
  const std::vector<NamedFile> files{{"a/m-00001-of-00002.gguf", ""},
                                     {"a/z.gguf", ""},
                                     {"a/m-00002-of-00002.gguf", ""},
                                     {"b/m-00001-of-00002.gguf", ""}};
  EXPECT_EQ(paths_of(files_of({1, 2}, files)),
            (std::vector<std::string>{"a/m-00001-of-00002.gguf", "a/m-00002-of-00002.gguf",
                                      "b/m-00001-of-00002.gguf"}));
  EXPECT_EQ(paths_of(files_of({2, 2}, files)), (std::vector<std::string>{"a/z.gguf"}));
}

}  // namespace
}  // namespace ggufproof
