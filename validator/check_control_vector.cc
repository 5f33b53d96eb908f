// Control vectors as llama.cpp's loader takes them: directions of one length, each named for the block it is
// added after. The loader reads the number as std::stoi does, so zeros before it and text behind it are
// taken.
#include <algorithm>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/role_findings.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t int_limit = std::uint64_t{1} << 31;

/// The block of a direction as std::stoi reads it, or nothing where it reads none, a negative or too large
/// one.
struct Direction {
  std::uint64_t block = 0;
  bool plain = false;  ///< written as readers of other kinds would expect it
};

std::optional<Direction> direction_of(std::string_view name) {
  if (!name.starts_with(direction)) return std::nullopt;
  const std::string_view text = name.substr(direction.size());
  std::size_t at = std::min(text.find_first_not_of(" \t\n\v\f\r"), text.size());
  const bool negative = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '+' || negative)) ++at;
  const std::size_t begin = at;
  Direction out;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    out.block = out.block * 10 + static_cast<std::uint64_t>(text[at] - '0');
    if (out.block >= int_limit) return std::nullopt;
  }
  if (at == begin || (negative && out.block > 0)) return std::nullopt;
  out.plain = begin == 0 && at == text.size() && (text.size() == 1 || text[0] != '0');
  return out;
}

/// Judges one control vector.
class ControlVector {
 public:
  ControlVector(const Document& document, const KeyIndex& keys, Report& report)
      : doc_(document), keys_(keys), add_(document, report) {}

  void judge() {
    if (doc_.reached < Reached::tensors) return;
    if (doc_.tensor_count == 0)
      add_.tensor_missing(Rule::control_vector_no_tensors, "", "direction.1 and so on");
    for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) tensor(i);
    const auto count = keys_.number(KeyId::control_layer_count);
    if (count && *count != doc_.tensor_count) {
      add_.value(Rule::control_vector_layer_count, *keys_.index(KeyId::control_layer_count), number(*count),
                 number(doc_.tensor_count));
    }
  }

 private:
  void tensor(std::uint64_t i) {
    const Tensor tensor = doc_.tensor(i);
    const auto direction = direction_of(tensor.name);
    if (!direction) return add_.name(Rule::control_vector_tensor_name, i, "direction.N, N from 1");
    if (direction->block == 0) return add_.name(Rule::control_vector_layer_zero, i, "direction.N, N from 1");
    if (!direction->plain) {
      add_.name(Rule::control_vector_name_unusual, i, quoted("direction." + number(direction->block)));
    }
    if (tensor.type != static_cast<std::uint32_t>(TensorType::f32))
      add_.type(Rule::control_vector_type, i, "F32");
    if (std::any_of(tensor.dimensions.begin() + 1, tensor.dimensions.end(), [](auto d) { return d > 1; }))
      return add_.dimensions(Rule::control_vector_dims, i, "one dimension");
    const std::uint64_t length = tensor.dimensions[0];
    if (!length_) length_ = length;
    if (length != *length_)
      return add_.dimensions(Rule::control_vector_length, i,
                             "[" + number(*length_) + "], as long as the first one");
    if (length > 0 && direction->block > (int_limit - 1) / length) {
      add_.name(Rule::control_vector_overflow, i,
                "a block up to " + number((int_limit - 1) / length) + " at a length of " + number(length));
    } else if (direction->block >= limits::reference_blocks) {
      add_.name(Rule::control_vector_beyond, i, "a block below " + number(limits::reference_blocks));
    }
  }

  const Document& doc_;
  const KeyIndex& keys_;
  RoleFindings add_;
  std::optional<std::uint64_t> length_;  ///< elements of the first direction
};

}  // namespace

void check_control_vector(const Document& document, const KeyIndex& keys, Report& report) {
  ControlVector(document, keys, report).judge();
}

}  // namespace ggufproof
