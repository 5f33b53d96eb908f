// Mutations named for the rules that they break: any valid file in, and out comes one in which exactly that
// rule fires, in the bytes that the mutation wrote. Whoever judges files can be held against that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/choices.h"
#include "generators/file_model.h"
#include "generators/wire.h"
#include "spec/rules.h"

namespace ggufproof {

/// A file beside others.
struct NamedBytes {
  std::string name;
  std::vector<std::uint8_t> bytes;
};

/// What a file is judged with.
struct Surroundings {
  std::string name;                    ///< of the file itself; none where empty
  std::vector<NamedBytes> beside;      ///< shards of the same model
  std::vector<std::uint8_t> original;  ///< the model that it is compared with; none where empty
  bool roundtrip = false;              ///< judged with its blocks sent round
};

/// A file that breaks a rule on purpose.
struct Mutation {
  Rule rule{};
  std::vector<std::uint8_t> before;  ///< the file without the edit: its errors, if any, are its own
  std::vector<std::uint8_t> bytes;   ///< the file with it
  std::vector<WireRange> written;    ///< of `bytes`; an empty range is a place where something is missing
  std::vector<WireRange>
      where;           ///< the rule fires here: in `written` or, where two places disagree, in the other
  std::string what{};  ///< what the edit does, such as "kv[3].value: 1 becomes 2"
  std::vector<Rule> entailed{};  ///< what may fire besides
  Surroundings around_before{}, around{};
};

/// Breaks one rule in a file, otherwise as the choices will have it. Rules about the structure are broken in
/// the file as it is. For the others, the pairs and tensors that the rule is about are put into the file
/// first, and pairs and tensors that would get in their way are left out: an adapter has no other tensors
/// than its own. Of the host, only what a community may call its own stays then, and its alignment. Nothing
/// where the rule cannot be broken so; why_no_mutation tells.
///
/// REQUIRES: a valid file in which tensors may have any name, such as any_file makes.
std::optional<Mutation> mutate_for(Rule rule, Choices& choices, const FileModel& host);

/// Why no mutation breaks the rule, as the end of a sentence, or empty where mutate_for does.
std::string_view why_no_mutation(Rule rule);

/// What the mutations of a rule do, each a line.
std::vector<std::string> mutations_of(Rule rule);

}  // namespace ggufproof
