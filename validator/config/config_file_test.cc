// A configuration that says everything, and each way of getting it wrong with the answer that mends it.
#include "validator/config/config_file.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

class ConfigFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "gguf-validate-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path() const { return (folder_ / config_name).string(); }

  std::variant<Config, std::string> read(const std::string& text) const {
    std::ofstream(path()) << text;
    return read_config(path());
  }

  /// What is wrong with a text, without the path before it.
  std::string fault(const std::string& text) const {
    const auto read_text = read(text);
    const auto* why = std::get_if<std::string>(&read_text);
    if (why == nullptr) return "";
    EXPECT_TRUE(why->starts_with(path() + ':')) << *why;
    return why->substr(path().size() + 1);
  }

  fs::path folder_;
};

TEST_F(ConfigFile, SaysEverything) {
  const auto said = read(R"(profile = "spec"
max-findings = 7
strict = true
files = ["models", "*.gguf"]
exclude = ["old/*"]
[severity]
"values.*" = "error"
[[suppress]]
rule = "layout.trailing-bytes"
file = "old.gguf"
at = "tensor[*].data"
name = "blk.*"
reason = "made in 2023"
expires = 2030-12-31
)");
  const auto* config = std::get_if<Config>(&said);
  ASSERT_NE(config, nullptr) << std::get<std::string>(said);
  ASSERT_EQ(config->settings.size(), 3u);
  EXPECT_EQ(config->files, (std::vector<std::string>{"models", "*.gguf"}));
  EXPECT_EQ(config->exclude, std::vector<std::string>{"old/*"});
  ASSERT_EQ(config->severities.size(), 1u);
  EXPECT_EQ(config->severities[0].rule, "values.*");
  EXPECT_EQ(config->severities[0].line, 7u);
  ASSERT_EQ(config->suppressions.size(), 1u);
  const Suppression& one = config->suppressions[0];
  EXPECT_EQ(one.rule + one.file + one.at + one.name + one.reason,
            "layout.trailing-bytesold.gguftensor[*].datablk.*made in 2023");
  using namespace std::chrono;
  EXPECT_EQ(one.expires, 2030y / 12 / 31);
}

TEST_F(ConfigFile, IsAnsweredWithTheNearestName) {
  EXPECT_EQ(fault("profil = 'spec'"), "1: there is no key \"profil\"; did you mean profile?");
  EXPECT_EQ(fault("\n[severities]\n"), "2: there is no key \"severities\"; did you mean severity?");
  EXPECT_EQ(fault("[severity]\n'layout.gab' = 'off'").substr(0, 3), "2: ");
  EXPECT_NE(fault("[severity]\n'layout.gab' = 'off'").find("layout.gap"), std::string::npos);
  EXPECT_NE(fault("[severity]\n'layout.gap' = 'fatal'").find("off, note, warning or error"),
            std::string::npos);
  EXPECT_EQ(fault("[[suppress]]\nrule = 'layout.gap'\nreasons = 'x'"),
            "3: there is no key \"reasons\"; did you mean reason?");
  EXPECT_NE(fault("[[suppress]]\nrule = 'layout.gab'\nreason = 'x'").find("layout.gap"), std::string::npos);
}

TEST_F(ConfigFile, WantsValuesOfTheRightType) {
  EXPECT_EQ(fault("strict = 'yes'"), "1: strict must be true or false");
  EXPECT_EQ(fault("max-findings = '7'"), "1: max-findings must be a whole number");
  EXPECT_EQ(fault("files = 'a.gguf'"), "1: files must be a list of texts");
  EXPECT_EQ(fault("files = [1]"), "1: each of files must be a text in quotes");
  EXPECT_EQ(fault("[[suppress]]\nrule = 'layout.gap'\nreason = 'x'\nexpires = '2030'"),
            "4: expires must be a date such as 2030-12-31");
  EXPECT_EQ(fault("suppress = 1"), "1: suppress must be tables, each under a line [[suppress]]");
}

TEST_F(ConfigFile, WantsAReason) {
  EXPECT_NE(fault("[[suppress]]\nrule = 'layout.gap'").find("gives no reason"), std::string::npos);
  EXPECT_NE(fault("[[suppress]]\nrule = 'layout.gap'\nreason = ' '").find("gives no reason"),
            std::string::npos);
  EXPECT_NE(fault("[[suppress]]\nreason = 'x'").find("names no rule"), std::string::npos);
}

TEST_F(ConfigFile, WhatIsNoTomlIsToldWithItsLine) {
  EXPECT_EQ(fault("a = 1\nb = \n").substr(0, 3), "2: ");
  EXPECT_FALSE(fault("a = '\x01\xff").empty());
}

TEST_F(ConfigFile, IsFoundInTheNearestFolderAbove) {
  fs::create_directories(folder_ / "a/b");
  EXPECT_EQ(find_config((folder_ / "a/b/model.gguf").string()), std::nullopt);
  std::ofstream(path()) << "";
  const auto found = find_config((folder_ / "a/b/model.gguf").string());
  ASSERT_TRUE(found);
  EXPECT_TRUE(fs::equivalent(*found, path()));
  std::ofstream(folder_ / "a" / config_name) << "";
  EXPECT_TRUE(fs::equivalent(find_config((folder_ / "a/b").string()).value(), folder_ / "a" / config_name));
}

}  // namespace
}  // namespace ggufproof
