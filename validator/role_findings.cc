// The findings that the checks of roles share.
#include "validator/role_findings.h"

#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {

void RoleFindings::key_missing(Rule rule, std::string_view key, std::string want) {
  report_.add(rule, {document_.metadata_end, document_.metadata_end}, [&] {
    return Detail{"metadata", quoted(key), "no such key", std::move(want)};
  });
}

void RoleFindings::tensor_missing(Rule rule, std::string_view name, std::string want) {
  report_.add(rule, {document_.infos_end, document_.infos_end}, [&] {
    return Detail{"tensors", name.empty() ? "" : quoted(name), "no such tensor", std::move(want)};
  });
}

void RoleFindings::value(Rule rule, std::uint64_t i, std::string got, std::string want) {
  const Pair pair = document_.pair(i);
  report_.add(rule, pair.value, [&] {
    return Detail{pair_path(i, "value"), quoted(pair.key), std::move(got), std::move(want)};
  });
}

void RoleFindings::key_type(Rule rule, std::uint64_t i, std::string want) {
  const Pair pair = document_.pair(i);
  if (!pair.is(ValueType::array)) {
    report_.add(rule, pair.type_field, [&] {
      return Detail{pair_path(i, "value_type"), quoted(pair.key), value_type_shown(pair.type),
                    std::move(want)};
    });
    return;
  }
  const Array array = document_.array(pair);
  report_.add(rule, array.element_type_field, [&] {
    return Detail{pair_path(i, "value.element_type"), quoted(pair.key),
                  "an array of " + value_type_shown(array.element_type), std::move(want)};
  });
}

void RoleFindings::name(Rule rule, std::uint64_t i, std::string want) {
  const Tensor tensor = document_.tensor(i);
  report_.add(rule, tensor.name_text, [&] {
    return Detail{tensor_path(i, "name"), "", quoted(tensor.name), std::move(want)};
  });
}

void RoleFindings::type(Rule rule, std::uint64_t i, std::string want) {
  const Tensor tensor = document_.tensor(i);
  report_.add(rule, tensor.type_field, [&] {
    return Detail{tensor_path(i, "type"), quoted(tensor.name), tensor_type_shown(tensor.type),
                  std::move(want)};
  });
}

void RoleFindings::dimensions(Rule rule, std::uint64_t i, std::string want) {
  const Tensor tensor = document_.tensor(i);
  report_.add(rule, tensor.dimension_fields, [&] {
    return Detail{tensor_path(i, "dimensions"), quoted(tensor.name), dimensions_shown(tensor),
                  std::move(want)};
  });
}

TensorNames::TensorNames(const Document& document) : document_(document), index_(document.tensor_at.size()) {
  const auto name = [&](std::uint64_t i) { return document.tensor_name(i); };
  for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) index_.add(i, name);
}

std::optional<std::uint64_t> TensorNames::find(std::string_view name) const {
  return index_.find(name, [&](std::uint64_t i) { return document_.tensor_name(i); });
}

}  // namespace ggufproof
