// Well-formedness follows table 3-7 of the Unicode standard. The scan takes eight ASCII bytes at a time,
// since nearly all text in models is ASCII and vocabularies hold megabytes of it.
#include "validator/text.h"

#include "validator/bytes.h"

namespace ggufproof {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t i) { return static_cast<std::uint8_t>(text[i]); }

bool is_continuation(std::string_view text, std::size_t i) {
  return i < text.size() && (byte_at(text, i) & 0xC0) == 0x80;
}

/// Whether the second byte lies in the range that the first one leaves open.
bool second_byte_fits(std::uint8_t first, std::uint8_t second) {
  switch (first) {
    case 0xE0:
      return second >= 0xA0;
    case 0xED:
      return second <= 0x9F;
    case 0xF0:
      return second >= 0x90;
    case 0xF4:
      return second <= 0x8F;
    default:
      return true;
  }
}

std::uint32_t code_point(std::string_view sequence) {
  static constexpr std::uint32_t lead_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t value = byte_at(sequence, 0) & lead_mask[sequence.size()];
  for (std::size_t i = 1; i < sequence.size(); ++i) value = value << 6 | (byte_at(sequence, i) & 0x3Fu);
  return value;
}

/// Characters that are well-formed but would move a cursor or hide text.
bool is_hidden(std::uint32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  return control || c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE007F);
}

bool must_be_escaped(std::uint32_t c) { return is_hidden(c) || c == '"' || c == '\\'; }

void append_hex(std::string& out, std::uint32_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789abcdef"[value >> shift & 0xF];
}

void append_escape(std::string& out, std::uint32_t c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  out += c < 0x80 ? "\\x" : "\\u{";
  append_hex(out, c, c < 0x80 ? 2 : c > 0xFFFF ? 6 : 4);
  if (c >= 0x80) out += '}';
}

}  // namespace

std::size_t utf8_sequence_length(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint8_t first = byte_at(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text, i)) return 0;
  }
  return length > 2 && !second_byte_fits(first, byte_at(text, 1)) ? 0 : length;
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  const Bytes bytes(as_bytes(text));
  std::size_t i = 0;
  while (i < text.size()) {
    if (text.size() - i >= 8 &&
        (load<std::uint64_t>(bytes.data() + i, ByteOrder::little) & 0x8080808080808080u) == 0) {
      i += 8;
      continue;
    }
    const std::size_t length = utf8_sequence_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

bool is_hidden(std::string_view sequence) {
  const std::uint32_t c = code_point(sequence);
  return is_hidden(c) && c != '\t' && c != '\n' && c != '\r';
}

std::string escaped(std::string_view text, std::size_t most) {
  std::string out;
  while (!text.empty()) {
    if (out.size() >= most) return out + "...";
    const std::size_t length = utf8_sequence_length(text);
    if (length == 0) {
      out += "\\x";
      append_hex(out, byte_at(text, 0), 2);
      text.remove_prefix(1);
      continue;
    }
    const std::uint32_t c = code_point(text.substr(0, length));
    if (must_be_escaped(c)) {
      append_escape(out, c);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string quoted(std::string_view text, std::size_t most) { return '"' + escaped(text, most) + '"'; }

std::string path_shown(std::string_view path, std::size_t most) {
  return path.empty() ? quoted(path) : escaped(path, most);
}

}  // namespace ggufproof
