// gguf-make neighbours: one file a boundary, of whole files and of broken ones.
#include <algorithm>
#include <set>

#include "generators/gguf_make_fixture.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

class GgufMakeNeighbours : public GgufMake {
 protected:
  std::set<std::string> files() const {
    std::set<std::string> contents;
    for (const auto& entry : fs::directory_iterator(folder_ / "n")) contents.insert(*read_file(entry.path()));
    return contents;
  }
};

TEST_F(GgufMakeNeighbours, AreOfEachNumberAndAllDifferent) {
  put("a.txt",
      "magic \"GGUF\" version u32 3 tensor_count u64 0 metadata_kv_count u64 1 kv \"k\" string \"v\"");
  ASSERT_EQ(run("case a.txt -o a.gguf").code, 0);
  const std::string original = *read_file(folder_ / "a.gguf");
  const Ran ran = run("neighbours a.gguf -o n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto all = files();
  EXPECT_EQ(static_cast<std::size_t>(std::count(ran.out.begin(), ran.out.end(), '\n')), all.size());
  EXPECT_FALSE(all.contains(original));
  std::string lie = original;
  lie.replace(24, 8, "\xff\xff\xff\xff\xff\xff\xff\xff");  // the length of the key
  EXPECT_TRUE(all.contains(lie));
  EXPECT_NE(ran.out.find("kv[0].key.length: 1 becomes 18446744073709551615\n"), std::string::npos) << ran.out;
}

TEST_F(GgufMakeNeighbours, OfABrokenFileKeepTheFault) {
  put("a.txt",
      "magic \"GGUF\" version u32 3 tensor_count u64 0 metadata_kv_count u64 2 kv \"k\" u32 7\n"
      "hex ff ff ff ff ff ff ff 7f 00 00 00 00 00");
  ASSERT_EQ(run("case a.txt -o a.gguf").code, 0);
  EXPECT_EQ(run("neighbours a.gguf -o n").code, 0);
  for (const std::string& bytes : files()) EXPECT_TRUE(bytes.find("\xff\x7f") != bytes.npos);
  EXPECT_GT(files().size(), 50U);
}

TEST_F(GgufMakeNeighbours, GoIntoAnEmptyFolderOnly) {
  put("a.gguf", "GGUF\x03");
  fs::create_directory(folder_ / "n");
  put("n/mine", "mine");
  const Ran ran = run("neighbours a.gguf -o n");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("name a new folder with -o"), std::string::npos) << ran.err;
  EXPECT_EQ(files(), std::set<std::string>{"mine"});
  EXPECT_EQ(run("neighbours a.gguf -o m").code, 1);  // no number in it can be told
}

}  // namespace
}  // namespace ggufproof
