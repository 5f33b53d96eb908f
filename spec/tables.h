// The tables of spec/ as C++: enums, rows and look-ups, all expanded from the .def files so that nothing is
// listed twice. This header knows what GGUF is and reads no file.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ggufproof {

/// A metadata value's type; the numbers are the codes on the wire (gguf.md: gguf_metadata_value_type).
enum class ValueType : std::uint32_t {
#define VALUE_TYPE(id, code, name, bytes) id = code,
#include "spec/value_types.def"
};

/// One row of spec/value_types.def.
struct ValueTypeRow {
  ValueType type;
  std::string_view name;
  std::uint64_t bytes;  ///< bytes of one value; 0 for string and array, which say their own size
};

inline constexpr std::array value_types{
#define VALUE_TYPE(id, code, name, bytes) ValueTypeRow{ValueType::id, name, bytes},
#include "spec/value_types.def"
};

/// The row of a type code read from a file, or nullptr where the code is not assigned.
constexpr const ValueTypeRow* value_type_row(std::uint32_t code) {
  return code < value_types.size() ? &value_types[code] : nullptr;
}

/// What became of a tensor type id: see the head of spec/tensor_types.def.
enum class TensorTypeStatus { live, intermediate, retired };

/// A tensor's element type; the numbers are the ids on the wire (ggml.h: ggml_type).
enum class TensorType : std::uint32_t {
#define TENSOR_TYPE(id, code, name, elements, bytes, status) id = code,
#include "spec/tensor_types.def"
};

/// One row of spec/tensor_types.def.
struct TensorTypeRow {
  TensorType type;
  std::string_view name;
  std::uint64_t block_elements;  ///< elements of a row that share one block; 0 where the type is retired
  std::uint64_t block_bytes;     ///< bytes of one block; 0 where the type is retired
  TensorTypeStatus status;
};

inline constexpr std::array tensor_types{
#define TENSOR_TYPE(id, code, name, elements, bytes, status) \
  TensorTypeRow{TensorType::id, name, elements, bytes, TensorTypeStatus::status},
#include "spec/tensor_types.def"
};

/// The row of a type id read from a file, or nullptr where ggml never assigned the id.
constexpr const TensorTypeRow* tensor_type_row(std::uint32_t id) {
  return id < tensor_types.size() ? &tensor_types[id] : nullptr;
}

/// Whether a type packs several elements in a block, so that a file needs general.quantization_version.
constexpr bool is_quantized(const TensorTypeRow& row) { return row.block_elements > 1; }

namespace limits {
#define LIMIT(id, value, why) inline constexpr std::uint64_t id = value;
#include "spec/limits.def"
}  // namespace limits

}  // namespace ggufproof
