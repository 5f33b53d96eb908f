// Runs gguf-make in a folder of its own, for the tests of its subcommands.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "generators/case_files.h"

namespace ggufproof {

/// How a command ended and what it wrote.
struct Ran {
  int code;
  std::string out, err;
};

class GgufMake : public testing::Test {
 protected:
  GgufMake() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gguf-make-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~GgufMake() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path put(const std::string& name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  Ran run(const std::string& arguments) const {
    const auto out = folder_ / "stdout", err = folder_ / "stderr";
    const std::string command = "cd " + folder_.string() + " && { timeout 60 " GGUFPROOF_MAKE " " +
                                arguments + "\n} >" + out.string() + " 2>" + err.string();
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out).value_or(""),
            read_file(err).value_or("")};
  }

  std::filesystem::path folder_;
};

}  // namespace ggufproof
