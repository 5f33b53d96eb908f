// gguf-make corpus: exports, refreshes and checks, and what it will not write over.
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "generators/gguf_make_fixture.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

TEST_F(GgufMake, CorpusExportsAndRefreshesAndChecks) {
  fs::create_directories(folder_ / "c/valid/area");
  put("c/VERSION", "1.2.3\n");
  put("c/LICENSE", "free\n");
  put("c/valid/area/one.txt", "why clause 1.1: a\nexpect valid\nmagic \"GGUF\"");
  put("c/valid/area/large.txt", "why clause 1.1: b\nexpect valid\nmagic \"GGUF\" sparse 5000");
  const Ran stale = run("corpus --from c --check");
  EXPECT_EQ(stale.code, 1);
  EXPECT_EQ(stale.err,
            "c/valid/area/manifest.json is missing\nc/valid/area/one.gguf is missing\n"
            "gguf-make: `gguf-make corpus c --from c` makes them anew\n");
  EXPECT_EQ(run("corpus c --from c").code, 0);
  EXPECT_EQ(run("corpus --from c --check").code, 0);
  EXPECT_EQ(read_file(folder_ / "c/valid/area/one.gguf"), "GGUF");
  EXPECT_FALSE(fs::exists(folder_ / "c/valid/area/large.gguf")) << "over 4096 bytes";

  put("c/valid/area/one.gguf", "GGUG");
  put("c/valid/area/other.gguf", "GGUF");
  const Ran changed = run("corpus --from c --check");
  EXPECT_EQ(changed.code, 1);
  EXPECT_NE(changed.err.find("one.gguf is stale"), std::string::npos) << changed.err;
  EXPECT_NE(changed.err.find("other.gguf has no text"), std::string::npos) << changed.err;

  EXPECT_EQ(run("corpus out --from c").code, 0);
  EXPECT_EQ(fs::file_size(folder_ / "out/valid/area/large.gguf"), 5004U);
  for (const char* name :
       {"LICENSE", "VERSION", "manifest.json", "valid/area/one.txt", "valid/area/one.gguf"})
    EXPECT_TRUE(fs::exists(folder_ / "out" / name)) << name;
  EXPECT_EQ(
      std::system(
          ("tar tf " + (folder_ / "out/seeds.tar").string() + " > " + (folder_ / "names").string()).c_str()),
      0);
  EXPECT_EQ(read_file(folder_ / "names"), "area-large.gguf\narea-one.gguf\n");
}

/// A mistake in a case's text, whichever of its lines it is.
TEST_F(GgufMake, ACaseThatNamesNoCaseIsTold) {
  fs::create_directories(folder_ / "c/valid/area");
  put("c/VERSION", "1.2.3\n");
  put("c/valid/area/one.txt", "why clause 1.1: a\nexpect valid\nmagic \"GGUF\"");
  for (const std::string word : {"near", "with", "original"}) {
    const std::string text =
        "expect valid\n" + word + "  valid/area/one\n" + word + " valid/area/on\nmagic \"GGUX\"";
    put("c/valid/area/two.txt", text);
    const std::string told = "valid/area/two.txt: line 3, column " + std::to_string(word.size() + 2) +
                             ": found `valid/area/on`, wanted the path of a case that there is\n";
    const Ran all = run("corpus --from c --check");
    EXPECT_EQ(all.code, 1);
    EXPECT_EQ(all.err, "gguf-make: c/" + told);
    const Ran one = run("case c/valid/area/two.txt");
    EXPECT_EQ(one.code, 0) << "the other may be written next";
    EXPECT_EQ(one.out, "GGUX");
    EXPECT_EQ(one.err, "gguf-make: c/" + told);
    EXPECT_EQ(run("case - < c/valid/area/two.txt").err, "") << "of no corpus";
  }
}

/// A corpus of two cases in the folder c, one of them large.
class GgufMakeCorpus : public GgufMake {
 protected:
  GgufMakeCorpus() {
    fs::create_directories(folder_ / "c/valid/area");
    put("c/VERSION", "1.2.3\n");
    put("c/README.md", "of the corpus\n");
    put("c/valid/area/one.txt", "why clause 1.1: a\nexpect valid\nmagic \"GGUF\"");
    put("c/valid/area/large.txt",
        "why clause 1.1: b\nexpect valid\nnear valid/area/one\nmagic \"GGUF\" sparse 2000000");
  }
};

TEST_F(GgufMakeCorpus, NothingOfOthersIsWrittenOver) {
  fs::create_directories(folder_ / "mine/valid");
  put("mine/README.md", "mine");
  const Ran refused = run("corpus mine --from c");
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(
      refused.err,
      "gguf-make: mine: is neither empty nor an earlier export (which has a manifest.json of the suite); "
      "--force writes over these: README.md\n");
  EXPECT_EQ(read_file(folder_ / "mine/README.md"), "mine");
  EXPECT_FALSE(fs::exists(folder_ / "mine/manifest.json"));

  put("mine/manifest.json", "{\"suite\": \"another\"}");
  EXPECT_EQ(run("corpus mine --from c").code, 2);
  put("mine/manifest.json", "[");
  EXPECT_EQ(run("corpus mine --from c").code, 2);

  EXPECT_EQ(run("corpus mine --from c --force").code, 0);
  EXPECT_EQ(read_file(folder_ / "mine/README.md"), "of the corpus\n");
  EXPECT_EQ(run("corpus c/VERSION --from c --force").code, 2) << "a file is no folder";
  EXPECT_EQ(run("corpus c/out --from c --force").code, 2) << "inside itself";
  EXPECT_FALSE(fs::exists(folder_ / "c/out"));
}

// A target that will not do is told before any case is read, and so before a mistake in one.
TEST_F(GgufMakeCorpus, TheTargetIsLookedAtFirst) {
  put("c/valid/area/bad.txt", "magik");
  fs::create_directories(folder_ / "mine");
  put("mine/README.md", "mine");
  put("file", "mine");
  EXPECT_EQ(run("corpus c/out --from c").err,
            "gguf-make: c/out: lies inside the corpus that is to be exported\n");
  EXPECT_EQ(run("corpus file --from c").err, "gguf-make: file: is no folder\n");
  EXPECT_NE(run("corpus mine --from c").err.find("--force writes over these: README.md\n"),
            std::string::npos);
  EXPECT_EQ(run("corpus mine --from c --force").code, 1) << "the mistake in the case";
  put("VERSION", "1.2.3\n");
  EXPECT_EQ(run("corpus out --from .").err,
            "gguf-make: out: lies inside the corpus that is to be exported\n");
}

TEST_F(GgufMakeCorpus, ACheckoutIsNoCorpusAndHasOne) {
  fs::create_directories(folder_ / "src");
  fs::rename(folder_ / "c", folder_ / "src/corpus");
  const Ran ran = run("corpus out --from src");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "gguf-make: src/VERSION: cannot be read; the corpus is below: --from src/corpus\n");
}

TEST_F(GgufMakeCorpus, AnEarlierExportIsRenewed) {
  fs::create_directories(folder_ / "out");
  EXPECT_EQ(run("corpus out --from c").code, 0) << "an empty folder";
  put("out/notes.txt", "beside it");
  put("out/valid/area/one.gguf", "damaged");
  fs::remove(folder_ / "c/valid/area/large.txt");
  put("c/valid/area/two.txt", "why clause 1.1: a\nexpect valid\nmagic \"GGUF\"");
  const Ran renewed = run("corpus out --from c");
  EXPECT_EQ(renewed.code, 0) << renewed.err;
  EXPECT_EQ(read_file(folder_ / "out/valid/area/one.gguf"), "GGUF");
  EXPECT_EQ(read_file(folder_ / "out/notes.txt"), "beside it");
  EXPECT_EQ(renewed.err,
            "gguf-make: out: holds files of an earlier export that this one has not: valid/area/large.gguf, "
            "valid/area/large.txt\n");

  put("c/valid/area/three.txt", "why clause 1.1: a\nexpect valid\nmagic \"GGUF\"");
  put("out/valid/area/three.txt", "not of the export");
  const Ran in_the_way = run("corpus out --from c");
  EXPECT_EQ(in_the_way.code, 2);
  EXPECT_NE(in_the_way.err.find("valid/area/three.txt\n"), std::string::npos) << in_the_way.err;
  EXPECT_EQ(read_file(folder_ / "out/valid/area/three.txt"), "not of the export");
  fs::remove(folder_ / "out/valid/area/three.txt");

  put("elsewhere", "kept");
  fs::remove(folder_ / "out/README.md");
  fs::create_symlink("../elsewhere", folder_ / "out/README.md");
  EXPECT_EQ(run("corpus out --from c").code, 2) << "a link is of no export";
  EXPECT_EQ(read_file(folder_ / "elsewhere"), "kept");
}

TEST_F(GgufMakeCorpus, TheSizeIsToldAndLargeCasesCanBeLeftOut) {
  const Ran all = run("corpus all --from c");
  EXPECT_NE(all.out.find("2 cases, suite version 1.2.3: 8 files, 1 of them sparse, apparent size 2.0 MB ("),
            std::string::npos)
      << all.out;
  EXPECT_NE(all.out.find("\n--without-large would leave out 1 case of more than 1 MiB\n"), std::string::npos)
      << all.out;

  const Ran small = run("corpus small --from c --without-large");
  EXPECT_EQ(small.code, 0);
  EXPECT_NE(small.out.find("1 case, suite version 1.2.3: 6 files, 0 of them sparse"), std::string::npos)
      << small.out;
  EXPECT_NE(small.out.find("left out: 1 case of more than 1 MiB\n"), std::string::npos) << small.out;
  EXPECT_FALSE(fs::exists(folder_ / "small/valid/area/large.gguf"));
  EXPECT_FALSE(fs::exists(folder_ / "small/valid/area/large.txt"));
  const auto manifest = nlohmann::json::parse(read_file(folder_ / "small/manifest.json").value_or(""));
  ASSERT_EQ(manifest.at("cases").size(), 1U);
  EXPECT_EQ(manifest.at("cases")[0].at("file"), "valid/area/one.gguf");
  EXPECT_EQ(run("corpus c --from c --without-large").code, 2) << "no export";
}

// None of these may be waited for, followed for ever or passed over.
TEST_F(GgufMakeCorpus, WhatIsNoFileIsTold) {
  const auto told = [&](const std::string& path, const std::string& what) {
    for (const char* command : {"corpus out --from c", "corpus --from c --check"}) {
      if (path.find('/') == std::string::npos && command == std::string("corpus --from c --check")) continue;
      const Ran ran = run(command);
      EXPECT_EQ(ran.code, 2) << path;
      EXPECT_EQ(ran.err, "gguf-make: c/" + path + ": " + what + "\n");
    }
    fs::remove_all(folder_ / "c" / path);
    EXPECT_FALSE(fs::exists(folder_ / "out"));
  };
  const std::string link = "cannot be read: it is a link that leads to no file";
  for (const std::string folder : {"", "valid/", "valid/area/"}) {
    fs::create_symlink("nowhere", folder_ / "c" / folder / "gone.txt");
    told(folder + "gone.txt", link);
    fs::create_symlink("loop.txt", folder_ / "c" / folder / "loop.txt");
    told(folder + "loop.txt", link);
    ASSERT_EQ(mkfifo((folder_ / "c" / folder / "x.txt").c_str(), 0600), 0);
    told(folder + "x.txt", "is a pipe or a device, not a file");
  }
  fs::create_directories(folder_ / "c/valid/area/dir.txt");
  told("valid/area/dir.txt", "is a folder, not a file");
  fs::create_symlink("loop", folder_ / "c/valid/loop");
  EXPECT_EQ(run("corpus out --from c").code, 0) << "is no text of a case, nor a folder with one";
  fs::create_symlink("into", folder_ / "into");
  EXPECT_EQ(run("corpus into --from c").code, 2);
  EXPECT_EQ(run("corpus into --from c --force").code, 2);
  fs::remove(folder_ / "out/README.md");
  ASSERT_EQ(mkfifo((folder_ / "out/README.md").c_str(), 0600), 0);
  EXPECT_EQ(run("corpus out --from c").code, 2) << "a pipe is of no export";
}

TEST_F(GgufMakeCorpus, WhatCannotBeReadIsExitCode2AndWhatIsWrongIs1) {
  const Ran elsewhere = run("corpus out");
  EXPECT_EQ(elsewhere.code, 2);
  EXPECT_EQ(elsewhere.err,
            "gguf-make: corpus/VERSION: cannot be read; --from DIR says where the corpus lies\n");
  fs::create_directories(folder_ / "none");
  put("none/VERSION", "1.0.0\n");
  EXPECT_EQ(run("corpus out --from none").code, 2) << "no case";
  fs::create_symlink("nowhere", folder_ / "c/valid/area/gone.txt");
  const Ran gone = run("corpus out --from c");
  EXPECT_EQ(gone.code, 2);
  EXPECT_NE(gone.err.find("c/valid/area/gone.txt: cannot be read: it is a link"), std::string::npos)
      << gone.err;
  fs::remove(folder_ / "c/valid/area/gone.txt");
  put("c/valid/area/bad.txt", "magik");
  const Ran bad = run("corpus out --from c");
  EXPECT_EQ(bad.code, 1);
  EXPECT_TRUE(bad.err.starts_with("gguf-make: c/valid/area/bad.txt: line 1, column 1: found `magik`"))
      << bad.err;
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

}  // namespace
}  // namespace ggufproof
