// The file that a report goes to. That it can be written is found out before the work; what stood there stays
// until the report is whole, and a GGUF file stays in any case.
#pragma once

#include <fstream>
#include <span>
#include <string>

namespace ggufproof {

/// A report's file, or standard output for "-". What is no regular file (a pipe, a device) is written where
/// it stands, a descriptor (/dev/stderr, /dev/fd/N) behind what it holds, any other through a file beside it.
class ReportFile {
 public:
  /// Goes over none of `inputs`, the files that the run reads.
  ReportFile(const std::string& path, std::span<const std::string> inputs);
  /// Takes back what was not put in its place.
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  std::ostream& out();

  /// Puts the file in its place. Of standard output nothing is known before the command's end.
  void finish();

  /// What went wrong first, as a sentence that begins with the path; empty where nothing did.
  const std::string& fault() const { return fault_; }

 private:
  void fail(const std::string& why);
  void fail_with_errno();

  std::string path_;
  std::string temporary_;  ///< where the file is until it is whole; empty where it is written in its place
  std::ofstream file_;
  std::string fault_;
};

}  // namespace ggufproof
