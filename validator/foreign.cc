// Names what stands where a GGUF should: most reports of a broken model are a Git LFS pointer, a web page or
// a model in another format, and the first bytes tell.
#include "validator/foreign.h"

#include <algorithm>
#include <array>

#include "validator/describe.h"

namespace ggufproof {
namespace {

using namespace std::string_view_literals;

struct ForeignRow {
  std::string_view bytes;
  std::uint64_t at;
  std::string_view name;
  std::string_view remedy;
};

constexpr std::array foreign_formats{
#define FOREIGN(bytes, at, name, remedy) ForeignRow{bytes##sv, at, name, remedy},
#include "spec/foreign_formats.def"
};

/// The version that follows the magic of ggmf and ggjt files.
std::string legacy_version(Bytes bytes, std::string_view magic) {
  if ((magic != "fmgg" && magic != "tjgg") || bytes.size() < 8) return {};
  return ", version " + number(load<std::uint32_t>(bytes.data() + 4, ByteOrder::little));
}

/// What the bytes look like, and in `want` what to do about it.
std::string looks_like(Bytes bytes, std::string& want) {
  if (bytes.empty()) return "an empty file";
  const Bytes start = bytes.first(std::min<std::size_t>(bytes.size(), 64 * 1024));
  if (std::all_of(start.begin(), start.end(), [](std::uint8_t b) { return b == 0; })) {
    want = "the file itself: an unfinished download looks like this";
    return "zero bytes only";
  }
  for (const ForeignRow& row : foreign_formats) {
    if (row.at < bytes.size() && as_text(bytes.subspan(row.at)).starts_with(row.bytes)) {
      want = "a GGUF; " + std::string(row.remedy);
      return std::string(row.name) + legacy_version(bytes, row.bytes);
    }
  }
  return "the bytes " + bytes_shown(bytes, {0, std::min<std::uint64_t>(bytes.size(), 4)});
}

}  // namespace

bool looks_like_gguf(Bytes bytes) {
  const std::size_t n = std::min<std::size_t>(bytes.size(), gguf_magic.bytes.size());
  return n > 0 &&
         std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n), gguf_magic.bytes.begin());
}

void report_foreign(Bytes bytes, Report& report) {
  report.add(Rule::file_not_gguf, {0, std::min<std::uint64_t>(bytes.size(), 4)}, [&] {
    std::string want = "the bytes 47 47 55 46 (GGUF)";
    std::string got = looks_like(bytes, want);
    return Detail{"magic", "", std::move(got), std::move(want)};
  });
}

}  // namespace ggufproof
