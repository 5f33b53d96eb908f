// Edits of tensor infos.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "generators/mutate/edit.h"
#include "generators/write.h"
#include "spec/fork_types.h"

namespace ggufproof {
namespace {

using std::string;
using namespace std::string_literals;

/// The index of a tensor of the file, or of one that is put in first where there is none.
std::uint64_t some_tensor(Choices& choices, FileModel& file) {
  return file.tensors.empty() ? insert_tensor(choices, file) : choices.below(file.tensors.size());
}

Edit renamed(Choices& choices, FileModel file, const string& name, string what) {
  const std::uint64_t i = some_tensor(choices, file);
  FileModel after = file;
  after.tensors[i].name = name;
  return described(file, after, indexed("tensor", i) + ".name: " + what);
}

Edit long_name(Choices& choices, FileModel file) {
  const std::uint64_t size = choices.number(limits::name_bytes + 1, 300);
  return renamed(choices, std::move(file), string(size, 'n'), std::to_string(size) + " bytes");
}

Edit name_of_64(Choices& choices, FileModel file) {
  return renamed(choices, std::move(file), string(limits::name_bytes, 'm'), "64 bytes");
}

Edit no_name(Choices& choices, FileModel file) { return renamed(choices, std::move(file), "", "empty"); }

Edit named_alike(Choices& choices, FileModel file, const string& end, string what) {
  const std::uint64_t i = insert_tensor(choices, file);
  FileModel after = file;
  ModelTensor copy = after.tensors[i];
  copy.name += end;
  after.tensors.insert(
      after.tensors.begin() + static_cast<std::ptrdiff_t>(choices.number(i + 1, after.tensors.size())),
      std::move(copy));
  return described(file, after, std::move(what));
}

Edit repeated_name(Choices& choices, FileModel file) {
  return named_alike(choices, std::move(file), "", "a tensor's name stands twice");
}

Edit repeated_before_nul(Choices& choices, FileModel file) {
  return named_alike(choices, std::move(file), choices.one_in(2) ? "\0"s : "\0x"s,
                     "a tensor's name stands again before a NUL");
}

Edit shaped(Choices& choices, FileModel file, std::vector<std::uint64_t> dimensions, string what) {
  const std::uint64_t i = insert_tensor(choices, file);
  FileModel after = file;
  after.tensors[i].dimensions = std::move(dimensions);
  return described(file, after, indexed("tensor", i) + ".dimensions: " + what);
}

Edit many_dimensions(Choices& choices, FileModel file) {
  std::vector<std::uint64_t> dimensions(limits::dimensions + 1 + choices.below(4), 2);
  const string what = std::to_string(dimensions.size()) + " of them";
  return shaped(choices, std::move(file), std::move(dimensions), what);
}

Edit no_dimensions(Choices& choices, FileModel file) { return shaped(choices, std::move(file), {}, "none"); }

Edit trailing_ones(Choices& choices, FileModel file) {
  std::vector<std::uint64_t> dimensions{8};
  dimensions.resize(2 + choices.below(limits::dimensions - 1), 1);
  return shaped(choices, std::move(file), std::move(dimensions), "ones at the end");
}

Edit dimension_zero(Choices& choices, FileModel file) {
  const std::array<std::vector<std::uint64_t>, 4> shapes{{{0}, {8, 0}, {0, 8}, {8, 0, 2}}};
  return shaped(choices, std::move(file), choices.pick(shapes), "a zero");
}

// Sizes that no file can have are a lie on the wire: the data stay as they were.
Edit lied_about(Choices& choices, FileModel file, const std::vector<std::uint64_t>& dimensions,
                const string& what) {
  const std::uint64_t i = insert_tensor(choices, file);
  file.tensors[i].dimensions.resize(dimensions.size(), 1);
  const Wire before = write(file);
  Wire after = before;
  std::vector<WireRange> written;
  for (std::size_t k = 0; k < dimensions.size(); ++k) {
    const string label = indexed(indexed("tensor", i) + ".dimensions", k);
    after.set_number(label, dimensions[k]);
    written.push_back(*after.range(label));
  }
  return {before.bytes(), after.bytes(), std::move(written), indexed("tensor", i) + ".dimensions: " + what};
}

constexpr std::uint64_t power(std::uint64_t exponent) { return std::uint64_t{1} << exponent; }

Edit large_dimension(Choices& choices, FileModel file) {
  const std::uint64_t size = choices.number(power(63), ~std::uint64_t{0});
  return lied_about(choices, std::move(file), {size}, "more than 63 bits");
}

Edit many_elements(Choices& choices, FileModel file) {
  const std::uint64_t first = choices.number(1, 62);
  return lied_about(choices, std::move(file), {power(first), power(63 - first + choices.below(first))},
                    "a product of more than 63 bits");
}

Edit many_bytes(Choices& choices, FileModel file) {
  const std::uint64_t first = choices.number(1, 61);
  return lied_about(choices, std::move(file), {power(first), power(62 - first) - choices.below(2)},
                    "elements that take more than 63 bits of bytes");
}

/// The edit of a tensor's type, with data of as many bytes as the type is said to take.
Edit retyped(Choices& choices, FileModel file, std::uint32_t type, std::vector<std::uint64_t> dimensions,
             std::uint64_t bytes) {
  const string key = "general.quantization_version";
  const auto states = [&](const ModelPair& pair) { return pair.key == key; };
  if (std::none_of(file.metadata.begin(), file.metadata.end(), states))
    file.metadata[insert_pair(choices, file, Scalar{ValueType::u32, limits::quantization_version})].key = key;
  const std::uint64_t i = insert_tensor(choices, file);
  FileModel after = file;
  ModelTensor& tensor = after.tensors[i];
  tensor = {tensor.name, std::move(dimensions), static_cast<TensorType>(type),
            std::vector<std::uint8_t>(bytes, 0x11)};
  return described(file, after, indexed("tensor", i) + ".type: becomes " + std::to_string(type));
}

std::vector<const TensorTypeRow*> types_of(TensorTypeStatus status) {
  std::vector<const TensorTypeRow*> rows;
  for (const TensorTypeRow& row : tensor_types) {
    if (row.status == status) rows.push_back(&row);
  }
  return rows;
}

Edit unknown_type(Choices& choices, FileModel file) {
  constexpr std::uint64_t above_forks = 1000;
  const std::uint64_t type = choices.number(above_forks, 0xffff'ffff);
  return retyped(choices, std::move(file), static_cast<std::uint32_t>(type), {256}, 256);
}

Edit retired_type(Choices& choices, FileModel file) {
  const TensorTypeRow& row = *choices.pick(types_of(TensorTypeStatus::retired));
  return retyped(choices, std::move(file), static_cast<std::uint32_t>(row.type), {256}, 144);
}

Edit fork_type(Choices& choices, FileModel file) {
  std::vector<const ForkTypeRow*> rows;
  for (const ForkTypeRow& row : fork_types) {
    if (tensor_type_row(row.id) == nullptr) rows.push_back(&row);
  }
  const ForkTypeRow& row = *choices.pick(rows);
  const std::uint64_t bytes = row.block_bytes * (256 / row.block_elements) + row.row_bytes + row.tensor_bytes;
  return retyped(choices, std::move(file), row.id, {256}, bytes);
}

Edit undocumented_type(Choices& choices, FileModel file) {
  std::vector<const TensorTypeRow*> rows;
  for (const TensorTypeRow* row : types_of(TensorTypeStatus::live)) {
    if (static_cast<std::uint64_t>(row->type) > limits::last_documented_tensor_type) rows.push_back(row);
  }
  const TensorTypeRow& row = *choices.pick(rows);
  return retyped(choices, std::move(file), static_cast<std::uint32_t>(row.type), {row.block_elements},
                 row.block_bytes);
}

Edit intermediate_type(Choices& choices, FileModel file) {
  const TensorTypeRow& row = *choices.pick(types_of(TensorTypeStatus::intermediate));
  return retyped(choices, std::move(file), static_cast<std::uint32_t>(row.type), {row.block_elements},
                 row.block_bytes);
}

Edit broken_row(Choices& choices, FileModel file) {
  std::vector<const TensorTypeRow*> rows;
  for (const TensorTypeRow* row : types_of(TensorTypeStatus::live)) {
    if (is_quantized(*row)) rows.push_back(row);
  }
  const TensorTypeRow& row = *choices.pick(rows);
  const std::uint64_t size = row.block_elements + choices.number(1, row.block_elements - 1);
  return retyped(choices, std::move(file), static_cast<std::uint32_t>(row.type), {size}, 2 * row.block_bytes);
}

// The header's count must stay plausible, or the reader stops there. Where the bytes of a name are cut the
// name is told of.
Edit cut_info(Choices& choices, FileModel file) {
  insert_tensor(choices, file);
  const Wire wire = write(file);
  const std::vector<WireRange> ranges = wire.ranges();
  const std::uint64_t least =
      wire.range("tensor[0].name")->begin + file.tensors.size() * smallest_tensor_bytes(file.version);
  std::vector<WireRange> heads;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const WireField& field = wire.fields()[i];
    const bool text = field.kind == WireKind::text;
    const std::uint64_t end = text ? ranges[i].begin + wire.count_width() : ranges[i].end;
    const bool info =
        field.label.starts_with("tensor[") && field.kind != WireKind::data && field.kind != WireKind::padding;
    if (info && end > least) heads.push_back({std::max(ranges[i].begin, least), end});
  }
  const WireRange head = choices.pick(heads);
  return cut(wire, head.begin + choices.below(head.end - head.begin));
}

constexpr std::array table{
    EditRow{Rule::tensor_truncated, cut_info, "cuts the file inside a tensor info"},
    EditRow{Rule::tensor_name_too_long, long_name, "gives a tensor a name of more than 64 bytes"},
    EditRow{Rule::tensor_name_64, name_of_64, "gives a tensor a name of 64 bytes"},
    EditRow{Rule::tensor_name_empty, no_name, "takes a tensor's name away"},
    EditRow{Rule::tensor_name_duplicate, repeated_name, "adds two tensors of one name"},
    EditRow{Rule::tensor_name_duplicate_nul, repeated_before_nul,
            "adds two tensors of one name before a NUL"},
    EditRow{Rule::tensor_dimensions, many_dimensions, "gives a tensor more than four dimensions"},
    EditRow{Rule::tensor_no_dimensions, no_dimensions, "takes a tensor's dimensions away"},
    EditRow{Rule::tensor_trailing_ones, trailing_ones, "ends a tensor's dimensions with 1"},
    EditRow{Rule::tensor_dimension_zero, dimension_zero, "gives a tensor a dimension of 0"},
    EditRow{Rule::tensor_dimension_large, large_dimension, "gives a tensor a dimension of 2^63 or more"},
    EditRow{Rule::tensor_elements, many_elements, "gives a tensor 2^63 elements or more"},
    EditRow{Rule::tensor_bytes, many_bytes, "gives a tensor fewer than 2^63 elements that take more bytes"},
    EditRow{Rule::tensor_type_unknown, unknown_type, "gives a tensor a type that nobody assigned"},
    EditRow{Rule::tensor_type_retired, retired_type, "gives a tensor a type that ggml withdrew"},
    EditRow{Rule::tensor_type_fork, fork_type, "gives a tensor the type of a fork of ggml"},
    EditRow{Rule::tensor_type_undocumented, undocumented_type,
            "gives a tensor a type newer than the document"},
    EditRow{Rule::tensor_type_intermediate, intermediate_type, "gives a tensor a type meant for activations"},
    EditRow{Rule::tensor_row, broken_row, "gives a tensor rows that are no whole number of blocks"},
};

}  // namespace

std::span<const EditRow> tensor_edits() { return table; }

}  // namespace ggufproof
