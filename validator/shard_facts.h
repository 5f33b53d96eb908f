// What one shard says of the model that it is part of: kept after judging a file, so that the set can be
// judged when all its files have been seen. The file's bytes must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "validator/key_index.h"

namespace ggufproof {

/// A metadata value that a finding may point at.
struct FieldPlace {
  std::string at;  ///< such as kv[3].value
  Range range;
};

/// The value of a standard key, or nothing where the key is missing.
std::optional<FieldPlace> field_of(const KeyIndex& keys, KeyId id);

struct ShardFacts {
  std::uint64_t number = 0;                    ///< split.no, counted from 0
  std::uint64_t count = 0;                     ///< split.count; 0 where it is missing
  std::optional<std::uint64_t> total_tensors;  ///< split.tensors.count; nothing where it is negative, too
  bool states_number = false, states_total = false;  ///< whether the keys are there
  std::uint64_t alignment = 0;                       ///< bytes; 0 where none could be told
  Bytes head;  ///< the file's bytes up to its data; none where its structure broke
  FieldPlace number_field, count_field, total_field, alignment_field;
};

/// The facts of a file that is one of several: split.count is above 1 or split.no above 0. `alignment` in
/// bytes. Fields that are missing point to another one that is there.
std::optional<ShardFacts> shard_facts(const Document& document, const KeyIndex& keys,
                                      std::uint64_t alignment);

}  // namespace ggufproof
