// What readers stumble over, against the corpus: every trait is found in its witnesses and, beside what a
// witness cannot do without, nothing else is, so that a reader that fails one fails it because of the trait.
#include "spec/traits.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <gtest/gtest.h>

#include "generators/case_files.h"
#include "generators/case_memory.h"
#include "generators/case_text.h"
#include "spec/tables.h"
#include "validator/traits.h"

namespace ggufproof {
namespace {

/// A row of spec/traits.def, whatever its kind.
struct TraitRow {
  std::string name;
  std::vector<std::string> witnesses;
  std::vector<std::string> others;
};

std::vector<std::string> split(std::string_view text, std::string_view between) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + between.size(), text.size()));
  }
  return parts;
}

const std::vector<TraitRow>& all_traits() {
  static const std::vector<TraitRow> rows = [] {
    std::vector<TraitRow> made;
    for (const RuleTraitRow& row : rule_traits)
      made.push_back(
          {std::string(rule_row(row.rule).name), split(row.witnesses, " "), split(row.others, " ")});
    for (const ShapeTraitRow& row : shape_traits)
      made.push_back({std::string(row.name), split(row.witnesses, " "), split(row.others, " ")});
    for (const TensorTypeRow& row : tensor_types) {
      if (row.status == TensorTypeStatus::retired || row.type == TensorType::f32) continue;
      std::string name(row.name);
      for (char& c : name)
        c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      made.push_back({"type." + name, {"types/" + name}, {}});
    }
    return made;
  }();
  return rows;
}

/// The case of this id or path.
std::optional<Case> find_case(std::string_view name) {
  static const std::vector<CaseText> corpus = read_cases(GGUFPROOF_CORPUS_DIR);
  const auto found = std::find_if(corpus.begin(), corpus.end(),
                                  [&](const CaseText& text) { return text.id == name || text.path == name; });
  if (found == corpus.end()) return std::nullopt;
  auto read = parse_case(found->text);
  return std::holds_alternative<Case>(read) ? std::optional(std::get<Case>(std::move(read))) : std::nullopt;
}

std::set<std::string> names_of(const Case& the_case) {
  const CaseMemory file(the_case.file);
  std::set<std::string> names;
  for (const Trait& trait : traits_of(file.bytes())) {
    EXPECT_FALSE(trait.words.empty() || trait.at.empty()) << trait.name;
    EXPECT_TRUE(names.insert(trait.name).second) << trait.name << " twice";
  }
  return names;
}

TEST(Traits, AreFoundInTheirWitnessesAlone) {
  for (const TraitRow& row : all_traits()) {
    EXPECT_FALSE(row.witnesses.empty()) << row.name;
    for (const std::string& id : row.witnesses) {
      const auto witness = find_case(id);
      ASSERT_TRUE(witness) << row.name << ": no case " << id;
      EXPECT_NE(*witness->expect, CaseClass::invalid) << id;
      auto names = names_of(*witness);
      EXPECT_EQ(names.erase(row.name), 1U) << id << " does not have " << row.name;
      for (const std::string& other : row.others) names.erase(other);
      EXPECT_TRUE(names.empty()) << id << ", a witness of " << row.name << ", has " << *names.begin();
    }
  }
}

TEST(Traits, AreNotFoundNextToTheirWitnesses) {
  for (const TraitRow& row : all_traits()) {
    for (const std::string& id : row.witnesses) {
      const auto witness = find_case(id);
      ASSERT_TRUE(witness) << id;
      for (const std::string& path : witness->near)
        EXPECT_FALSE(names_of(*find_case(path)).contains(row.name)) << path << " has " << row.name;
    }
  }
}

TEST(Traits, PlainFilesHaveNone) {
  for (const char* id : {"header/smallest", "layout/offset-aligned", "types/f32", "metadata/every-type"})
    EXPECT_EQ(names_of(*find_case(id)), std::set<std::string>()) << id;
}

TEST(Traits, ThatReadersStumbleOverAreKnown) {
  for (const TroubleRow& trouble : troubles) {
    const auto row = std::find_if(all_traits().begin(), all_traits().end(),
                                  [&](const TraitRow& trait) { return trait.name == trouble.trait; });
    ASSERT_NE(row, all_traits().end()) << trouble.trait;
    EXPECT_EQ(std::count(row->witnesses.begin(), row->witnesses.end(), trouble.witness), 1)
        << trouble.witness;
    for (const std::string& reader : split(trouble.readers, ", "))
      EXPECT_EQ(std::count(known_readers.begin(), known_readers.end(), reader), 1) << reader;
  }
}

// A thousand findings of one rule do not hide those of another.
TEST(Traits, AreAllFoundWhereOneShowsOften) {
  const auto read = parse_case(R"(
magic "GGUF"  version u32 3  tensor_count u64 1  metadata_kv_count u64 2
kv "general.architecture" string "example"
kv "example.list" array string [repeat 2000 { "\xff" }]
tensor "n" x 64 dims 1  type q8_1  offset 0
)");
  ASSERT_TRUE(std::holds_alternative<Case>(read));
  const std::set<std::string> wanted{"string.not-utf8", "tensor.name-64-bytes", "tensor.row-not-blocks",
                                     "type.q8-1"};
  EXPECT_EQ(names_of(std::get<Case>(read)), wanted);
}

}  // namespace
}  // namespace ggufproof
