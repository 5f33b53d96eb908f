// A rename is one step for everybody who looks.
#include "validator/output/report_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string_view>

#include <unistd.h>

#include "validator/text.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

/// Models are what nobody wants to lose to a slip of the tongue such as --output sarif:model.gguf.
bool holds_gguf(const fs::path& path) {
  std::array<char, 4> magic{};
  std::ifstream(path, std::ios::binary).read(magic.data(), magic.size());
  return std::string_view(magic.data(), magic.size()) == "GGUF";
}

bool is_one_of(const fs::path& path, std::span<const std::string> inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [&](const std::string& input) {
    std::error_code none;
    return fs::equivalent(path, input, none);
  });
}

/// A descriptor of this process by its path: what is behind it has no name, or was opened by somebody who
/// wants it as it is.
bool is_descriptor(std::string_view path) {
  return path == "/dev/stderr" || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

}  // namespace

ReportFile::ReportFile(const std::string& path, std::span<const std::string> inputs) : path_(path) {
  if (path == "-") return;
  std::error_code ignored;
  errno = 0;
  if (is_descriptor(path)) {
    file_.open(path, std::ios::binary | std::ios::app);
    if (!file_) fail_with_errno();
    return;
  }
  const fs::path place = fs::weakly_canonical(path, ignored);  // behind links
  const fs::file_status status = fs::status(place, ignored);
  if (fs::is_directory(status)) {
    fail("is a directory");
  } else if (fs::exists(status) && !fs::is_regular_file(status)) {
    file_.open(path, std::ios::binary);
  } else if (fs::exists(status) && is_one_of(place, inputs)) {
    fail("is read by this run; no report replaces it");
  } else if (fs::exists(status) && holds_gguf(place)) {
    fail("holds a GGUF file; no report replaces it");
  } else if (fs::exists(status) && access(place.c_str(), W_OK) != 0) {
    fail_with_errno();
  } else {
    path_ = place.string();
    static int opened = 0;
    const std::string name = ".gguf-validate-" + std::to_string(getpid()) + '-' + std::to_string(++opened);
    temporary_ = (place.parent_path() / name).string();
    file_.open(temporary_, std::ios::binary);
    if (fs::exists(status)) fs::permissions(temporary_, status.permissions(), ignored);
  }
  if (fault_.empty() && !file_) fail_with_errno();
}

ReportFile::~ReportFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

std::ostream& ReportFile::out() { return path_ == "-" ? std::cout : file_; }

void ReportFile::finish() {
  if (path_ == "-" || !fault_.empty()) return;
  if (!file_) {  // what went wrong a while ago is told by trying again
    file_.clear();
    errno = 0;
    file_ << '\n' << std::flush;
    return fail_with_errno();
  }
  errno = 0;
  file_.close();
  if (!file_) return fail_with_errno();
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) return fail_with_errno();
  temporary_.clear();
}

void ReportFile::fail(const std::string& why) {
  if (fault_.empty()) fault_ = path_shown(path_) + ": " + why;
}

void ReportFile::fail_with_errno() {
  fail(std::string("cannot be written") + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
}

}  // namespace ggufproof
