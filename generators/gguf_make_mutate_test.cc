// gguf-make random and mutate: what they write, what they leave alone, and what they say.
#include <algorithm>

#include "generators/gguf_make_fixture.h"
#include "spec/rules.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

class GgufMakeAtRandom : public GgufMake {
 protected:
  std::string bytes_of(const std::string& name) const { return read_file(folder_ / name).value_or("none"); }

  std::size_t files_in(const std::string& name) const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_ / name), {}));
  }
};

TEST_F(GgufMakeAtRandom, ASeedGivesTheSameBytes) {
  ASSERT_EQ(run("random --count 5 --seed 40 --kind file -o a").code, 0);
  ASSERT_EQ(run("random --count 1 --seed 42 --kind file -o b").code, 0);
  EXPECT_EQ(files_in("a"), 5U);
  EXPECT_TRUE(bytes_of("a/42.gguf").starts_with("GGUF"));
  EXPECT_EQ(bytes_of("a/42.gguf"), bytes_of("b/42.gguf"));
  EXPECT_NE(bytes_of("a/42.gguf"), bytes_of("a/43.gguf"));
}

TEST_F(GgufMakeAtRandom, ShardsAreNamedAsReadersLookForThem) {
  ASSERT_EQ(run("random --seed 3 --kind shards -o a").code, 0);
  const std::size_t count = files_in("a");
  EXPECT_GE(count, 2U);
  EXPECT_TRUE(fs::exists(folder_ / ("a/3-00001-of-0000" + std::to_string(count) + ".gguf")));
}

TEST_F(GgufMakeAtRandom, OverwritesNothing) {
  fs::create_directory(folder_ / "mine");
  put("mine/1.gguf", "mine");
  const Ran ran = run("random -o mine");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(
      ran.err,
      "gguf-make: mine: holds files, and none is to be overwritten; name a new folder or an empty one\n");
  EXPECT_EQ(bytes_of("mine/1.gguf"), "mine");
  EXPECT_EQ(run("random -o mine/1.gguf").code, 2);
  EXPECT_EQ(run("random --count 2 --seed 18446744073709551615 -o out").code, 2);
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  EXPECT_EQ(run("random --kind modle -o out").code, 2);
  EXPECT_EQ(run("random").code, 2);
}

TEST_F(GgufMakeAtRandom, MutateSaysWhichBytesItWrote) {
  ASSERT_EQ(run("random --seed 5 --kind file -o in").code, 0);
  const Ran ran = run("mutate --rule file.not-gguf in/5.gguf -o out.gguf");
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(ran.err.starts_with("gguf-make: magic: a bit flips: bytes ")) << ran.err;
  const std::string before = bytes_of("in/5.gguf"), after = bytes_of("out.gguf");
  ASSERT_EQ(before.size(), after.size());
  EXPECT_NE(before.substr(0, 4), after.substr(0, 4));
  EXPECT_EQ(before.substr(4), after.substr(4));
  EXPECT_EQ(run("mutate --rule file.not-gguf - < in/5.gguf").out, after);
  EXPECT_EQ(run("mutate --rule layout.gap --seed 7").out, run("mutate --rule layout.gap --seed 7").out);
  EXPECT_EQ(run("mutate --rule layout.gap in/5.gguf -o in/5.gguf").code, 2);
  EXPECT_EQ(bytes_of("in/5.gguf"), before);
}

TEST_F(GgufMakeAtRandom, MutateWritesSetsIntoAFolder) {
  EXPECT_EQ(run("mutate --rule shard.tensor-twice -o out.gguf").code, 2);
  fs::create_directory(folder_ / "set");
  const Ran ran = run("mutate --rule shard.tensor-twice -o set");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(files_in("set"), 2U) << ran.err;
  EXPECT_EQ(run("mutate --rule shard.tensor-twice -o set").code, 2) << "over what is there";
}

TEST_F(GgufMakeAtRandom, MutateAnswersMistakes) {
  EXPECT_EQ(run("mutate --rule layout.gab").err,
            "gguf-make: there is no rule \"layout.gab\"; did you mean layout.gap? (gguf-make mutate --list "
            "shows all)\n");
  EXPECT_EQ(run("mutate").code, 2);
  const Ran none = run("mutate --rule string.too-long");
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.err, "gguf-make: no mutation breaks string.too-long: the string alone has 2^30 bytes\n");
  put("no.gguf", "no GGUF");
  EXPECT_EQ(run("mutate --rule layout.gap no.gguf").code, 1);
  EXPECT_EQ(run("mutate --rule layout.gap missing.gguf").code, 2);
}

TEST_F(GgufMakeAtRandom, MutateListsEveryRule) {
  const Ran ran = run("mutate --list");
  EXPECT_EQ(ran.code, 0);
  for (const RuleRow& row : rules) {
    const std::size_t at = ran.out.find(std::string(row.name) + ": ");
    ASSERT_NE(at, std::string::npos) << row.name;
    EXPECT_EQ(ran.out.substr(ran.out.find('\n', at) + 1, 2), "  ")
        << row.name << " without a line on its mutation";
  }
  EXPECT_EQ(
      run("mutate --list --rule layout.gap").out,
      "layout.gap: there is a hole before a tensor; the document allows it, the reference reader refuses it\n"
      "  adds two tensors with a hole between them\n");
}

}  // namespace
}  // namespace ggufproof
