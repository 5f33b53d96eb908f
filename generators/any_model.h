// Any valid file with a task: a whole small llama that llama.cpp loads, its vocabulary alone, an adapter, a
// projector, an importance matrix, a control vector. any_file makes files of no task, in which everything may
// stand.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "generators/choices.h"
#include "generators/file_model.h"

namespace ggufproof {

/// A whole llama: one or two blocks, every key and tensor that llama.cpp asks for in the shapes that follow
/// from the keys, with few or as many heads for keys as for queries, matrices in types of storage, and
/// any_tokenizer's tokens.
FileModel any_llama(Choices& choices);

/// The keys and tokens of a llama, without its tensors.
FileModel any_vocabulary(Choices& choices);

/// A LoRA for a llama: some pairs of halves of one rank.
FileModel any_adapter(Choices& choices);

/// A projector for images, of the kind mlp.
FileModel any_projector(Choices& choices);

/// An importance matrix: sums and counts of some tensors, of experts among them.
FileModel any_imatrix(Choices& choices);

/// A control vector: directions of one length.
FileModel any_control_vector(Choices& choices);

/// Tokens of a small vocabulary with what belongs to them: none but their number, pieces with scores and
/// maybe a token for each byte, or byte pairs with merges. `size` becomes the number of tokens.
std::vector<ModelPair> any_tokenizer(Choices& choices, std::uint64_t& size);

/// Any of the above, with a community's own pairs among the standard ones and any alignment.
FileModel any_model(Choices& choices);

}  // namespace ggufproof
