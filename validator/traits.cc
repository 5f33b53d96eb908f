// A trait that a rule is about is found by that rule alone; the few that offend no rule have a predicate here
// each, and what belongs to a tensor type follows from the table of types.
#include "validator/traits.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>

#include "spec/traits.h"
#include "validator/array_walk.h"
#include "validator/describe.h"
#include "validator/layout_map.h"
#include "validator/text.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

/// The field path of the first place where a trait shows; nothing where the file does not have it.
using Place = std::optional<std::string>;

/// Looks at each string below a value, in arrays too, until one fits.
struct TextSearch {
  const std::function<bool(std::string_view)>& fits;
  Place found{};

  void head(const ElementPath&, std::uint64_t, const RecordRead<ArrayRecord>&) {}
  void scalars(const ElementPath&, std::uint64_t, ValueType, std::uint64_t, Range) {}
  void string(const ElementPath& path, std::uint64_t, std::uint64_t index, std::string_view text, Range) {
    if (!found && fits(text)) found = path.text() + '[' + number(index) + ']';
  }
};

/// Whether a text is UTF-8 and not all ASCII.
bool is_beyond_ascii(std::string_view text) {
  const auto beyond = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  return std::any_of(text.begin(), text.end(), beyond) && !first_invalid_utf8(text);
}

Place first_pair(const Document& document, const std::function<bool(const Pair&)>& fits) {
  for (std::size_t i = 0; i < document.pair_at.size(); ++i) {
    if (fits(document.pair(i))) return pair_path(i, "value");
  }
  return std::nullopt;
}

Place first_key(const Document& document, const std::function<bool(std::string_view)>& fits) {
  for (std::size_t i = 0; i < document.pair_at.size(); ++i) {
    if (fits(document.key(i))) return pair_path(i, "key");
  }
  return std::nullopt;
}

Place first_tensor(const Document& document, std::string_view field,
                   const std::function<bool(const Tensor&)>& fits) {
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) {
    if (fits(document.tensor(i))) return tensor_path(i, field);
  }
  return std::nullopt;
}

/// The first text among values.
Place first_value(const Document& document, const std::function<bool(std::string_view)>& fits) {
  for (std::size_t i = 0; i < document.pair_at.size(); ++i) {
    const Pair pair = document.pair(i);
    if (const auto text = document.as_string(pair); text && fits(*text)) return pair_path(i, "value");
    if (!pair.is(ValueType::array)) continue;
    Cursor cursor = document.cursor(pair.value);
    TextSearch search{fits};
    walk_array(cursor, search);
    if (search.found) return pair_path(i, "value") + *search.found;
  }
  return std::nullopt;
}

/// The first text among values and names of tensors.
Place first_text(const Document& document, const std::function<bool(std::string_view)>& fits) {
  if (const Place value = first_value(document, fits)) return value;
  return first_tensor(document, "name", [&](const Tensor& tensor) { return fits(tensor.name); });
}

Place key_place(const Document& document, std::string_view key) {
  return first_pair(document, [&](const Pair& pair) { return pair.key == key; });
}

// --- one predicate a SHAPE_TRAIT row

Place alignment_not_32(const FileMap& map) {
  if (!map.alignment || *map.alignment == limits::default_alignment) return std::nullopt;
  return key_place(map.document, "general.alignment");
}

Place key_not_ascii(const FileMap& map) { return first_key(map.document, is_beyond_ascii); }

Place key_not_utf8(const FileMap& map) {
  return first_key(map.document, [](std::string_view key) { return first_invalid_utf8(key).has_value(); });
}

Place key_nul(const FileMap& map) {
  return first_key(map.document, [](std::string_view key) { return key.find('\0') != key.npos; });
}

Place shard_number(const FileMap& map) { return key_place(map.document, "split.no"); }

Place file_type_not_number(const FileMap& map) {
  return first_pair(map.document, [](const Pair& pair) {
    return pair.key == "general.file_type" && (pair.is(ValueType::string) || pair.is(ValueType::array));
  });
}

Place projector_without_image_size(const FileMap& map) {
  const auto sees = map.document.find("clip.has_vision_encoder");
  if (!sees || map.document.as_u64(*sees) != 1U || map.document.find("clip.vision.image_size"))
    return std::nullopt;
  return key_place(map.document, "clip.has_vision_encoder");
}

Place text_not_ascii(const FileMap& map) { return first_text(map.document, is_beyond_ascii); }

Place text_empty(const FileMap& map) {
  return first_value(map.document, [](std::string_view text) { return text.empty(); });
}

Place text_white_space(const FileMap& map) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  return first_text(map.document, [&](std::string_view text) {
    return !text.empty() && (is_space(text.front()) || is_space(text.back()));
  });
}

Place float_signalling_nan(const FileMap& map) {
  return first_pair(map.document, [&](const Pair& pair) {
    std::uint32_t bits = 0;
    if (!pair.is(ValueType::f32) || !map.document.cursor(pair.value).take(bits)) return false;
    return (bits & 0x7f800000) == 0x7f800000 && (bits & 0x007fffff) != 0 && (bits & 0x00400000) == 0;
  });
}

Place array_empty(const FileMap& map) {
  return first_pair(map.document, [&](const Pair& pair) {
    if (!pair.is(ValueType::array)) return false;
    const Array array = map.document.array(pair);
    return array.count == 0 && !array.is(ValueType::array);
  });
}

Place dimension_large(const FileMap& map) {
  constexpr std::uint64_t largest = std::uint64_t{1} << 32;
  return first_tensor(map.document, "dimensions", [](const Tensor& tensor) {
    return std::any_of(tensor.dimensions.begin(), tensor.dimensions.end(),
                       [](std::uint64_t n) { return n > largest; });
  });
}

struct Shape {
  ShapeTraitRow row;
  Place (*place)(const FileMap&);
};

constexpr std::array shapes{
#define SHAPE_TRAIT(predicate, name, words, witnesses, others) \
  Shape{{name, words, witnesses, others}, predicate},
#include "spec/traits.def"
};

// --- the three kinds of traits

/// Judges rules that are traits and no others. Where one finds so much that findings of others may not have
/// been kept, those that were found are left out of another round.
void add_rules(Bytes bytes, std::vector<Trait>& traits) {
  Options options;
  options.disabled.set();
  for (const RuleTraitRow& row : rule_traits) {
    options.disabled.reset(static_cast<std::size_t>(row.rule));
    options.severities.push_back({row.rule, Severity::note});
  }
  bool all_kept = false;
  while (!all_kept) {
    const Report report = validate(bytes, options).report;
    for (const Finding& finding : report.findings()) {
      const auto rule = static_cast<std::size_t>(finding.rule);
      if (options.disabled[rule]) continue;
      options.disabled.set(rule);
      const RuleRow& row = rule_row(finding.rule);
      const std::string subject = finding.subject.empty() ? "" : " (" + finding.subject + ")";
      traits.push_back({std::string(row.name), std::string(row.summary) + subject, finding.at});
    }
    all_kept = report.total() == report.findings().size();
  }
}

void add_shapes(const FileMap& map, std::vector<Trait>& traits) {
  for (const Shape& shape : shapes) {
    if (const Place place = shape.place(map))
      traits.push_back({std::string(shape.row.name), std::string(shape.row.words), *place});
  }
}

/// "type.q8-0" for "Q8_0".
std::string type_trait(std::string_view name) {
  std::string out = "type.";
  for (const char c : name)
    out += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

void add_types(const Document& document, std::vector<Trait>& traits) {
  for (const TensorTypeRow& row : tensor_types) {
    if (row.status == TensorTypeStatus::retired || row.type == TensorType::f32) continue;
    const auto id = static_cast<std::uint32_t>(row.type);
    const Place place =
        first_tensor(document, "type", [&](const Tensor& tensor) { return tensor.type == id; });
    if (place)
      traits.push_back({type_trait(row.name), "a tensor is of type " + tensor_type_shown(id), *place});
  }
}

}  // namespace

std::vector<Trait> traits_of(Bytes bytes) {
  std::vector<Trait> traits;
  add_rules(bytes, traits);
  const FileMap map = map_file(bytes);
  add_shapes(map, traits);
  add_types(map.document, traits);
  return traits;
}

}  // namespace ggufproof
