// Metadata pairs: keys and values. Values are judged by one walk that sees strings, bools and floats wherever
// they stand, in arrays of arrays too. Arrays that the reader's quick look found plain are not walked again.
#include <array>
#include <cmath>

#include "validator/array_walk.h"
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/quick_look.h"
#include "validator/text.h"
#include "validator/text_scan.h"

namespace ggufproof {
namespace {

/// For each byte, whether every key may hold it.
constexpr std::array<bool, 256> plain_in_keys = [] {
  std::array<bool, 256> plain{};
  for (char c = 'a'; c <= 'z'; ++c) plain[static_cast<std::uint8_t>(c)] = true;
  for (char c = '0'; c <= '9'; ++c) plain[static_cast<std::uint8_t>(c)] = true;
  plain['_'] = plain['.'] = true;
  return plain;
}();

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// How many bytes of a key are the architecture's name with the dot behind it.
std::size_t architecture_bytes(std::string_view key, std::string_view architecture) {
  const bool below =
      key.size() > architecture.size() && key.starts_with(architecture) && key[architecture.size()] == '.';
  return below ? architecture.size() + 1 : 0;
}

/// The rule that a key's alphabet breaks, if any. Hyphens, and capitals in chat template names, stand in keys
/// that shipping converters write, so they have rules of their own.
std::optional<Rule> key_alphabet_fault(std::string_view key, std::string_view architecture) {
  constexpr std::string_view template_names = "tokenizer.chat_template.";
  std::optional<Rule> mild;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const char c = key[i];
    if (plain_in_keys[static_cast<std::uint8_t>(c)]) continue;
    if (c == '-') {
      if (mild && mild != Rule::key_architecture_hyphen) continue;
      const bool inherited = i < architecture_bytes(key, architecture);
      mild = inherited ? Rule::key_architecture_hyphen : Rule::key_hyphen;
    } else if (is_capital(c) && i >= template_names.size() && key.starts_with(template_names)) {
      mild = mild ? mild : Rule::key_template_name;
    } else {
      return Rule::key_charset;
    }
  }
  return mild;
}

bool has_empty_segment(std::string_view key) {
  return key.starts_with('.') || key.ends_with('.') || key.find("..") != std::string_view::npos;
}

/// Lists whose texts are tokens: some vocabularies hold raw bytes there.
bool holds_tokens(std::string_view key) {
  return key == "tokenizer.ggml.tokens" || key == "tokenizer.ggml.merges" ||
         key == "tokenizer.ggml.added_tokens";
}

void check_key(const Pair& pair, std::uint64_t i, std::string_view architecture, Report& report) {
  const std::string_view key = pair.key;
  const auto detail = [&](std::string got, std::string want = "") {
    return [&, got = std::move(got), want = std::move(want)] {
      return Detail{pair_path(i, "key"), "", got, want};
    };
  };
  if (key.empty()) {
    report.add(Rule::key_empty, {pair.whole.begin, pair.key_text.end}, detail("0 bytes", "at least 1"));
    return;
  }
  if (key.size() > limits::key_bytes) {
    report.add(Rule::key_too_long, pair.key_text, detail(number(key.size()) + " bytes", "at most 65535"));
  }
  if (key.size() > limits::reference_string_bytes) {
    report.add(Rule::string_too_long, pair.key_text, detail(number(key.size()) + " bytes", "at most 2^30"));
  }
  if (const auto rule = key_alphabet_fault(key, architecture)) {
    report.add(*rule, pair.key_text, detail(quoted(key)));
  }
  if (has_empty_segment(key)) report.add(Rule::key_segment_empty, pair.key_text, detail(quoted(key)));
}

/// Judges the strings, bools and floats of one value.
class ValueVisitor {
 public:
  ValueVisitor(const Document& document, const Pair& pair, std::uint64_t i, Report& report)
      : document_(document), pair_(pair), i_(i), report_(report), tokens_(holds_tokens(pair.key)) {}

  void head(const ElementPath& path, std::uint64_t depth, const RecordRead<ArrayRecord>& head) {
    const std::uint64_t count = head.record.count.value;
    if (static_cast<ValueType>(head.record.element_type) == ValueType::array && depth == 0) {
      report_.add(Rule::array_nested, head.fields[0],
                  [&] { return detail(path.text() + ".element_type", "arrays", ""); });
    }
    if (count > limits::reference_array_elements) {
      report_.add(Rule::array_too_many, head.fields[1], [&] {
        return detail(path.text() + ".count", number(count) + " elements", "at most 2^30");
      });
    }
    if (depth == limits::shared_nesting_depth && !deep_) {
      deep_ = true;
      report_.add(Rule::array_deep, head.fields[0],
                  [&] { return detail(path.text(), number(depth + 1) + " levels or more", "at most 4"); });
    }
  }

  void strings(const ElementPath& path, std::uint64_t depth, const StringRun& run) {
    if (surely_clean(document_.bytes, document_.version, run)) return;
    Cursor cursor = document_.cursor(run.bytes.begin);
    for (std::uint64_t i = run.first; i < run.first + run.count; ++i) {
      const std::uint64_t begin = cursor.at();
      Text text;
      cursor.take(text);
      text_findings(element_path(path, depth, i), text.bytes, {begin, cursor.at()});
    }
  }

  void scalars(const ElementPath& path, std::uint64_t depth, ValueType type, std::uint64_t count,
               Range range) {
    if (is_sound(type, range)) return;
    const std::uint64_t width = value_types[static_cast<std::size_t>(type)].bytes;
    for (std::uint64_t k = 0; k < count; ++k) {
      const Range element{range.begin + k * width, range.begin + (k + 1) * width};
      if (!is_sound(type, element)) number_finding(element_path(path, depth, k), type, element);
    }
  }

  void single() {
    const auto type = static_cast<ValueType>(pair_.type);
    if (type == ValueType::string) {
      text_findings({}, document_.as_string(pair_).value_or(""), pair_.value);
    } else if (!is_sound(type, pair_.value)) {
      number_finding({}, type, pair_.value);
    }
  }

 private:
  Detail detail(const std::string& below, std::string got, std::string want) const {
    return {pair_path(i_, "value") + below, quoted(pair_.key), std::move(got), std::move(want)};
  }

  static ElementPath element_path(ElementPath path, std::uint64_t depth, std::uint64_t index) {
    path.set(depth, index);
    return path;
  }

  void text_findings(const ElementPath& path, std::string_view text, Range range) {
    const std::uint64_t begin = range.end - text.size();
    if (text.size() <= limits::reference_string_bytes && surely_clean(document_.bytes, {begin, range.end}))
      return;
    if (text.size() > limits::reference_string_bytes) {
      report_.add(Rule::string_too_long, {range.begin, begin}, [&] {
        return detail(path.text() + ".length", number(text.size()) + " bytes", "at most 2^30");
      });
    }
    if (const auto invalid = first_invalid_utf8(text)) {
      report_.add(tokens_ ? Rule::string_token_not_utf8 : Rule::string_not_utf8,
                  {begin + *invalid, begin + *invalid + 1}, [&] {
                    return detail(path.text(), quoted(text) + " (byte " + number(*invalid) + ")", "UTF-8");
                  });
    }
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
      report_.add(Rule::string_nul, {begin + nul, begin + nul + 1},
                  [&] { return detail(path.text(), quoted(text), ""); });
    }
  }

  bool is_sound(ValueType type, Range range) const {
    return all_sound(document_.bytes, document_.order, type, range);
  }

  void number_finding(const ElementPath& path, ValueType type, Range range) {
    const std::uint8_t* from = document_.bytes.data() + range.begin;
    if (type == ValueType::boolean) {
      report_.add(Rule::value_bool, range, [&] { return detail(path.text(), number(*from), "0 or 1"); });
      return;
    }
    const double value = type == ValueType::f32 ? static_cast<double>(load<float>(from, document_.order))
                                                : load<double>(from, document_.order);
    if (value < 0 && std::isinf(value) && pair_.key.ends_with(".kda.gate_lower_bound")) return;  // none
    report_.add(Rule::value_not_finite, range, [&] {
      return detail(path.text(),
                    std::isnan(value) ? "NaN"
                    : value > 0       ? "+infinity"
                                      : "-infinity",
                    "a finite number");
    });
  }

  const Document& document_;
  const Pair& pair_;
  std::uint64_t i_;
  Report& report_;
  bool tokens_;
  bool deep_ = false;
};

}  // namespace

void check_metadata(const Document& document, Report& report) {
  const auto named = document.find("general.architecture");
  const auto architecture = (named ? document.as_string(*named) : std::nullopt).value_or(std::string_view());
  for (std::uint64_t i = 0; i < document.pair_at.size(); ++i) {
    const Pair pair = document.pair(i);
    check_key(pair, i, architecture, report);
    if (const auto before = document.index_of(pair.key); before && *before != i) {
      report.add(Rule::key_duplicate, pair.key_text, [&] {
        return Detail{pair_path(i, "key"), "",
                      quoted(pair.key) + ", which is kv[" + number(*before) + "] too", ""};
      });
    }
    ValueVisitor visitor(document, pair, i, report);
    if (document.plain_array[i]) continue;
    if (pair.is(ValueType::array)) {
      Cursor cursor = document.cursor(pair.value.begin);
      walk_array(cursor, visitor);
    } else {
      visitor.single();
    }
  }
}

}  // namespace ggufproof
