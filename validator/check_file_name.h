// A file's name against what the file is.
#pragma once

#include <optional>
#include <string_view>

#include "validator/document.h"
#include "validator/finding.h"
#include "validator/key_index.h"
#include "validator/role.h"
#include "validator/shard_facts.h"

namespace ggufproof {

/// Judges the name of a file (its last part, without directories) against its metadata (clauses 14.1, 14.2
/// and 15); under an empty name what the metadata say of shards alone. Findings about metadata stand on the
/// value concerned, those about the name alone on the whole file.
void check_file_name(std::string_view name, const Document& document, const KeyIndex& keys, Role role,
                     const std::optional<ShardFacts>& shard, Report& report);

}  // namespace ggufproof
