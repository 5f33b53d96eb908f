// The manifest against its schema and against a case worked out by hand; the committed files against their
// texts; and the page of the language against the language.
#include "generators/corpus_export.h"

#include <regex>

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

using Json = nlohmann::json;

const std::filesystem::path folder = GGUFPROOF_CORPUS_DIR;

const Corpus& corpus() {
  static const auto loaded = load_corpus(folder);
  static const Corpus none;
  if (const auto* fault = std::get_if<CorpusFault>(&loaded)) {
    ADD_FAILURE() << fault->file.path << ": " << fault->file.what;
    return none;
  }
  return std::get<Corpus>(loaded);
}

const CorpusEntry& entry(std::string_view path) {
  for (const CorpusEntry& candidate : corpus().entries) {
    if (candidate.text.path == path) return candidate;
  }
  ADD_FAILURE() << "no case " << path;
  static const CorpusEntry none;
  return none;
}

TEST(CorpusExport, CommittedFilesAreFresh) {
  for (const FileFault& fault : stale_files(corpus(), folder))
    ADD_FAILURE() << "corpus/" << fault.path << ' ' << fault.what;
  EXPECT_GT(corpus().entries.size(), 200U);
}

// The file: 24 bytes of header; a pair of 8 + 20 + 4 + 8 + 7 = 47; infos of 33 each, the last 8 of which are
// the offset.
TEST(CorpusExport, AnEntryTellsAllOfACase) {
  const auto told = manifest_entry(entry("invalid/layout/overlap-inside"));
  const auto wanted = Json::parse(R"({
    "id": "layout/overlap-inside", "file": "invalid/layout/overlap-inside.gguf", "size": 256, "class": "invalid",
    "verdict": {"default": "invalid", "spec": "invalid", "ggml": "invalid", "ggml-header": "invalid"},
    "rule": "layout.overlap", "at": "tensor[1].offset", "begin": 129, "end": 137, "clause": "8.3",
    "also": [], "near": ["layout/neighbours"], "flags": [], "links": [], "cve": [], "readers": [],
    "why": "clause 8.3: the second tensor lies inside the first"})");
  for (const auto& [key, value] : wanted.items()) EXPECT_EQ(Json(told).at(key), value) << key;
  EXPECT_EQ(told.size(), wanted.size() + 1) << "sha256 besides";
}

// By sha256sum over printf 'GG'.
TEST(CorpusExport, DigestsAreSha256) {
  EXPECT_EQ(entry("invalid/header/cut-in-magic").sha256(),
            "bee30e5b6d59c1bdf10100ef331706553fd3c4e6b0a342a092c6f6f733b8be36");
}

TEST(CorpusExport, FlagsSayWhatCanBeSeen) {
  EXPECT_EQ(Json(manifest_entry(entry("disputed/header/big-endian"))["flags"]), Json({"big-endian"}));
  EXPECT_EQ(Json(manifest_entry(entry("valid/arrays/2-30-elements"))["flags"]), Json({"memory", "large"}));
}

// --- the schema: just the words that it uses, so that one word too many fails

void check(const Json& value, const Json& schema, const std::string& at);

void check_object(const Json& value, const Json& schema, const std::string& at) {
  for (const auto& name : schema.value("required", Json::array()))
    EXPECT_TRUE(value.contains(name)) << at << " lacks " << name;
  for (const auto& [name, member] : value.items()) {
    ASSERT_TRUE(schema.at("properties").contains(name)) << at << " has " << name;
    check(member, schema.at("properties").at(name), at + '.' + name);
  }
}

void check(const Json& value, const Json& schema, const std::string& at) {
  const std::string type = schema.at("type");
  for (const auto& [word, ignored] : schema.items()) {
    const std::vector<std::string> known{
        "$schema", "additionalProperties", "description", "enum",  "items", "minimum",
        "pattern", "properties",           "required",    "title", "type"};
    EXPECT_NE(std::find(known.begin(), known.end(), word), known.end())
        << word << " is not checked by this test";
  }
  if (type == "object") {
    ASSERT_TRUE(value.is_object()) << at;
    EXPECT_EQ(schema.at("additionalProperties"), false) << at;
    check_object(value, schema, at);
  } else if (type == "array") {
    ASSERT_TRUE(value.is_array()) << at;
    for (std::size_t i = 0; i < value.size(); ++i)
      check(value[i], schema.at("items"), at + '[' + std::to_string(i) + ']');
  } else if (type == "integer") {
    EXPECT_TRUE(value.is_number_unsigned() && schema.at("minimum") == 0) << at;
  } else {
    ASSERT_TRUE(type == "string" && value.is_string()) << at;
    const std::string text = value;
    if (schema.contains("pattern")) {
      EXPECT_TRUE(std::regex_search(text, std::regex(std::string(schema.at("pattern")))))
          << at << ": " << text;
    }
    if (schema.contains("enum")) {
      const auto& allowed = schema.at("enum");
      EXPECT_NE(std::find(allowed.begin(), allowed.end(), value), allowed.end()) << at << ": " << text;
    }
  }
}

TEST(CorpusExport, TheManifestFitsItsSchema) {
  const Json schema = Json::parse(read_file(folder / "manifest.schema.json").value_or("null"));
  std::vector<const CorpusEntry*> entries;
  for (const CorpusEntry& one : corpus().entries) entries.push_back(&one);
  const Json manifest = Json::parse(manifest_text(corpus().version, entries));
  check(manifest, schema, "manifest");
  EXPECT_EQ(manifest.at("cases").size(), corpus().entries.size());
  EXPECT_NE(read_file(folder / "CHANGELOG.md").value_or("").find("\n## " + corpus().version + "\n"),
            std::string::npos);
}

// --- the page

/// The blocks of a page that are marked ```case.
std::vector<std::string> examples(const std::string& page) {
  const std::string open = "```case\n";
  std::vector<std::string> found;
  for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at + 1))
    found.push_back(page.substr(at + open.size(), page.find("```", at + open.size()) - at - open.size()));
  return found;
}

TEST(CorpusReadme, ItsExamplesAreCases) {
  const auto found = examples(read_file(folder / "README.md").value_or(""));
  ASSERT_GE(found.size(), 2U);
  for (const std::string& text : found) {
    const auto read = parse_case(text);
    if (const auto* error = std::get_if<CaseError>(&read))
      ADD_FAILURE() << message_of(*error) << '\n' << text;
  }
  const auto first = parse_case(found[0]);
  ASSERT_TRUE(std::holds_alternative<Case>(first));
  EXPECT_EQ(std::get<Case>(first).file.bytes(), entry("invalid/layout/offset-unaligned").read.file.bytes());
}

// Each statement of the table, alone: `...` in code, which may hold several with commas between them.
TEST(CorpusReadme, StatementsOfItsTableAreStatements) {
  const std::string page = read_file(folder / "README.md").value_or("");
  const std::size_t begin = page.find("| statement |"), end = page.find("\n\n", begin);
  ASSERT_NE(begin, std::string::npos);
  const std::string table = page.substr(begin, end - begin);
  const std::regex code(
      R"(`((?:order|magic|version|counts|tensor|metadata_kv|kv|pad|data|hex|raw|sparse|repeat)[^`]*)`)");
  int seen = 0;
  for (std::sregex_iterator at(table.begin(), table.end(), code), none; at != none; ++at) {
    std::string text = (*at)[1];
    if (text.find("...") != std::string::npos) text = text.substr(0, text.find("...")) + "hex 00 }";
    if (text.starts_with("data elided") || text.starts_with("sparse 65536")) continue;
    const auto read = parse_case("tensor \"name\" dims type f32 offset 0 " + text);
    if (const auto* error = std::get_if<CaseError>(&read))
      ADD_FAILURE() << message_of(*error) << '\n' << text;
    ++seen;
  }
  EXPECT_GE(seen, 20);
}

}  // namespace
}  // namespace ggufproof
