// Texts that tools show to people: what a terminal would obey, or what would turn the direction of writing.
#include "validator/array_walk.h"
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

bool is_shown(std::string_view key) {
  return key.starts_with("general.") || key == "tokenizer.ggml.model" || key == "tokenizer.ggml.pre";
}

/// Controls but tab and line ends (NUL has a rule of its own), and what embeds, overrides or isolates a
/// direction.
bool is_obeyed(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) {
    return (byte(0) < 0x20 && byte(0) != 0 && byte(0) != '\t' && byte(0) != '\n' && byte(0) != '\r') ||
           byte(0) == 0x7F;
  }
  if (sequence.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;
  if (sequence.size() != 3 || byte(0) != 0xE2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||
         (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);
}

/// 1 for a byte that such a character begins with, else 0.
unsigned begins_obeyed(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return static_cast<unsigned>(byte < 0x20) | static_cast<unsigned>(byte == 0x7F) |
         static_cast<unsigned>(byte == 0xC2) | static_cast<unsigned>(byte == 0xE2);
}

/// Whether a text may hold such a character. Strides of a fixed length without an early end, so that a
/// compiler judges all bytes of one at once: hardly a text has any.
bool may_hold_obeyed(std::string_view text) {
  constexpr std::size_t stride = 32;
  unsigned found = 0;
  for (; text.size() >= stride && found == 0; text.remove_prefix(stride)) {
    for (std::size_t i = 0; i < stride; ++i) found |= begins_obeyed(text[i]);
  }
  for (const char c : text.substr(0, stride)) found |= begins_obeyed(c);
  return found != 0;
}

/// Reports the first such character of a text. `begin` is the offset of the text's bytes in the file; `path`
/// gives the text's field path, and is called for findings only.
template <class Path>
void judge(std::string_view text, std::uint64_t begin, const Path& path, std::string_view key,
           Report& report) {
  if (!may_hold_obeyed(text)) return;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, utf8_sequence_length(text.substr(i)));
    if (is_obeyed(text.substr(i, length))) {
      report.add(Rule::string_control, {begin + i, begin + i + length}, [&] {
        return Detail{path(), quoted(key), quoted(text) + " (byte " + number(i) + ")", ""};
      });
      return;
    }
    i += length;
  }
}

}  // namespace

void check_shown_texts(const Document& document, Report& report) {
  for (std::uint64_t i = 0; i < document.pair_at.size(); ++i) {
    const Pair pair = document.pair(i);
    if (!is_shown(pair.key)) continue;
    if (const auto text = document.as_string(pair)) {
      judge(
          *text, pair.value.end - text->size(), [&] { return pair_path(i, "value"); }, pair.key, report);
    }
    if (!pair.is(ValueType::array)) continue;
    const Array array = document.array(pair);
    if (!array.is(ValueType::string)) continue;
    Cursor cursor = document.cursor(array.elements.begin);
    Text text;
    for (std::uint64_t k = 0; k < array.count && cursor.take(text); ++k) {
      const auto path = [&] { return pair_path(i, "value[" + number(k) + "]"); };
      judge(text.bytes, cursor.at() - text.bytes.size(), path, pair.key, report);
    }
  }
}

}  // namespace ggufproof
