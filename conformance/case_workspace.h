// The files of a case on disk, in a folder that nobody else uses: a testee wants paths.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "generators/manifest.h"

namespace ggufproof {

/// A temporary folder; removed with all that is in it when it goes.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  /// Empty where it could not be made.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Writes a case's file, and those that stand beside it, into a folder, which is emptied first. Its path, or
/// what went wrong.
std::variant<std::filesystem::path, FileFault> write_case(const Corpus& corpus, const CorpusEntry& entry,
                                                          const std::filesystem::path& folder);

}  // namespace ggufproof
