// Columns are as wide as nearly all their entries need; a longer one pushes the rest of its line.
#include "validator/layout_print.h"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <ostream>

#include "validator/describe.h"
#include "validator/layout_fields.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr int length_width = 10, path_width = 28, type_width = 8;
constexpr std::size_t piece_bytes = 1 << 16;

/// Length of a piece to show at once: no UTF-8 sequence is torn apart.
std::size_t piece_of(std::string_view text) {
  if (text.size() <= piece_bytes) return text.size();
  std::size_t length = piece_bytes;
  while (length > piece_bytes - 4 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  return length;
}

void print_field(std::ostream& out, const Field& field, std::size_t digits, const MapStyle& style) {
  out << hex(field.bytes.begin, digits) << '-' << hex(field.bytes.end, digits) << ' ' << std::right
      << std::setw(length_width) << field.bytes.end - field.bytes.begin << "  " << std::left
      << std::setw(path_width) << field.path << ' ' << std::setw(type_width) << field.type << ' ';
  if (field.text) print_quoted(out, *field.text, style.text_bytes);
  out << field.value << '\n';
}

}  // namespace

void print_quoted(std::ostream& out, std::string_view text, std::uint64_t most) {
  out << '"';
  if (text.size() > most) {
    out << escaped(text, most);
  } else {
    while (!text.empty()) {
      const std::string_view piece = text.substr(0, piece_of(text));
      out << escaped(piece, std::numeric_limits<std::size_t>::max());
      text.remove_prefix(piece.size());
    }
  }
  out << '"';
}

void print_layout(std::ostream& out, const FileMap& map, const MapStyle& style) {
  const std::size_t digits = std::max<std::size_t>(8, hex(map.document.bytes.size()).size() - 2);
  layout_fields(map, style, [&](const Field& field) { print_field(out, field, digits, style); });
  if (map.stop)
    out << "stopped at byte " << map.stop->at << ", " << map.stop->path << ": " << map.stop->why << '\n';
}

}  // namespace ggufproof
