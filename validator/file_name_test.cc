// Names, among them the document's own examples, read as the document reads them.
#include "validator/file_name.h"

#include <gtest/gtest.h>

namespace ggufproof {
namespace {

struct Example {
  std::string_view name, sidecar, base, size, version, encoding, type;
};

void expect_parts(const Example& example) {
  const NameParts parts = name_parts(example.name);
  EXPECT_EQ(parts.sidecar, example.sidecar) << example.name;
  EXPECT_EQ(parts.base, example.base) << example.name;
  EXPECT_EQ(parts.size, example.size) << example.name;
  EXPECT_EQ(parts.version, example.version) << example.name;
  EXPECT_EQ(parts.encoding, example.encoding) << example.name;
  EXPECT_EQ(parts.type, example.type) << example.name;
}

// gguf.md, Validating Above Naming Convention: the examples, and the test cases of the Node.js function.
TEST(NameParts, AreThoseThatTheDocumentReads) {
  expect_parts({"Mixtral-8x7B-v0.1-KQ2.gguf", "", "Mixtral", "8x7B", "v0.1", "KQ2", ""});
  expect_parts({"Hermes-2-Pro-Llama-3-8B-F16.gguf", "", "Hermes-2-Pro-Llama-3", "8B", "", "F16", ""});
  expect_parts(
      {"Hermes-2-Pro-Llama-3-8B-v1.0-F16.gguf", "", "Hermes-2-Pro-Llama-3", "8B", "v1.0", "F16", ""});
  expect_parts({"Grok-100B-v1.0-Q4_0-00003-of-00009.gguf", "", "Grok", "100B", "v1.0", "Q4_0", ""});
  expect_parts({"Phi-3-mini-3.8B-ContextLength4k-instruct-v1.0.gguf", "", "Phi-3-mini",
                "3.8B-ContextLength4k", "v1.0", "", ""});
  expect_parts({"mtp-Qwen3-27B-v1.0-Q4_K_M.gguf", "mtp", "Qwen3", "27B", "v1.0", "Q4_K_M", ""});
  expect_parts({"mmproj-Qwen2-VL-7B-v1.0-F16.gguf", "mmproj", "Qwen2-VL", "7B", "v1.0", "F16", ""});
  expect_parts({"not-a-known-arrangement.gguf", "", "not-a-known-arrangement", "", "", "", ""});
}

TEST(NameParts, AreReadInNamesThatAreInUse) {
  expect_parts({"gemma-3-270m-q4_k_m.gguf", "", "gemma-3", "270m", "", "q4_k_m", ""});
  expect_parts({"Qwen2.5-14B-Instruct-1M-Q8_0.gguf", "", "Qwen2.5", "14B", "", "Q8_0", ""});
  expect_parts({"Phi-3-mini-4k-instruct-q4.gguf", "", "Phi-3-mini-4k-instruct-q4", "", "", "", ""});
  expect_parts({"ggml-vocab-llama-bpe.gguf", "", "ggml-vocab-llama-bpe", "", "", "", ""});
  expect_parts({"Mistral-7B-v0.3-F16-LoRA.gguf", "", "Mistral", "7B", "v0.3", "F16", "LoRA"});
  expect_parts({"Llama-3-8B-v1.0-vocab.gguf", "", "Llama-3", "8B", "v1.0", "", "vocab"});
}

TEST(NameParts, OfOddNamesAreEmptyAndNothingIsReadBeyondTheEnd) {
  for (const std::string_view name :
       {"", "-", "--", ".gguf", "-.gguf", "LoRA", "7B", "v1", "8x", "x7B", "7B-", "mtp-"}) {
    const NameParts parts = name_parts(name);
    EXPECT_EQ(parts.sidecar, name == "mtp-" ? "mtp" : "") << name;
    EXPECT_EQ(parts.size, name == "7B" || name == "7B-" ? "7B" : "") << name;
  }
}

// llama.cpp, llama_split_path: "%s-%05d-of-%05d.gguf" with split.no + 1.
TEST(ShardName, IsWhatLlamaCppWrites) {
  const auto shard = shard_name("Grok-100B-v1.0-Q4_0-00003-of-00009.gguf");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->prefix, "Grok-100B-v1.0-Q4_0");
  EXPECT_EQ(shard->number, 3u);
  EXPECT_EQ(shard->total, 9u);
  EXPECT_EQ(shard_file_name("a", 2, 65535), "a-00002-of-65535.gguf");
  EXPECT_EQ(shard_file_name("a", 123456, 7), "a-123456-of-00007.gguf");
}

TEST(ShardName, IsNotReadIntoOtherNames) {
  for (const std::string_view name : {"", "a.gguf", "-00001-of-00002.gguf", "a-0001-of-0002.gguf",
                                      "a-00001-of-00002", "a-00001-of-0000x.gguf", "a-00001-to-00002.gguf",
                                      "a_00001-of-00002.gguf", "a-00001-of-00002.gguf.part"}) {
    EXPECT_FALSE(shard_name(name)) << name;
  }
}

TEST(ShardPrefix, IsReadAtAnyWidth) {
  EXPECT_EQ(prefix_of_shard("a-b-001-of-014.gguf"), "a-b");
  EXPECT_EQ(prefix_of_shard("a-00003-of-00009.gguf"), "a");
  for (const std::string_view name :
       {"", "a.gguf", "a-of-3.gguf", "a-1-of-.gguf", "-1-of-2.gguf", "a1-of-2.gguf", "a-1-of-2"})
    EXPECT_FALSE(prefix_of_shard(name)) << name;
}

TEST(PartName, IsThatOfFilesCutByHand) {
  for (const std::string_view name :
       {"a.gguf-split-a", "a.gguf-split-ab", "a.gguf.part1of2", "a.part2of3", "a.gguf.part-aa",
        "a.gguf.partaa", "a.gguf.part_1", "a.gguf.part01-of-02", "a.gguf.part1", "a.gguf.001"})
    EXPECT_TRUE(is_part_name(name)) << name;
  for (const std::string_view name :
       {"", "a.gguf", "a.part", "a.gguf.part", "a.party", "a.partial", "a.part1of", "a.part1-of-",
        "a.part1-2", "a.partof2", "a.001", ".gguf-split-a", "a.gguf-split-"})
    EXPECT_FALSE(is_part_name(name)) << name;
}

TEST(DigestName, IsThatOfABlob) {
  const std::string digest = "0123456789abcdef0123456789ABCDEF";
  EXPECT_TRUE(is_digest_name(digest));
  EXPECT_TRUE(is_digest_name("sha256-" + digest));
  EXPECT_FALSE(is_digest_name(digest.substr(1)));
  EXPECT_FALSE(is_digest_name(digest + ".gguf"));
  EXPECT_FALSE(is_digest_name("sha256-"));
}

TEST(BaseName, IsTheLastPartOfAPath) {
  EXPECT_EQ(base_name("a/b/c.gguf"), "c.gguf");
  EXPECT_EQ(base_name("c.gguf"), "c.gguf");
  EXPECT_EQ(directory_of("a/b/c.gguf"), "a/b/");
  EXPECT_EQ(directory_of("c.gguf"), "");
  EXPECT_EQ(directory_of("/c.gguf"), "/");
}

TEST(Encoding, IsAFileTypeOrATensorType) {
  for (const std::string_view word : {"Q4_K_M", "q4_k_m", "F16", "BF16", "IQ2_XXS", "Q4_K", "MXFP4"})
    EXPECT_TRUE(is_encoding(word)) << word;
  for (const std::string_view word : {"", "Q4", "KQ2", "Q3_K_XL", "instruct", "FP16"})
    EXPECT_FALSE(is_encoding(word)) << word;
  EXPECT_TRUE(agree("Q4_K", "q4_k_m"));
  EXPECT_FALSE(agree("Q4_K_S", "Q4_K_M"));
}

}  // namespace
}  // namespace ggufproof
