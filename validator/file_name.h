// What a file's name says: the parts of the naming convention, and its place among shards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ggufproof {

/// The shard part of a name: PREFIX-00002-of-00005.gguf.
struct ShardName {
  std::string_view prefix;
  std::uint64_t number = 0;  ///< counted from 1
  std::uint64_t total = 0;
};

/// The shard part of a file's name (without directories), or nothing where it has none.
std::optional<ShardName> shard_name(std::string_view name);

/// PREFIX-NNNNN-of-MMMMM.gguf; `number` counts from 1 (llama.cpp:llama_split_path).
std::string shard_file_name(std::string_view prefix, std::uint64_t number, std::uint64_t total);

/// The parts of a name by the naming convention (document, GGUF Naming Convention). Each may be empty.
struct NameParts {
  std::string_view sidecar;   ///< mmproj or mtp
  std::string_view base;      ///< such as Hermes-2-Pro-Llama-3
  std::string_view size;      ///< such as 8x7B or 3.8B-ContextLength4k
  std::string_view version;   ///< such as v1.0
  std::string_view encoding;  ///< such as Q4_K_M; any word after a version, a known encoding elsewhere
  std::string_view type;      ///< LoRA or vocab
};

/// The parts of a file's name (without directories). What is no other part belongs to the base name before
/// the size and to the fine-tune after it.
NameParts name_parts(std::string_view name);

/// What stands before a shard part of any width, such as -001-of-014.gguf, or nothing where there is none.
std::optional<std::string_view> prefix_of_shard(std::string_view name);

/// Whether a name is that of a part of a file cut by other tools: .gguf-split-a, .gguf.part1of2, .gguf.001.
bool is_part_name(std::string_view name);

/// Whether a name is a digest, as stores of models name their files: 32 or more hex digits, before them
/// sha256- at most. Such a name says nothing about the file.
bool is_digest_name(std::string_view name);

/// Whether a word names a file type or a tensor type, such as Q4_K_M, in capitals or not.
bool is_encoding(std::string_view word);

/// Whether two texts are the same but for capitals, ASCII only, or one begins with the other in that sense.
bool agree(std::string_view a, std::string_view b);

/// A path up to and including its last slash; may be empty.
std::string_view directory_of(std::string_view path);

/// The last part of a path.
std::string_view base_name(std::string_view path);

}  // namespace ggufproof
