// Reading names word by word. The document's regular expression wants a version and backtracks without bound;
// reading hyphenated words costs one pass and takes all of the document's own examples.
#include "validator/file_name.h"

#include <algorithm>
#include <array>

#include "spec/file_types.h"

namespace ggufproof {
namespace {

constexpr std::string_view extension = ".gguf";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

std::uint64_t to_number(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

/// The number of leading characters that make a decimal number such as 7 or 3.8.
std::size_t decimal_length(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  if (n == 0 || n + 1 >= text.size() || text[n] != '.' || !is_digit(text[n + 1])) return n;
  ++n;
  while (n < text.size() && is_digit(text[n])) ++n;
  return n;
}

/// 7B, 8x7B, 3.8B, 560M. Small b and m are common (7b, 270m); a small k counts tokens of context.
bool is_size(std::string_view word) {
  std::size_t n = decimal_length(word);
  if (n > 0 && n < word.size() && word[n] == 'x') {
    word.remove_prefix(n + 1);
    n = decimal_length(word);
  }
  return n > 0 && n + 1 == word.size() && std::string_view("QTBMKbm").find(word[n]) != std::string_view::npos;
}

/// What may follow a size: letters, a number, letters, such as ContextLength4k.
bool is_size_attribute(std::string_view word) {
  std::size_t n = 0;
  while (n < word.size() && is_letter(word[n])) ++n;
  const std::size_t number = decimal_length(word.substr(n));
  return n > 0 && number > 0 && n + number < word.size() &&
         std::all_of(word.begin() + static_cast<std::ptrdiff_t>(n + number), word.end(), is_letter);
}

/// v1, v1.0, v0.1.2.
bool is_version(std::string_view word) {
  return word.size() > 1 && word[0] == 'v' && is_digit(word[1]) &&
         std::all_of(word.begin() + 1, word.end(), [](char c) { return is_digit(c) || c == '.'; });
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('-') + 1); }

std::string_view without_last_word(std::string_view name) {
  const std::size_t hyphen = name.rfind('-');
  return name.substr(0, hyphen == std::string_view::npos ? 0 : hyphen);
}

/// Reads the size, the first word of its form, and with it where the base name ends.
void read_size(std::string_view name, NameParts& parts) {
  parts.base = name;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find('-', at), name.size());
    if (is_size(name.substr(at, end - at))) {
      const std::string_view next =
          end < name.size() ? name.substr(end + 1, name.find('-', end + 1) - end - 1) : "";
      parts.size = name.substr(at, end - at + (is_size_attribute(next) ? 1 + next.size() : 0));
      parts.base = name.substr(0, at > 0 ? at - 1 : 0);
      return;
    }
    at = end + 1;
  }
}

}  // namespace

std::optional<std::string_view> prefix_of_shard(std::string_view name) {
  if (!name.ends_with(extension)) return std::nullopt;
  name.remove_suffix(extension.size());
  const auto take_digits = [&] {
    std::size_t n = 0;
    while (n < name.size() && is_digit(name[name.size() - n - 1])) ++n;
    name.remove_suffix(n);
    return n > 0;
  };
  if (!take_digits() || !name.ends_with("-of-")) return std::nullopt;
  name.remove_suffix(std::string_view("-of-").size());
  if (!take_digits() || name.size() < 2 || !name.ends_with('-')) return std::nullopt;
  return name.substr(0, name.size() - 1);
}

bool is_part_name(std::string_view name) {
  const std::size_t at = name.rfind('.');
  if (at == std::string_view::npos || at == 0) return false;
  std::string_view last = name.substr(at + 1);
  if (all_digits(last)) return last.size() == 3 && name.substr(0, at).ends_with(extension);
  const auto take = [&](std::string_view word) {
    const bool found = last.starts_with(word);
    if (found) last.remove_prefix(word.size());
    return found;
  };
  const bool marked = take("gguf-split-") || take("part-") || take("part_");
  if (!marked && !take("part")) return false;
  const std::size_t digits = std::min(last.find_first_not_of("0123456789"), last.size());
  last.remove_prefix(digits);
  if (digits > 0) {
    const bool counted = take("of") || take("-of-") || take("_of_");
    return counted ? !last.empty() && all_digits(last) : last.empty();
  }
  // Of words in lower case only two letters are sure: .partial is none.
  const bool fits = marked ? last.size() >= 1 && last.size() <= 3 : last.size() == 2;
  return fits && std::all_of(last.begin(), last.end(), is_letter);
}

bool is_digest_name(std::string_view name) {
  constexpr std::size_t shortest = 32;
  if (name.starts_with("sha256-") || name.starts_with("sha256:")) name.remove_prefix(7);
  return name.size() >= shortest && std::all_of(name.begin(), name.end(), [](char c) {
           return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
         });
}

bool is_encoding(std::string_view word) {
  const auto same = [&](std::string_view known) {
    return word.size() == known.size() && std::equal(word.begin(), word.end(), known.begin(),
                                                     [](char a, char b) { return lower(a) == lower(b); });
  };
  return std::any_of(file_types.begin(), file_types.end(),
                     [&](const auto& row) { return same(encoding_of(row)); }) ||
         std::any_of(tensor_types.begin(), tensor_types.end(),
                     [&](const auto& row) { return same(row.name); });
}

bool agree(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shorter), b.begin(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view directory_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

std::optional<ShardName> shard_name(std::string_view name) {
  constexpr std::string_view middle = "-of-";
  constexpr std::size_t digits = 5, tail = 1 + digits + middle.size() + digits;
  if (!name.ends_with(extension)) return std::nullopt;
  name.remove_suffix(extension.size());
  if (name.size() <= tail) return std::nullopt;
  const std::string_view part = name.substr(name.size() - tail);
  const std::string_view number = part.substr(1, digits), total = part.substr(tail - digits);
  if (part[0] != '-' || part.substr(1 + digits, middle.size()) != middle || !all_digits(number) ||
      !all_digits(total)) {
    return std::nullopt;
  }
  return ShardName{name.substr(0, name.size() - tail), to_number(number), to_number(total)};
}

std::string shard_file_name(std::string_view prefix, std::uint64_t number, std::uint64_t total) {
  const auto five = [](std::uint64_t n) {
    const std::string digits = std::to_string(n);
    return std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
  };
  return std::string(prefix) + '-' + five(number) + "-of-" + five(total) + std::string(extension);
}

NameParts name_parts(std::string_view name) {
  NameParts parts;
  if (const auto shard = shard_name(name)) {
    name = shard->prefix;
  } else if (name.ends_with(extension)) {
    name.remove_suffix(extension.size());
  }
  for (const std::string_view sidecar : {"mmproj", "mtp"}) {
    if (!name.starts_with(sidecar) || !name.substr(sidecar.size()).starts_with('-')) continue;
    parts.sidecar = name.substr(0, sidecar.size());
    name.remove_prefix(sidecar.size() + 1);
  }
  const auto take_last = [&](std::string_view& part) {
    part = last_word(name);
    name = without_last_word(name);
  };
  if (last_word(name) == "LoRA" || last_word(name) == "vocab") take_last(parts.type);
  if (is_encoding(last_word(name)) || is_version(last_word(without_last_word(name))))
    take_last(parts.encoding);
  if (is_version(last_word(name))) take_last(parts.version);
  read_size(name, parts);
  return parts;
}

}  // namespace ggufproof
