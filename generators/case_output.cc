// A pipe cannot have holes, so zeros are written out there.
#include "generators/case_output.h"

#include "generators/output_file.h"

namespace ggufproof {
namespace {

std::optional<FileFault> finished(OutputFile& out, const std::string& path) {
  out.finish();
  return out.ok() ? std::nullopt : std::optional(FileFault{path, out.fault()});
}

}  // namespace

std::optional<FileFault> write_output(const std::string& path, std::string_view bytes) {
  OutputFile out(path);
  out.append(bytes.data(), bytes.size());
  return finished(out, path);
}

std::optional<FileFault> write_output(const std::string& path, const CaseImage& image) {
  OutputFile out(path);
  const bool holes = out.can_have_holes();
  if (holes) out.resize(image.size());
  std::uint64_t at = 0;
  for (const ByteRun& run : image.runs()) {
    if (holes) {
      out.seek(run.at);
    } else {
      out.append_zeros(run.at - at);
    }
    out.append(run.bytes.data(), run.bytes.size());
    at = run.at + run.bytes.size();
  }
  if (!holes) out.append_zeros(image.size() - at);
  return finished(out, path);
}

}  // namespace ggufproof
