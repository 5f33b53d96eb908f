// Telling roles.
#include "validator/role.h"

#include <algorithm>

namespace ggufproof {
namespace {

constexpr std::string_view diffusion_architectures[] = {
#define DIFFUSION_ARCHITECTURE(name, model) name,
#include "spec/diffusion.def"
};

constexpr std::string_view diffusion_tensors[] = {
#define DIFFUSION_TENSOR(beginning) beginning,
#include "spec/diffusion.def"
};

/// An architecture's name is enough; where there is none, any tensor's is.
bool is_diffusion(const Document& document, const KeyIndex& keys) {
  if (const auto own = keys.text(KeyId::general_architecture))
    return std::ranges::find(diffusion_architectures, *own) != std::end(diffusion_architectures);
  if (keys.index(KeyId::general_architecture)) return false;
  for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) {
    const std::string_view name = document.tensor_name(i);
    const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
    if (std::ranges::any_of(diffusion_tensors, begins)) return true;
  }
  return false;
}

/// Whether there are tensors, and all have names of a kind.
template <class IsOfKind>
bool has_alone(const Document& document, IsOfKind is_of_kind) {
  for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) {
    if (!is_of_kind(document.tensor_name(i))) return false;
  }
  return !document.tensor_at.empty();
}

bool is_of_lora_pair(std::string_view name) { return name.ends_with(lora_a) || name.ends_with(lora_b); }
bool is_direction(std::string_view name) { return name.starts_with(direction); }

}  // namespace

Role role_of(const Document& document, const KeyIndex& keys) {
  if (document.reached < Reached::metadata) return Role::unknown;
  const auto type = keys.text(KeyId::general_type).value_or("");
  const auto architecture = keys.text(KeyId::general_architecture).value_or("");
  if (type == "adapter" || keys.index(KeyId::adapter_type)) return Role::adapter;
  if (type == "imatrix" || keys.index(KeyId::imatrix_chunk_count)) return Role::imatrix;
  if (type == "mmproj" || architecture == "clip") return Role::projector;
  if (architecture == "controlvector") return Role::control_vector;
  if (is_diffusion(document, keys)) return Role::diffusion;
  if (has_alone(document, is_of_lora_pair)) return Role::adapter;
  if (has_alone(document, is_direction)) return Role::control_vector;
  if (keys.number(KeyId::split_no).value_or(0) > 0) return Role::shard;
  if (keys.number(KeyId::split_count).value_or(0) > 1) return Role::first_shard;
  const bool tokenizer = keys.index(KeyId::tokenizer_tokens) || keys.index(KeyId::tokenizer_model);
  return document.tensor_count == 0 && tokenizer ? Role::vocabulary : Role::model;
}

}  // namespace ggufproof
