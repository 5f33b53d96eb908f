// The dictionary by the grammar that libFuzzer states, and the engines themselves, which must take it whole.
#include "generators/dictionary.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "generators/gguf_make_fixture.h"

namespace ggufproof {
namespace {

/// The bytes of a line: [name=]"...", where a backslash is followed by another, by a quote, or by x and two
/// digits (llvm: FuzzerUtil.cpp:ParseOneDictionaryEntry).
std::optional<std::string> parsed(std::string_view line) {
  const std::size_t open = line.find('"');
  if (open == line.npos || line.size() < open + 2 || line.back() != '"') return std::nullopt;
  std::string_view rest = line.substr(open + 1, line.size() - open - 2);
  std::string bytes;
  while (!rest.empty()) {
    const bool hex = rest.size() >= 4 && rest.starts_with("\\x") && isxdigit(rest[2]) && isxdigit(rest[3]);
    const bool plain = isprint(rest[0]) && rest[0] != '\\' && rest[0] != '"';
    if (!hex && !plain) return std::nullopt;
    bytes += hex ? static_cast<char>(std::stoi(std::string(rest.substr(2, 2)), nullptr, 16)) : rest[0];
    rest.remove_prefix(hex ? 4 : 1);
  }
  return bytes;
}

TEST(Dictionary, hasLinesThatMeanItsEntries) {
  const auto entries = dictionary();
  std::istringstream text(dictionary_text(entries));
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line.front(), '#');
  for (const DictionaryEntry& entry : entries) {
    ASSERT_TRUE(std::getline(text, line));
    EXPECT_EQ(parsed(line), entry.bytes) << line;
    EXPECT_TRUE(line.starts_with(entry.name + "=")) << line;
    EXPECT_TRUE(std::ranges::all_of(entry.name, [](char c) { return isalnum(c) || c == '_'; })) << line;
    EXPECT_FALSE(entry.bytes.empty());
    EXPECT_LE(entry.bytes.size(), most_entry_bytes);
  }
  EXPECT_FALSE(std::getline(text, line));
}

TEST(Dictionary, hasWhatTheDocumentNames) {
  const auto entries = dictionary();
  const auto has = [&](std::string_view bytes) {
    return std::ranges::count(entries, bytes, &DictionaryEntry::bytes) == 1;
  };
  for (const std::string_view bytes :
       {"GGUF", "general.alignment", "tokenizer.ggml.tokens", ".context_length", "llama", "gpt2", "</s>"})
    EXPECT_TRUE(has(bytes)) << bytes;
  EXPECT_TRUE(has(std::string_view("\x03\0\0\0", 4)));          // version 3, and u16
  EXPECT_TRUE(has(std::string_view("\0\0\0\x0c", 4)));          // f64, and Q4_K, big-endian
  EXPECT_TRUE(has(std::string_view("\x1e\0\0\0", 4)));          // BF16
  EXPECT_TRUE(has(std::string_view("\0\0\0\0\0\0\0\x80", 8)));  // 2^63
}

class DictionaryInUse : public GgufMake {
 protected:
  void SetUp() override { ASSERT_EQ(run("dict -o gguf.dict").code, 0); }

  /// Runs a command in the folder, and what it says.
  std::string said(const std::string& command) const {
    const auto all = folder_ / "said";
    const std::string line = "cd " + folder_.string() + " && { " + command + "\n} >" + all.string() + " 2>&1";
    EXPECT_EQ(std::system(line.c_str()), 0) << read_file(all).value_or("");
    return read_file(all).value_or("");
  }
};

TEST_F(DictionaryInUse, libFuzzerTakesAllOfIt) {
  put("target.c",
      "#include <stddef.h>\n#include <stdint.h>\n"
      "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return (void)data, (void)size, 0; }\n");
  const std::string says =
      said("clang-14 -fsanitize=fuzzer target.c -o target && ./target -dict=gguf.dict -runs=10");
  const std::string entries = std::to_string(dictionary().size());
  EXPECT_NE(says.find("Dictionary: " + entries + " entries"), std::string::npos) << says;
}

TEST_F(DictionaryInUse, aflTakesAllOfIt) {
  put("target.c", "#include <unistd.h>\nint main(void) { char c; return read(0, &c, 1) == 2; }\n");
  const std::string says = said(
      "mkdir in && echo GGUF > in/a && afl-clang-fast target.c -o target && "
      "AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 "
      "timeout 60 afl-fuzz -V 1 -i in -o out -x gguf.dict -- ./target");
  EXPECT_NE(says.find("Loaded " + std::to_string(dictionary().size()) + " extra tokens"), std::string::npos)
      << says;
}

}  // namespace
}  // namespace ggufproof
