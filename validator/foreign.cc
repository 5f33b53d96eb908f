// Names what stands where a GGUF should: most reports of a broken model are a Git LFS pointer, a web page or
// a model in another format, and the first bytes tell.
#include "validator/foreign.h"

#include <algorithm>
#include <array>

#include "validator/describe.h"
#include "validator/text.h"

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

constexpr std::string_view blanks = " \t\r\n";

/// The text without a byte order mark and blanks before it, which a web page or JSON may begin with.
std::string_view without_blanks(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf"sv)) text.remove_prefix(3);
  return text.substr(std::min(text.size(), text.find_first_not_of(blanks)));
}

bool begins_as(Bytes bytes, const ForeignRow& row) {
  if (row.at >= bytes.size()) return false;
  const std::string_view text = as_text(bytes.subspan(row.at));
  return text.starts_with(row.bytes) || (row.at == 0 && without_blanks(text).starts_with(row.bytes));
}

/// What plain text begins with; empty where the bytes are something else.
std::string_view plain_text(Bytes bytes) {
  constexpr std::size_t looked_at = 512, longest_character = 4;
  const std::string_view start = as_text(bytes.first(std::min<std::size_t>(bytes.size(), looked_at)));
  for (std::string_view rest = start; !rest.empty();) {
    const std::size_t length = utf8_sequence_length(rest);
    const bool cut = length == 0 && rest.size() < longest_character && bytes.size() > looked_at;
    if (cut) break;
    if (length == 0 || is_hidden(rest.substr(0, length))) return {};
    rest.remove_prefix(length);
  }
  const std::string_view text = without_blanks(start);
  return text.substr(0, text.find_last_not_of(blanks) + 1);
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
    if (begins_as(bytes, row)) {
      want = "a GGUF; " + std::string(row.remedy);
      return std::string(row.name) + legacy_version(bytes, row.bytes);
    }
  }
  if (const std::string_view text = plain_text(bytes); !text.empty()) {
    want = "a GGUF; this may be the error message of a download: check the address and the login";
    return "text, beginning " + quoted(text, 60);
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
