// Collecting what a shard says. split.count 0 or 1 means that the model is whole (llama-gguf-split --merge
// leaves 0).
#include "validator/shard_facts.h"

#include "validator/describe.h"

namespace ggufproof {

std::optional<FieldPlace> field_of(const KeyIndex& keys, KeyId id) {
  const auto pair = keys.pair(id);
  if (!pair) return std::nullopt;
  return FieldPlace{pair_path(*keys.index(id), "value"), pair->value};
}

std::optional<ShardFacts> shard_facts(const Document& document, const KeyIndex& keys,
                                      std::uint64_t alignment) {
  ShardFacts facts;
  facts.number = keys.number(KeyId::split_no).value_or(0);
  facts.count = keys.number(KeyId::split_count).value_or(0);
  if (facts.count <= 1 && facts.number == 0) return std::nullopt;
  facts.total_tensors = keys.number(KeyId::split_tensors_count);
  facts.states_number = keys.index(KeyId::split_no).has_value();
  facts.states_total = keys.index(KeyId::split_tensors_count).has_value();
  facts.alignment = alignment;
  const auto either = [&](KeyId id, KeyId other) {
    const auto field = field_of(keys, id);
    return field ? *field : *field_of(keys, other);
  };
  facts.number_field = either(KeyId::split_no, KeyId::split_count);
  facts.count_field = either(KeyId::split_count, KeyId::split_no);
  facts.total_field = field_of(keys, KeyId::split_tensors_count).value_or(facts.count_field);
  const auto stated = document.index_of("general.alignment");
  facts.alignment_field =
      stated ? FieldPlace{pair_path(*stated, "value"), document.pair(*stated).value} : facts.number_field;
  if (document.reached == Reached::tensors) facts.head = document.bytes.first(document.infos_end);
  return facts;
}

}  // namespace ggufproof
