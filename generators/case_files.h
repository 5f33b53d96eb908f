// The cases of a corpus folder: which texts there are, and under which name each is known.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ggufproof {

/// One case of the corpus, not yet parsed.
struct CaseText {
  std::string path;  ///< below the corpus, without ending: invalid/layout/overlap-inside
  std::string id;    ///< stable, whatever the verdict becomes: layout/overlap-inside
  std::string text;
  std::string fault{};  ///< why it cannot be read, where it cannot; its path is a file's or a folder's then
};

/// The id of a case by its path: what follows valid, invalid or disputed; else the path itself.
std::string case_id(std::string_view path);

/// All cases below a folder, sorted by path. What cannot be read is among them, as such; a folder has its
/// path.
std::vector<CaseText> read_cases(const std::filesystem::path& corpus);

/// The bytes of a regular file, or nothing where there is none or it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);

/// Why read_file reads nothing there, as the end of a sentence about the path.
std::string why_unreadable(const std::filesystem::path& path);

}  // namespace ggufproof
