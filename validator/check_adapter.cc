// LoRA adapters as llama.cpp's loader takes them: what they say they are, and pairs of tensors of one rank.
// Whether they fit a model cannot be told without it, but for tensors that no model of their architecture
// has.
#include <cmath>

#include "validator/architecture_names.h"
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/role_findings.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

/// Judges one adapter.
class Adapter {
 public:
  Adapter(const Document& document, const KeyIndex& keys, Report& report)
      : doc_(document), keys_(keys), add_(document, report), names_(document) {}

  void judge() {
    general_type();
    adapter_type();
    architecture();
    alpha();
    if (doc_.reached < Reached::tensors) return;
    if (doc_.tensor_count == 0) add_.tensor_missing(Rule::adapter_no_tensors, "", "pairs of tensors");
    for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) tensor(i);
  }

 private:
  void general_type() {
    const auto i = keys_.index(KeyId::general_type);
    const auto type = keys_.text(KeyId::general_type);
    if (!i) return add_.key_missing(Rule::adapter_general_type, "general.type", "adapter");
    if (type && *type != "adapter") add_.value(Rule::adapter_general_type, *i, quoted(*type), "adapter");
  }

  void adapter_type() {
    const auto i = keys_.index(KeyId::adapter_type);
    const auto type = keys_.text(KeyId::adapter_type);
    if (!i) return add_.key_missing(Rule::adapter_type_missing, "adapter.type", "lora");
    if (type && *type != "lora") add_.value(Rule::adapter_type_unknown, *i, quoted(*type), "lora");
  }

  void architecture() {
    const auto name = keys_.text(KeyId::general_architecture);
    if (!name) return;
    if (const Program* program = program_of(*name)) {
      targets_.emplace(*program);
      return;
    }
    add_.value(Rule::adapter_architecture, *keys_.index(KeyId::general_architecture), quoted(*name),
               "an architecture of llama.cpp");
  }

  void alpha() {
    const auto i = keys_.index(KeyId::adapter_alpha);
    if (!i) return add_.key_missing(Rule::adapter_alpha_missing, "adapter.lora.alpha", "an f32");
    const Pair pair = doc_.pair(*i);
    float alpha = 1;
    if (!pair.is(ValueType::f32) || !doc_.cursor(pair.value.begin).take(alpha)) return;
    if (!std::isfinite(alpha))
      add_.value(Rule::adapter_alpha_not_finite, *i,
                 std::isnan(alpha) ? "NaN"
                 : alpha > 0       ? "infinity"
                                   : "-infinity",
                 "the alpha of the training");
    if (alpha == 0) add_.value(Rule::adapter_alpha_zero, *i, "0", "the alpha of the training");
  }

  void tensor(std::uint64_t i) {
    const std::string_view name = doc_.tensor_name(i);
    const bool a = name.ends_with(lora_a);
    if (!a && !name.ends_with(lora_b)) {
      if (name.ends_with("_norm.weight")) return add_.name(Rule::adapter_tensor_ignored, i, "");
      return add_.name(Rule::adapter_tensor_name, i, "a name that ends in .lora_a or .lora_b");
    }
    const TensorTypeRow* type = tensor_type_row(doc_.tensor(i).type);
    if (type != nullptr && !is_quantized(*type) && !is_float(type->type))
      add_.type(Rule::adapter_tensor_type, i, "F32, F16, BF16 or a quantized type");
    const std::string_view base = name.substr(0, name.size() - lora_a.size());
    const std::string other = std::string(base) + std::string(a ? lora_b : lora_a);
    const auto partner = names_.find(other);
    if (!partner) return add_.name(Rule::adapter_pair_missing, i, quoted(other) + " beside it");
    if (!a) return;
    target(std::string(base), i);
    rank(base, i, *partner);
  }

  /// Judges what a pair is for, where the architecture is one that llama.cpp knows.
  void target(const std::string& base, std::uint64_t a) {
    if (!targets_ || targets_->contains(base)) return;
    add_.name(Rule::adapter_target, a,
              targets_->contains(base + ".weight")
                  ? quoted(base + ".weight" + std::string(lora_a))
                  : "a tensor of " + std::string(*keys_.text(KeyId::general_architecture)));
  }

  /// The kinds of floating point that have a product in ggml.
  static bool is_float(TensorType type) {
    return type == TensorType::f32 || type == TensorType::f16 || type == TensorType::bf16;
  }

  /// Judges a pair; the culprit is the second half.
  void rank(std::string_view base, std::uint64_t a, std::uint64_t b) {
    const bool embedding = base.ends_with("token_embd.weight");
    const std::uint64_t wanted = doc_.tensor(a).dimensions[embedding ? 0 : 1];
    if (doc_.tensor(b).dimensions[0] == wanted) return;
    add_.dimensions(Rule::adapter_rank, b,
                    "[" + number(wanted) + ", ...], the rank of " + quoted(doc_.tensor_name(a)));
  }

  const Document& doc_;
  const KeyIndex& keys_;
  RoleFindings add_;
  TensorNames names_;
  std::optional<ArchitectureNames> targets_;  ///< of the architecture, if llama.cpp knows it
};

}  // namespace

void check_adapter(const Document& document, const KeyIndex& keys, Report& report) {
  Adapter(document, keys, report).judge();
}

}  // namespace ggufproof
