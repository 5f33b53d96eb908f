// What a file is for, told from its metadata: which keys it needs depends on it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "validator/key_index.h"

namespace ggufproof {

enum class Role : std::uint8_t {
  unknown,     ///< the metadata could not be read
  model,       ///< a whole model
  vocabulary,  ///< a tokenizer without tensors
  adapter,     ///< LoRA
  projector,   ///< vision or audio encoder beside a model
  diffusion,   ///< image, audio or video model of another program than llama.cpp
  imatrix,     ///< importance matrix
  control_vector,
  first_shard,  ///< the shard that has the metadata
  shard,        ///< any other shard
};

inline constexpr std::array<std::string_view, 10> role_names{
    "unknown",   "model",   "vocabulary",     "adapter",     "projector",
    "diffusion", "imatrix", "control-vector", "first-shard", "shard"};

constexpr std::string_view name_of(Role role) { return role_names[static_cast<std::size_t>(role)]; }

/// How the names of the two tensors of a LoRA pair end.
inline constexpr std::string_view lora_a = ".lora_a", lora_b = ".lora_b";

/// How the name of each tensor of a control vector begins; the block's number follows.
inline constexpr std::string_view direction = "direction.";

/// Tells the role by the keys that llama.cpp's own loaders tell it by: general.type, general.architecture,
/// split.no; those of other programs by their architectures and tensors. A file that has LoRA pairs alone is
/// an adapter, and one that has directions alone a control vector, though it does not say so.
Role role_of(const Document& document, const KeyIndex& keys);

}  // namespace ggufproof
