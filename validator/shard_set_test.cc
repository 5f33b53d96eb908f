// Sets of shards, each rule about them with a set that breaks it and one that nearly does. The files are put
// together byte by byte and never stand on a disk: a folder here is a list of names and bytes.
#include "validator/shard_set.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "validator/file_name.h"

namespace ggufproof {
namespace {

std::string bytes_of(std::uint64_t value, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}

std::string text(const std::string& value) { return bytes_of(value.size(), 8) + value; }

std::string padded(std::string value, std::size_t alignment) {
  return value.append((alignment - value.size() % alignment) % alignment, '\0');
}

/// One shard: its metadata, and the names of its tensors, each of eight F32.
struct Shard {
  std::uint64_t number = 0, count = 3, total = 3;
  std::vector<std::string> tensors;
  std::uint32_t alignment = 32;
  bool stated = true;  ///< whether split.* stand in it

  std::string file() const {
    std::uint64_t pairs = 1;
    std::string out = text("general.architecture") + bytes_of(8, 4) + text("example");
    if (stated) {
      out += text("split.no") + bytes_of(2, 4) + bytes_of(number, 2) + text("split.count") + bytes_of(2, 4) +
             bytes_of(count, 2) + text("split.tensors.count") + bytes_of(5, 4) + bytes_of(total, 4);
      pairs += 3;
    }
    if (alignment != 32) {
      out += text("general.alignment") + bytes_of(4, 4) + bytes_of(alignment, 4);
      ++pairs;
    }
    for (std::size_t i = 0; i < tensors.size(); ++i)
      out += text(tensors[i]) + bytes_of(1, 4) + bytes_of(8, 8) + bytes_of(0, 4) + bytes_of(32 * i, 8);
    out = "GGUF" + bytes_of(3, 4) + bytes_of(tensors.size(), 8) + bytes_of(pairs, 8) + out;
    return padded(out, alignment) + std::string(32 * tensors.size(), '\0');
  }
};

using Findings = std::vector<std::string>;

/// Files by name, as in a folder.
class Folder {
 public:
  /// m-00001-of-00003.gguf and its two fellows, a tensor each.
  Folder() {
    for (std::uint64_t n = 0; n < 3; ++n) put(n + 1, shard(n));
  }

  static Shard shard(std::uint64_t number) { return {number, 3, 3, {"t" + std::to_string(number)}}; }
  static std::string name(std::uint64_t n) { return "in/" + shard_file_name("m", n, 3); }

  void put(std::uint64_t n, const Shard& shard) { files[name(n)] = shard.file(); }

  JudgedFile judge(const std::string& path) const {
    JudgedFile file{path, ""};
    const auto found = files.find(path);
    if (found == files.end()) {
      file.error = "No such file or directory";
      return file;
    }
    Options options;
    options.name = base_name(path);
    file.judgement = validate(as_bytes(found->second), options);
    return file;
  }

  /// "NUMBER rule at field" of each error and warning, for the files named.
  Findings judged(std::vector<std::string> paths) const {
    std::vector<JudgedFile> named;
    for (const std::string& path : paths) named.push_back(judge(path));
    check_shard_sets(named, [&](const std::string& path) { return judge(path); });
    Findings found;
    for (const JudgedFile& file : named) {
      const auto shard = shard_name(base_name(file.path));
      for (const Finding& finding : file.judgement.report.findings()) {
        if (finding.severity == Severity::note) continue;
        found.push_back(std::to_string(shard ? shard->number : 0) + ' ' +
                        std::string(rule_row(finding.rule).name) + " at " + finding.at);
      }
    }
    return found;
  }

  Findings judged() const {
    std::vector<std::string> paths;
    for (const auto& [path, bytes] : files) paths.push_back(path);
    return judged(paths);
  }

  std::map<std::string, std::string> files;
};

TEST(ShardSet, IsCleanWhateverIsNamedOfIt) {
  const Folder folder;
  EXPECT_EQ(folder.judged(), Findings{});
  EXPECT_EQ(folder.judged({Folder::name(1)}), Findings{});
  EXPECT_EQ(folder.judged({Folder::name(3)}), Findings{});
  EXPECT_EQ(folder.judged({Folder::name(3), Folder::name(2)}), Findings{});
  EXPECT_EQ(folder.judged({Folder::name(1), Folder::name(1)}), Findings{})
      << "one file named twice is one file";
}

// llama-gguf-split --no-tensor-first-split
TEST(ShardSet, MayBeginWithoutTensors) {
  Folder folder;
  folder.put(1, {0, 3, 3, {}});
  folder.put(2, {1, 3, 3, {"t0", "t1"}});
  EXPECT_EQ(folder.judged(), Findings{});
}

// llama-gguf-split --split-max-tensors 1
TEST(ShardSet, MayBeHundredsOfFilesWithATensorEach) {
  Folder folder;
  folder.files.clear();
  for (std::uint64_t n = 0; n < 300; ++n)
    folder.files["in/" + shard_file_name("m", n + 1, 300)] =
        Shard{n, 300, 300, {"t" + std::to_string(n)}}.file();
  EXPECT_EQ(folder.judged(), Findings{});
  EXPECT_EQ(folder.judged({"in/m-00001-of-00300.gguf"}), Findings{});
}

// Names of another width lead nowhere, but all files together are a set still.
TEST(ShardSet, IsKnownByItsMetadataWhereNamesHaveAnotherWidth) {
  Folder folder;
  folder.files.clear();
  const auto name = [](std::uint64_t n) { return "in/m-00" + std::to_string(n) + "-of-003.gguf"; };
  for (std::uint64_t n = 0; n < 3; ++n) folder.files[name(n + 1)] = Folder::shard(n).file();
  const Findings names{"0 shard.name at kv[1].value", "0 shard.name at kv[1].value",
                       "0 shard.name at kv[1].value"};
  EXPECT_EQ(folder.judged(), names);
  folder.files[name(3)] = Shard{2, 3, 3, {"t1"}}.file();
  EXPECT_EQ(folder.judged().back(), "0 shard.tensor-twice at tensor[0].name");
  EXPECT_EQ(folder.judged().size(), 4u);
  folder.files.erase(name(2));
  EXPECT_EQ(folder.judged(), (Findings{names[0], "0 shard.missing at kv[2].value", names[0]}));
}

// A store of models names its files by their digests.
TEST(ShardSet, IsKnownByItsMetadataWhereNamesAreDigests) {
  Folder folder;
  folder.files.clear();
  const auto name = [](std::uint64_t n) {
    return "blobs/sha256-" + std::string(63, '0') + std::to_string(n);
  };
  for (std::uint64_t n = 0; n < 3; ++n) folder.files[name(n)] = Folder::shard(n).file();
  EXPECT_EQ(folder.judged().size(), 3u);
  EXPECT_EQ(folder.judged({name(1)}), Findings{"0 shard.name at kv[1].value"});
  folder.files[name(2)] = Folder::shard(1).file();
  const Findings found = folder.judged();
  EXPECT_NE(std::find(found.begin(), found.end(), "0 shard.twice at kv[1].value"), found.end());
  EXPECT_NE(std::find(found.begin(), found.end(), "0 shard.missing at kv[2].value"), found.end());
}

TEST(ShardSet, LacksAFile) {
  Folder folder;
  folder.files.erase(Folder::name(2));
  EXPECT_EQ(folder.judged(), Findings{"1 shard.missing at kv[2].value"});
  EXPECT_EQ(folder.judged({Folder::name(1)}), Findings{"1 shard.missing at kv[2].value"});
  EXPECT_EQ(folder.judged({Folder::name(3)}), Findings{"3 shard.missing at kv[2].value"});
}

TEST(ShardSet, LacksItsFirstFile) {
  Folder folder;
  folder.files.erase(Folder::name(1));
  EXPECT_EQ(folder.judged(), Findings{"2 shard.missing at kv[2].value"});
  folder.files.erase(Folder::name(2));
  EXPECT_EQ(folder.judged(), Findings{"3 shard.missing at kv[2].value"}) << "one later shard is there";
}

// Only its name says that it is a shard: the file is a whole model, which llama.cpp loads.
TEST(ShardSet, IsNoneForAWholeModelAlone) {
  Folder folder;
  folder.files.clear();
  folder.put(2, {0, 0, 0, {"t1"}, 32, false});
  EXPECT_EQ(folder.judged(), Findings{"2 shard.unstated at file"});
}

TEST(ShardSet, DoesNotMixPrefixesAndTotals) {
  Folder folder;
  folder.files.erase(Folder::name(2));
  folder.files["in/n-00002-of-00003.gguf"] = Folder::shard(1).file();
  folder.files["in/m-00002-of-00004.gguf"] = Shard{1, 4, 3, {"t1"}}.file();
  folder.files["m-00002-of-00003.gguf"] = Folder::shard(1).file();
  EXPECT_EQ(folder.judged(), (Findings{"1 shard.missing at kv[2].value", "2 shard.missing at kv[2].value",
                                       "2 shard.missing at kv[2].value", "2 shard.missing at kv[2].value"}))
      << "four sets, each of one file or two";
}

TEST(ShardSet, HasTwoFilesForOnePlace) {
  Folder folder;
  folder.put(3, Folder::shard(1));
  EXPECT_EQ(folder.judged(), (Findings{"3 shard.name at kv[1].value", "3 shard.twice at kv[1].value",
                                       "3 shard.tensor-twice at tensor[0].name"}));
  EXPECT_EQ(folder.judged({Folder::name(1)}),
            (Findings{"1 shard.twice at kv[2].value", "1 shard.invalid at kv[2].value",
                      "1 shard.tensor-twice at kv[2].value"}))
      << "what is wrong with files that were not named stands on the one that was";
}

// llama.cpp#6942: a converter wrote the first shard's table of tensors into the second, too.
TEST(ShardSet, HasTheTableOfTheFirstFileTwice) {
  Folder folder;
  folder.put(1, {0, 3, 6, {"a", "b"}});
  folder.put(2, {1, 3, 6, {"a", "b"}});
  folder.put(3, {2, 3, 6, {"c", "d"}});
  EXPECT_EQ(folder.judged(), Findings{"2 shard.tensor-twice at tensor[0].name"});
}

TEST(ShardSet, HasAnEmptyFile) {
  Folder folder;
  folder.files[Folder::name(2)].clear();
  EXPECT_EQ(folder.judged({Folder::name(1)}), Findings{"1 shard.invalid at kv[2].value"});
  EXPECT_EQ(folder.judged(), Findings{"2 file.not-gguf at magic"});
}

TEST(ShardSet, HasAForeignFile) {
  Folder folder;
  folder.put(2, {0, 0, 0, {"t1"}, 32, false});
  EXPECT_EQ(folder.judged(), (Findings{"2 shard.unstated at file", "2 shard.foreign at file"}));
}

// llama.cpp then loads the first file alone, as the whole model that it is.
TEST(ShardSet, DoesNotBeginWithAWholeModel) {
  Folder folder;
  folder.put(1, {0, 0, 0, {"t0"}, 32, false});
  EXPECT_EQ(folder.judged(), Findings{"1 shard.unstated at file"});
}

TEST(ShardSet, DisagreesAboutTheNumberOfShards) {
  Folder folder;
  folder.put(2, {1, 4, 3, {"t1"}});
  EXPECT_EQ(folder.judged(),
            (Findings{"2 shard.name at kv[1].value", "2 shard.count-differs at kv[2].value"}));
}

TEST(ShardSet, DisagreesAboutTheNumberOfTensors) {
  Folder folder;
  folder.put(3, {2, 3, 9, {"t2"}});
  EXPECT_EQ(folder.judged(), Findings{"3 shard.count-differs at kv[3].value"});
}

TEST(ShardSet, HoldsAnotherNumberOfTensors) {
  Folder folder;
  folder.put(3, {2, 3, 3, {"t2", "t3"}});
  EXPECT_EQ(folder.judged(), Findings{"1 shard.tensor-total at kv[3].value"});
}

TEST(ShardSet, AnnouncesANegativeNumberOfTensors) {
  Folder folder;
  for (std::uint64_t n = 0; n < 3; ++n)
    folder.put(n + 1, {n, 3, ~std::uint64_t{0}, {"t" + std::to_string(n)}});
  EXPECT_EQ(folder.judged(), Findings{"1 shard.tensor-total at kv[3].value"});
}

TEST(ShardSet, HoldsATensorTwice) {
  Folder folder;
  folder.put(3, {2, 3, 3, {"t1"}});
  EXPECT_EQ(folder.judged(), Findings{"3 shard.tensor-twice at tensor[0].name"});
  folder.put(3, {2, 3, 3, {"T1"}});
  EXPECT_EQ(folder.judged(), Findings{});
}

TEST(ShardSet, StatesItsAlignmentInTheFirstFileOnly) {
  Folder folder;
  folder.put(1, {0, 3, 3, {"t0"}, 16});
  EXPECT_EQ(folder.judged(), (Findings{"2 shard.alignment-differs at kv[1].value",
                                       "3 shard.alignment-differs at kv[1].value"}));
  for (std::uint64_t n = 1; n < 3; ++n) folder.put(n + 1, {n, 3, 3, {"t" + std::to_string(n)}, 16});
  EXPECT_EQ(folder.judged(), Findings{});
}

TEST(ShardSet, HasABrokenFile) {
  Folder folder;
  std::string& broken = folder.files[Folder::name(2)];
  broken.resize(broken.size() - 8);
  EXPECT_EQ(folder.judged({Folder::name(1)}), Findings{"1 shard.invalid at kv[2].value"});
  EXPECT_EQ(folder.judged(), Findings{"2 layout.beyond-end at tensor[0].data"})
      << "a file that was named speaks for itself";
}

// What is wrong with a file that nobody named is told, not only that something is.
TEST(ShardSet, SaysWhatIsWrongWithAnotherFile) {
  Folder folder;
  std::string& broken = folder.files[Folder::name(2)];
  broken.resize(broken.size() - 8);
  std::vector<JudgedFile> named{folder.judge(Folder::name(1))};
  check_shard_sets(named, [&](const std::string& path) { return folder.judge(path); });
  const auto& findings = named.front().judgement.report.findings();
  const auto invalid = std::find_if(findings.begin(), findings.end(),
                                    [](const Finding& f) { return f.rule == Rule::shard_invalid; });
  ASSERT_NE(invalid, findings.end());
  EXPECT_NE(invalid->got.find("layout.beyond-end"), std::string::npos) << invalid->got;
  EXPECT_NE(invalid->got.find("tensor[0].data"), std::string::npos) << invalid->got;
}

TEST(ShardSet, OfManyShardsByNameCostsNoMore) {
  Folder folder;
  folder.files.clear();
  folder.files["in/m-00001-of-65535.gguf"] = Shard{0, 65535, 3, {"t0"}}.file();
  EXPECT_EQ(folder.judged(), Findings{"1 shard.missing at kv[2].value"});
}

}  // namespace
}  // namespace ggufproof
