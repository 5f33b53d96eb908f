// Which files a command line names, on directories made for the test.
#include "validator/files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  FilesTest() {
    std::string name = (fs::temp_directory_path() / "ggufproof-files-XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~FilesTest() override { fs::remove_all(folder); }

  std::string make(const std::string& name) {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << "x";
    return (folder / name).string();
  }

  static std::vector<std::string> paths_of(const std::vector<std::string>& named) {
    std::vector<std::string> paths;
    for (const NamedFile& file : expand_paths(named)) paths.push_back(file.path);
    return paths;
  }

  fs::path folder;
};

using Paths = std::vector<std::string>;

TEST_F(FilesTest, FilesStayAsTheyAreNamedWhateverTheyAreCalled) {
  EXPECT_EQ(paths_of({"b", "-", "absent/a.txt", "b"}), (Paths{"b", "-", "absent/a.txt", "b"}));
}

TEST_F(FilesTest, ADirectoryBecomesItsGgufFilesSortedByPath) {
  const std::string b = make("b.gguf"), deep = make("a/z/deep.GGUF"), hidden = make(".hidden.gguf");
  make("model.bin");
  make("gguf");
  EXPECT_EQ(paths_of({folder.string()}), (Paths{hidden, deep, b}));
  EXPECT_EQ(paths_of({b, (folder / "a").string()}), (Paths{b, deep}));
}

TEST_F(FilesTest, LinksToDirectoriesAreNotFollowedBelowTheOneNamed) {
  const std::string file = make("d/a.gguf");
  fs::create_directory_symlink(folder / "d", folder / "d/loop");
  fs::create_directory_symlink(folder / "d", folder / "link");
  EXPECT_EQ(paths_of({(folder / "d").string()}), (Paths{file}));
  EXPECT_EQ(paths_of({(folder / "link").string()}), (Paths{(folder / "link/a.gguf").string()}));
}

TEST_F(FilesTest, PipesBelowADirectoryAreNoModelsButLinksToNothingAreTold) {
  const std::string file = make("a.gguf"), link = (folder / "b.gguf").string(),
                    gone = (folder / "gone.gguf").string();
  const std::string pipe = (folder / "pipe.gguf").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink(pipe, folder / "linked-pipe.gguf");
  fs::create_symlink(file, link);
  fs::create_symlink("absent", gone);
  EXPECT_EQ(paths_of({folder.string()}), (Paths{file, link, gone}));
  EXPECT_EQ(paths_of({pipe}), (Paths{pipe}));
}

}  // namespace
}  // namespace ggufproof
