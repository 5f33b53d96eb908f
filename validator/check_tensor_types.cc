// What llama.cpp computes with a tensor decides which types it may have. A name in a file is looked up in the
// table with its numbers replaced by %d and without .weight.
#include "validator/check_tensor_types.h"

#include <algorithm>
#include <array>
#include <string>

#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

enum class Operation : std::uint8_t { matrix, lookup, vector, exact };

struct OperationRow {
  std::string_view name;
  Operation operation;
};

constexpr std::array operations{
#define TENSOR_OPERATION(name, operation) OperationRow{name, Operation::operation},
#include "spec/architectures/tensor_operations.def"
};

/// The name as the table has it: blk.7.attn_q.weight is blk.%d.attn_q.
std::string table_name(std::string_view name) {
  constexpr std::string_view weight = ".weight";
  if (name.ends_with(weight)) name.remove_suffix(weight.size());
  std::string out;
  while (!name.empty()) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string_view segment = name.substr(0, dot);
    const bool digits = !segment.empty() && std::all_of(segment.begin(), segment.end(),
                                                        [](char c) { return c >= '0' && c <= '9'; });
    if (!out.empty()) out += '.';
    out += digits ? std::string_view("%d") : segment;
    name.remove_prefix(std::min(dot + 1, name.size()));
  }
  return out;
}

std::optional<Operation> operation_of(std::string_view name) {
  if (name.ends_with(".bias") || name.ends_with(".scale")) return Operation::vector;
  const std::string wanted = table_name(name);
  const auto* row = std::lower_bound(operations.begin(), operations.end(), wanted,
                                     [](const OperationRow& r, const std::string& n) { return r.name < n; });
  if (row == operations.end() || row->name != wanted) return std::nullopt;
  return row->operation;
}

bool is_half(TensorType type) { return type == TensorType::f16 || type == TensorType::bf16; }

/// The rule that a type breaks, if any.
std::optional<Rule> fault_of(Operation operation, const Tensor& tensor, const TensorTypeRow& type) {
  const bool plain = type.type == TensorType::f32;
  switch (operation) {
    case Operation::matrix:
    case Operation::lookup: {
      const bool storage = is_quantized(type) && type.status == TensorTypeStatus::live;
      if (plain || is_half(type.type) || storage) return std::nullopt;
      return Rule::model_tensor_type;
    }
    case Operation::vector: {
      const auto* rest = tensor.dimensions.begin() + 1;
      const bool flat = std::all_of(rest, tensor.dimensions.end(), [](auto size) { return size == 1; });
      if (plain || !flat) return std::nullopt;
      return is_half(type.type) ? Rule::model_vector_type : Rule::model_tensor_type;
    }
    case Operation::exact:
      if (plain) return std::nullopt;
      return Rule::model_tensor_type;
  }
  return std::nullopt;
}

}  // namespace

void check_tensor_type(const Tensor& tensor, std::uint64_t i, Report& report) {
  const TensorTypeRow* type = tensor_type_row(tensor.type);
  if (type == nullptr || type->status == TensorTypeStatus::retired) return;
  const auto operation = operation_of(tensor.name);
  const auto rule = operation ? fault_of(*operation, tensor, *type) : std::nullopt;
  if (!rule) return;
  report.add(*rule, tensor.type_field, [&] {
    const bool matrix = *operation == Operation::matrix || *operation == Operation::lookup;
    return Detail{tensor_path(i, "type"), quoted(tensor.name), tensor_type_shown(tensor.type),
                  matrix ? "F32, F16, BF16 or a quantization meant for storage" : "F32"};
  });
}

}  // namespace ggufproof
