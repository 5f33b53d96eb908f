// The validator's one entry: bytes in, findings out. Never throws, prints, aborts, or allocates by an
// untrusted count; work and memory are linear in the bytes that are there.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "validator/finding.h"
#include "validator/role.h"
#include "validator/shard_facts.h"
#include "validator/values/check_values.h"

namespace ggufproof {

/// How much of the data section is looked at.
enum class DataDepth { none, bounds, values };

struct Options {
  Profile profile = Profile::deflt;
  DataDepth data = DataDepth::bounds;
  std::uint64_t max_findings = limits::findings_kept;
  RuleSet disabled{};                        ///< rules that are not judged
  std::vector<SeverityChange> severities{};  ///< the later one counts
  std::string_view name{};                   ///< the file's name without directories; not judged if empty
  DataReading reading{};                     ///< how values are read
};

/// What is known of a file after judging it.
struct Judgement {
  Report report;
  Role role{};
  std::uint32_t version = 0;  ///< 0 where it could not be read
  ByteOrder order = ByteOrder::little;
  std::uint64_t size = 0;             ///< bytes of the file
  std::uint64_t pairs = 0;            ///< metadata pairs read
  std::uint64_t tensors = 0;          ///< tensor infos read
  std::optional<ShardFacts> shard{};  ///< of a file that is one of several, for judging the set
};

/// Judges a whole file. `bytes` are those of the file from its first to its last.
Judgement validate(Bytes bytes, const Options& options = {});

}  // namespace ggufproof
