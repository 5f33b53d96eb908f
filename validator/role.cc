// Telling roles.
#include "validator/role.h"

namespace ggufproof {

Role role_of(const Document& document, const KeyIndex& keys) {
  if (document.reached < Reached::metadata) return Role::unknown;
  const auto type = keys.text(KeyId::general_type).value_or("");
  const auto architecture = keys.text(KeyId::general_architecture).value_or("");
  if (type == "adapter" || keys.index(KeyId::adapter_type)) return Role::adapter;
  if (type == "imatrix" || keys.index(KeyId::imatrix_chunk_count)) return Role::imatrix;
  if (type == "mmproj" || architecture == "clip") return Role::projector;
  if (architecture == "controlvector") return Role::control_vector;
  if (keys.number(KeyId::split_no).value_or(0) > 0) return Role::shard;
  if (keys.number(KeyId::split_count).value_or(0) > 1) return Role::first_shard;
  const bool tokenizer = keys.index(KeyId::tokenizer_tokens) || keys.index(KeyId::tokenizer_model);
  return document.tensor_count == 0 && tokenizer ? Role::vocabulary : Role::model;
}

}  // namespace ggufproof
