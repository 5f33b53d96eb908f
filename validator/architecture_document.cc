// The document's own lists, row by row. Arrays with one value for each block are taken where converters write
// them, though the document does not mention them.
#include "validator/architecture_document.h"

#include <array>

#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

enum class KeyKind { count, u32, f32, boolean, string };

struct LlmKey {
  std::string_view name;
  KeyKind kind;
};

constexpr std::array llm_keys{
#define LLM_KEY(name, kind) LlmKey{name, KeyKind::kind},
#include "spec/documented_keys.def"
};

struct DocumentedKey {
  std::string_view architecture, name;
};

constexpr std::array documented_keys{
#define DOCUMENTED_KEY(architecture, name) DocumentedKey{architecture, name},
#include "spec/documented_keys.def"
};

bool is_count(std::uint32_t type) {
  return type == static_cast<std::uint32_t>(ValueType::u32) ||
         type == static_cast<std::uint32_t>(ValueType::u64);
}

bool has_kind(const Document& document, const Pair& pair, KeyKind kind) {
  const bool one_a_block = kind == KeyKind::count || kind == KeyKind::u32;
  if (one_a_block && pair.is(ValueType::array)) {
    const std::uint32_t element = document.array(pair).element_type;
    return is_count(element) || element == static_cast<std::uint32_t>(ValueType::i32);
  }
  switch (kind) {
    case KeyKind::count:
      return is_count(pair.type);
    case KeyKind::u32:
      return pair.is(ValueType::u32);
    case KeyKind::f32:
      return pair.is(ValueType::f32);
    case KeyKind::boolean:
      return pair.is(ValueType::boolean);
    case KeyKind::string:
      return pair.is(ValueType::string);
  }
  return true;
}

std::string_view name_of(KeyKind kind) {
  constexpr std::array<std::string_view, 5> names{"u64 or u32", "u32", "f32", "bool", "string"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

void check_documented_keys(const ArchitectureFile& file, bool whole,
                           const std::set<std::string, std::less<>>& missed, Report& report) {
  const Document& document = file.document();
  for (const LlmKey& row : llm_keys) {
    const auto i = file.pair_of(row.name);
    if (!i) continue;
    const Pair pair = document.pair(*i);
    if (has_kind(document, pair, row.kind)) continue;
    report.add(Rule::model_documented_type, pair.type_field, [&] {
      return Detail{pair_path(*i, "value_type"), quoted(pair.key), value_type_shown(pair.type),
                    std::string(name_of(row.kind))};
    });
  }
  const bool told =
      report.severity_of(Rule::model_key_missing) >= report.severity_of(Rule::model_documented_missing);
  for (const DocumentedKey& row : documented_keys) {
    if (!whole || row.architecture != file.architecture() || file.pair_of(row.name)) continue;
    if (told && missed.contains(row.name)) continue;
    report.add(Rule::model_documented_missing, {document.metadata_end, document.metadata_end}, [&] {
      return Detail{"metadata", quoted(file.key_name(row.name)), "no such key", ""};
    });
  }
}

}  // namespace ggufproof
