// One short function a record. The offset of a tensor is the sum of the padded sizes of those before it.
#include "generators/write.h"

#include <string>
#include <utility>

namespace ggufproof {
namespace {

std::uint32_t code(ValueType type) { return static_cast<std::uint32_t>(type); }

void write_array(Wire& wire, const std::string& label, const ModelArray& array) {
  const auto count =
      std::visit([](const auto& elements) { return std::uint64_t{elements.size()}; }, array.elements);
  wire.append_record(label, ArrayRecord{code(array.element_type), {count}});
  for (std::uint64_t j = 0; j < count; ++j) {
    const std::string element = indexed(label, j);
    if (const auto* numbers = std::get_if<std::vector<std::uint64_t>>(&array.elements)) {
      wire.append_number(element, array.element_type, (*numbers)[j]);
    } else if (const auto* texts = std::get_if<std::vector<std::string>>(&array.elements)) {
      wire.append(element, Text{(*texts)[j]});
    } else {
      write_array(wire, element, std::get<std::vector<ModelArray>>(array.elements)[j]);
    }
  }
}

void write_pair(Wire& wire, const std::string& label, const ModelPair& pair) {
  const std::string value = label + ".value";
  if (const auto* number = std::get_if<Scalar>(&pair.value)) {
    wire.append_record(label, KeyRecord{{pair.key}, code(number->type)});
    wire.append_number(value, number->type, number->bits);
  } else if (const auto* text = std::get_if<std::string>(&pair.value)) {
    wire.append_record(label, KeyRecord{{pair.key}, code(ValueType::string)});
    wire.append(value, Text{*text});
  } else {
    wire.append_record(label, KeyRecord{{pair.key}, code(ValueType::array)});
    write_array(wire, value, std::get<ModelArray>(pair.value));
  }
}

void write_info(Wire& wire, const std::string& label, const ModelTensor& tensor, std::uint64_t offset) {
  const auto rank = static_cast<std::uint32_t>(tensor.dimensions.size());
  wire.append_record(label, TensorNameRecord{{tensor.name}, rank});
  for (std::uint64_t k = 0; k < rank; ++k) {
    wire.append(indexed(label + ".dimensions", k), Count{tensor.dimensions[k]});
  }
  wire.append_record(label, TensorPlaceRecord{static_cast<std::uint32_t>(tensor.type), offset});
}

std::uint64_t padded_to(std::uint64_t size, std::uint64_t alignment) {
  return size + (alignment - size % alignment) % alignment;
}

}  // namespace

std::optional<std::uint64_t> shape_bytes(const std::vector<std::uint64_t>& dimensions, TensorType type) {
  const TensorTypeRow* row = tensor_type_row(static_cast<std::uint32_t>(type));
  if (row == nullptr || row->block_elements == 0) return std::nullopt;
  const std::uint64_t row_elements = dimensions.empty() ? 1 : dimensions[0];
  if (row_elements % row->block_elements != 0) return std::nullopt;
  for (const std::uint64_t dimension : dimensions) {
    if (dimension == 0) return 0;
  }
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(row_elements / row->block_elements, row->block_bytes, &bytes))
    return std::nullopt;
  for (std::size_t k = 1; k < dimensions.size(); ++k) {
    if (__builtin_mul_overflow(bytes, dimensions[k], &bytes)) return std::nullopt;
  }
  return bytes;
}

std::vector<std::uint8_t> data_of(const ModelTensor& tensor) {
  if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&tensor.data)) return *bytes;
  const Fill fill = std::get<Fill>(tensor.data);
  std::vector<std::uint8_t> bytes(shape_bytes(tensor.dimensions, tensor.type).value_or(0));
  std::uint8_t next = fill.first;
  for (std::uint8_t& byte : bytes) {
    byte = next % 64;
    next = static_cast<std::uint8_t>(next + fill.step);
  }
  return bytes;
}

FileModel spelt_out(FileModel file) {
  for (ModelTensor& tensor : file.tensors) tensor.data = data_of(tensor);
  return file;
}

Wire write(const FileModel& file) {
  Wire wire(file.order, file.version);
  wire.append_record("",
                     HeaderRecord{gguf_magic, file.version, {file.tensors.size()}, {file.metadata.size()}});
  for (std::size_t i = 0; i < file.metadata.size(); ++i) write_pair(wire, indexed("kv", i), file.metadata[i]);
  if (file.tensors.empty()) return wire;

  const std::uint64_t alignment = alignment_of(file);
  std::vector<std::vector<std::uint8_t>> data;
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < file.tensors.size(); ++i) {
    write_info(wire, indexed("tensor", i), file.tensors[i], offset);
    data.push_back(data_of(file.tensors[i]));
    offset += padded_to(data.back().size(), alignment);
  }
  wire.append_padding("padding", alignment);
  for (std::size_t i = 0; i < data.size(); ++i) {
    wire.append_bytes(indexed("tensor", i) + ".data", WireKind::data, std::move(data[i]));
    wire.append_padding(indexed("tensor", i) + ".padding", alignment);
  }
  return wire;
}

}  // namespace ggufproof
