// Links are resolved on both sides, or the same file would have several places.
#include "validator/config/place.h"

namespace ggufproof {
namespace {

std::filesystem::path resolved(const std::string& path) {
  std::error_code fault;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, fault), fault);
}

}  // namespace

std::filesystem::path folder_of(const std::string& file) { return resolved(file).parent_path(); }

std::string place_in(const std::filesystem::path& folder, const std::string& path) {
  return path == "-" ? path : resolved(path).lexically_relative(folder).string();
}

}  // namespace ggufproof
