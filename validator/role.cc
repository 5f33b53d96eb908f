// The keys that llama.cpp's own loaders tell roles by: general.type, general.architecture, split.no.
#include "validator/role.h"

namespace ggufproof {
namespace {

std::string_view text_of(const Document& document, std::string_view key) {
  const auto pair = document.find(key);
  return pair ? document.as_string(*pair).value_or("") : "";
}

}  // namespace

std::string_view role_of(const Document& document) {
  if (document.reached < Reached::metadata) return "unknown";
  const std::string_view type = text_of(document, "general.type");
  const std::string_view architecture = text_of(document, "general.architecture");
  if (type == "adapter") return "adapter";
  if (type == "imatrix") return "imatrix";
  if (type == "mmproj" || architecture == "clip") return "projector";
  if (architecture == "controlvector") return "control-vector";
  const auto shard = document.find("split.no");
  if (shard && document.as_u64(*shard).value_or(0) > 0) return "shard";
  const bool has_tokens = document.find("tokenizer.ggml.tokens").has_value();
  return document.tensor_count == 0 && has_tokens ? "vocabulary" : "model";
}

}  // namespace ggufproof
