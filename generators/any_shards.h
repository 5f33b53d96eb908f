// Any valid model in several files, and names of files as readers look for them or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generators/choices.h"
#include "generators/file_model.h"

namespace ggufproof {

/// A file and the name that it is to have.
struct NamedModel {
  std::string name;
  FileModel file;
};

/// The name of shard `number`, counted from 0, of `count`: PREFIX-00001-of-00002.gguf.
std::string name_of_shard(const std::string& prefix, std::uint64_t number, std::uint64_t count);

/// A model in two to four files named for `prefix`: a whole llama or a file of any_file's, its tensors dealt
/// out in order, so that the first shard may have none; every shard states its place and the alignment, and
/// the first one has all else.
std::vector<NamedModel> any_shards(Choices& choices, const std::string& prefix);

/// A name for a file, good: what the document suggests, from the base name alone to size, version and
/// encoding.
std::string any_good_name(Choices& choices);

/// A name that a rule is about: another extension, a shard's number that is none, parts to be joined.
std::string any_bad_name(Choices& choices);

}  // namespace ggufproof
