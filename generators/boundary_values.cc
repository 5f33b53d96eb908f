// Arithmetic here wraps on purpose: a value that overflows is what is looked for.
#include "generators/boundary_values.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

namespace ggufproof {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

using Values = std::vector<std::uint64_t>;

// Bytes that the number of a field takes; 0 where there is none.
std::uint64_t number_width(const Wire& wire, const WireField& field) {
  switch (field.kind) {
    case WireKind::number:
      return value_type_row(static_cast<std::uint32_t>(field.type))->bytes;
    case WireKind::count:
    case WireKind::text:
      return wire.count_width();
    default:
      return 0;
  }
}

void add_around(Values& values, std::uint64_t value) {
  values.insert(values.end(), {value - 1, value, value + 1});
}

// ids and codes: the last one assigned and its neighbours, retired ids, the ones that look negative to C
// enums.
void add_codes(Values& values) {
  values.insert(values.end(), {4, 5, 7, 8, 9, 12, 13, 15, 31, 36, 39, 40, 42, 43, 0x8000'0000, 0xffff'ffff});
}

// Smallest number whose product with `factor`, which is not 0, is at least 2^`power`.
std::uint64_t reaching(unsigned power, std::uint64_t factor) {
  const std::uint64_t below = power == 64 ? most : (std::uint64_t{1} << power) - 1;
  return below / factor + 1;
}

// Sizes of dimension `field` for which the product of all dimensions, or the bytes they take, passes 2^63 or
// 2^64.
void add_wrapping_sizes(Values& values, const Wire& wire, std::string_view tensor, const WireField& field) {
  std::uint64_t others = 1;
  for (const WireField& f : wire.fields()) {
    const bool other = f.label.starts_with(std::string(tensor) + ".dimensions[") && f.label != field.label;
    if (other && f.number != 0) others *= f.number;
  }
  const WireField* type = wire.find(std::string(tensor) + ".type");
  const TensorTypeRow* row =
      type == nullptr ? nullptr : tensor_type_row(static_cast<std::uint32_t>(type->number));
  const std::uint64_t block_elements = row == nullptr || row->block_elements == 0 ? 1 : row->block_elements;
  const std::uint64_t block_bytes = row == nullptr || row->block_bytes == 0 ? 1 : row->block_bytes;
  const std::uint64_t step = field.label.ends_with("[0]") ? block_elements : 1;
  // One more unit, a block of the first dimension or one of another, adds this many bytes.
  const std::uint64_t unit_bytes =
      field.label.ends_with("[0]") ? others * block_bytes : others / block_elements * block_bytes;
  for (const unsigned power : {63U, 64U}) {
    const std::uint64_t elements = reaching(power, std::max<std::uint64_t>(others, 1)) / step * step;
    const std::uint64_t bytes = reaching(power, std::max<std::uint64_t>(unit_bytes, 1)) * step;
    values.insert(values.end(),
                  {elements - step, elements, elements + step, bytes - step, bytes, bytes + step});
  }
}

// Offsets just off the mark, and those that wrap when the tensor's size or the alignment is added.
void add_wrapping_offsets(Values& values, const Wire& wire, std::string_view tensor, std::uint64_t offset) {
  const auto data = wire.range(std::string(tensor) + ".data");
  const std::uint64_t size = data ? data->end - data->begin : 0;
  const WireField* padding = wire.find("padding");
  const std::uint64_t alignment = padding == nullptr || padding->number == 0 ? 32 : padding->number;
  values.insert(values.end(), {offset + alignment, offset - alignment, offset + alignment / 2, offset + size,
                               most - size, most - size + 1, most / alignment * alignment, 0 - alignment});
}

std::string_view tensor_of(std::string_view label) {
  return label.starts_with("tensor[") ? label.substr(0, label.find(']') + 1) : std::string_view{};
}

}  // namespace

std::vector<std::uint64_t> boundary_values(const Wire& wire, std::size_t index, std::uint64_t file_bytes) {
  const WireField& field = wire.fields()[index];
  const std::uint64_t width = number_width(wire, field);
  if (width == 0) return {};
  const std::uint64_t now = field.number;
  const std::uint64_t remaining = file_bytes - wire.ranges()[index].begin - width;

  Values values{0, 1, 2, now - 1, now + 1, 2 * now, now / 2, most};
  add_around(values, remaining);
  for (const std::uint64_t size : {2U, 4U, 8U, 12U, 24U}) values.push_back(remaining / size + 1);
  for (const unsigned power : {7U, 8U, 15U, 16U, 30U, 31U, 32U, 60U, 61U, 62U, 63U}) {
    add_around(values, std::uint64_t{1} << power);
  }
  const std::string_view label = field.label;
  if (label.ends_with("type")) add_codes(values);
  if (label.ends_with(".n_dimensions")) add_around(values, limits::dimensions);
  const std::string_view tensor = tensor_of(label);
  if (label.find(".dimensions[") != std::string_view::npos) add_wrapping_sizes(values, wire, tensor, field);
  if (label.ends_with(".offset")) add_wrapping_offsets(values, wire, tensor, now);

  const std::uint64_t mask = most >> (64 - 8 * width);
  for (std::uint64_t& value : values) value &= mask;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::erase(values, now & mask);
  return values;
}

}  // namespace ggufproof
